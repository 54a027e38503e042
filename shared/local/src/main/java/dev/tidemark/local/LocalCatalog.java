package dev.tidemark.local;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.json.TableJson;
import dev.tidemark.spi.Catalog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tables as JSON files: `<folder>/<database>/<table>.json` and beside it `<table>.partitions.json`.
///
/// All jobs of a state folder share it. Writes happen under `<folder>/.lock`, held for a moment each.
public final class LocalCatalog implements Catalog {

    /// File locks belong to the process: threads are kept apart by this.
    private static final Object THREADS = new Object();

    private final Path folder;
    private final DurableFiles files;
    /// Whether what killed processes left was removed.
    private boolean swept;

    public LocalCatalog(Path folder) {
        this(folder, new DurableFiles(new RealFileWork()));
    }

    LocalCatalog(Path folder, DurableFiles files) {
        this.folder = folder;
        this.files = files;
    }

    @Override
    public Optional<Table> table(String database, String name) {
        Optional<Table> table = stored(database, name);
        if (table.isPresent()) {
            // A commit needs them when it is decided already: that they are damaged must come out before.
            List<CatalogPartition> _ = partitions(database, name);
        }
        return table;
    }

    private Optional<Table> stored(String database, String name) {
        Path file = file(database, name + ".json");
        return read(file).map(bytes -> TableJson.readTable(bytes, file.toString()));
    }

    @Override
    public boolean writeTable(Table table) {
        return locked(() -> {
            long version =
                    stored(table.database(), table.name()).map(Table::version).orElse(0L);
            if (version != table.version()) {
                return false;
            }
            files.replace(
                    file(table.database(), table.name() + ".json"), TableJson.table(table.atVersion(version + 1)));
            return true;
        });
    }

    @Override
    public List<CatalogPartition> partitions(String database, String name) {
        Path file = file(database, name + ".partitions.json");
        return read(file)
                .map(bytes -> TableJson.readPartitions(bytes, file.toString()))
                .orElse(List.of());
    }

    @Override
    public List<CatalogPartition> writePartitions(
            String database, String name, List<CatalogPartition> partitions, boolean replace) {
        return locked(() -> {
            Map<List<@Nullable String>, CatalogPartition> all = new LinkedHashMap<>();
            partitions(database, name).forEach(partition -> all.put(partition.values(), partition));
            List<CatalogPartition> elsewhere = new ArrayList<>();
            boolean changed = false;
            for (CatalogPartition partition : partitions) {
                CatalogPartition found = all.get(partition.values());
                if (found != null && !found.location().equals(partition.location())) {
                    elsewhere.add(found);
                } else if (found == null || (replace && !found.equals(partition))) {
                    all.put(partition.values(), partition);
                    changed = true;
                }
            }
            if (changed) {
                files.replace(
                        file(database, name + ".partitions.json"), TableJson.partitions(new ArrayList<>(all.values())));
            }
            return elsewhere;
        });
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> T locked(Work<T> work) {
        synchronized (THREADS) {
            try {
                files.createFolders(folder);
                try (FileChannel channel = FileChannel.open(
                                folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        FileLock lock = channel.lock()) {
                    if (!lock.isValid()) {
                        throw new IOException("the lock was lost");
                    }
                    if (!swept) {
                        files.removeAsides(folder);
                        swept = true;
                    }
                    return work.run();
                }
            } catch (IOException e) {
                throw DurableFiles.failed("write the catalog in " + folder, e);
            }
        }
    }

    /// What is read is made to last first: whoever wrote it may have been killed before the sync, and a commit that
    /// finds it written goes on.
    private Optional<byte[]> read(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            files.work().sync(DurableFiles.parent(file));
            return Optional.of(bytes);
        } catch (NoSuchFileException | NotDirectoryException absent) {
            return Optional.empty();
        } catch (IOException e) {
            throw DurableFiles.failed("read " + file, e);
        }
    }

    private Path file(String database, String name) {
        return folder.resolve(safe(database)).resolve(safe(name));
    }

    private static String safe(String name) {
        if (name.isEmpty() || name.startsWith(".") || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("'" + name + "' cannot be the name of a database or table");
        }
        return name;
    }
}
