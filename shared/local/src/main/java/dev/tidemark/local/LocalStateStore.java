package dev.tidemark.local;

import dev.tidemark.json.ItemJson;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import dev.tidemark.spi.WriteConditions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// State items as JSON files: `job#J / run#R` is `<state>/job/J/run/R.json`.
///
/// A transaction is one intent file, `txn.json`: its rename into place is the commit. Then its items are written in
/// the order gen, run, head, so that a reader without the lock never meets a head that names a missing generation.
/// Whoever writes first after a crash applies the intent it finds. Writers must hold the job's [LocalJobLock].
public final class LocalStateStore implements StateStore {

    private static final String INTENT = "txn.json";
    private static final String SUFFIX = ".json";
    private static final int MOST_WRITES = 100;
    private static final int MOST_ITEM_BYTES = 100_000;
    private static final List<String> ORDER = List.of("gen", "run", "head");

    private final Path root;
    private final DurableFiles files;
    /// Jobs whose last transaction failed on the way: it may have been decided, so nothing is read before it is
    /// whole.
    private final Set<String> unfinished = new HashSet<>();

    public LocalStateStore(Path root) {
        this(root, new DurableFiles(new RealFileWork()));
    }

    LocalStateStore(Path root, DurableFiles files) {
        this.root = root;
        this.files = files;
    }

    /// Applies the transaction that a crash left half written. For the holder of the job's lock, before it reads.
    public synchronized void recover(String pk) {
        Path intent = folder(pk).resolve(INTENT);
        try {
            if (Files.exists(intent)) {
                apply(pk, ItemJson.readAll(Files.readAllBytes(intent), intent.toString()));
            }
            unfinished.remove(pk);
        } catch (IOException e) {
            throw DurableFiles.failed("finish the transaction in " + intent, e);
        }
    }

    @Override
    public synchronized Optional<Item> get(ItemKey key) {
        finish(key.pk());
        return read(key);
    }

    private void finish(String pk) {
        if (unfinished.contains(pk)) {
            recover(pk);
        }
    }

    private Optional<Item> read(ItemKey key) {
        Path file = file(key);
        try {
            return Optional.of(ItemJson.read(Files.readAllBytes(file), file.toString()));
        } catch (NoSuchFileException | NotDirectoryException absent) {
            return Optional.empty();
        } catch (IOException e) {
            throw DurableFiles.failed("read " + file, e);
        }
    }

    @Override
    public synchronized Map<ItemKey, Item> query(String pk, String skPrefix) {
        finish(pk);
        Map<ItemKey, Item> found =
                new TreeMap<>(Comparator.comparing(ItemKey::pk).thenComparing(ItemKey::sk));
        int hash = skPrefix.indexOf('#');
        Path folder = hash < 0 ? folder(pk) : folder(pk).resolve(skPrefix.substring(0, hash));
        collect(pk, folder, hash < 0 ? "" : skPrefix.substring(0, hash + 1), skPrefix, found);
        return found;
    }

    /// Adds the items in a folder and those below it: `run#R` lies in the folder `run`.
    private void collect(String pk, Path folder, String kind, String skPrefix, Map<ItemKey, Item> found) {
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            for (Path path : paths) {
                String name = path.getFileName().toString();
                if (name.startsWith(".")) {
                    continue;
                }
                if (Files.isDirectory(path)) {
                    collect(pk, path, kind + name + "#", skPrefix, found);
                } else if (name.endsWith(SUFFIX) && !(kind.isEmpty() && name.equals(INTENT))) {
                    ItemKey key = new ItemKey(pk, kind + name.substring(0, name.length() - SUFFIX.length()));
                    if (key.sk().startsWith(skPrefix)) {
                        read(key).ifPresent(item -> found.put(key, item));
                    }
                }
            }
        } catch (NoSuchFileException | NotDirectoryException none) {
            // No item of that kind was ever written.
            return;
        } catch (IOException e) {
            throw DurableFiles.failed("look into " + folder, e);
        }
    }

    @Override
    public synchronized Outcome write(Write write) {
        return transact(List.of(write));
    }

    @Override
    public synchronized Outcome transact(List<Write> writes) {
        if (writes.size() > MOST_WRITES
                || writes.stream().map(Write::key).distinct().count() < writes.size()) {
            throw new IllegalArgumentException(
                    "a transaction writes at most " + MOST_WRITES + " items, each once: " + writes);
        }
        String pk = writes.getFirst().key().pk();
        recover(pk);
        Map<ItemKey, Item> found = new HashMap<>();
        Map<String, @Nullable Item> after = new LinkedHashMap<>();
        boolean refused = false;
        for (Write write : inOrder(writes)) {
            if (!write.key().pk().equals(pk)) {
                throw new IllegalArgumentException("a local transaction is about one job, not " + writes);
            }
            Item before = read(write.key()).orElse(null);
            if (before != null) {
                found.put(write.key(), before);
            }
            refused |= !WriteConditions.hold(write.conditions(), before);
            after.put(write.key().sk(), WriteConditions.after(write, before));
        }
        if (refused) {
            return new Outcome.Refused(found);
        }
        after.forEach((sk, item) -> refuseTooLarge(pk, sk, item));
        unfinished.add(pk);
        try {
            Path intent = folder(pk).resolve(INTENT);
            if (after.size() > 1) {
                files.replace(intent, ItemJson.writeAll(after));
            }
            apply(pk, after);
            unfinished.remove(pk);
        } catch (IOException e) {
            throw DurableFiles.failed("write the state of " + pk + " below " + root, e);
        }
        return new Outcome.Applied();
    }

    /// What DynamoDB would refuse is refused here too: a job must not outgrow the cloud unseen.
    private static void refuseTooLarge(String pk, String sk, @Nullable Item item) {
        if (item != null && item.sizeBytes() > MOST_ITEM_BYTES) {
            throw new IllegalArgumentException(
                    pk + " " + sk + " would have " + item.sizeBytes() + " bytes, more than " + MOST_ITEM_BYTES);
        }
    }

    private void apply(String pk, Map<String, @Nullable Item> items) throws IOException {
        for (Map.Entry<String, @Nullable Item> entry : items.entrySet()) {
            Path file = file(new ItemKey(pk, entry.getKey()));
            Item item = entry.getValue();
            if (item == null) {
                files.work().delete(file);
                if (Files.isDirectory(DurableFiles.parent(file))) {
                    files.work().sync(DurableFiles.parent(file));
                }
            } else {
                files.replace(file, ItemJson.write(item));
            }
        }
        Path intent = folder(pk).resolve(INTENT);
        if (Files.exists(intent)) {
            files.work().delete(intent);
            files.work().sync(folder(pk));
        }
    }

    private static List<Write> inOrder(List<Write> writes) {
        List<Write> ordered = new ArrayList<>(writes);
        ordered.sort(
                Comparator.comparingInt(write -> ORDER.indexOf(write.key().sk().split("#", 2)[0])));
        return ordered;
    }

    private Path folder(String pk) {
        return resolve(root, pk);
    }

    private Path file(ItemKey key) {
        Path named = resolve(folder(key.pk()), key.sk());
        return named.resolveSibling(named.getFileName() + SUFFIX);
    }

    private static Path resolve(Path folder, String key) {
        Path at = folder;
        for (String part : key.split("#", -1)) {
            if (part.isEmpty() || part.startsWith(".") || part.contains("/")) {
                throw new IllegalArgumentException("'" + key + "' cannot be the name of a state item");
            }
            at = at.resolve(part);
        }
        return at;
    }
}
