package dev.tidemark.local;

import dev.tidemark.local.FileJournal.Call;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A disk as it may be found after a loss of power: only what was synced is sure to be there.
///
/// Bytes appended to a file and not synced may be gone or zero. What happened to a name in a folder since the
/// folder's last sync may not have happened; names are independent of each other, but of one name a later change
/// survives only with the earlier ones. A rename may leave both names or the old one alone, never none.
final class PowerLoss {

    /// What the loss takes.
    interface Taste {

        /// How many of a name's changes since the last sync survive.
        int changes(int unsynced);

        /// How many of a file's bytes since its last sync survive; those lost are cut off, or zero.
        int bytes(int unsynced);

        boolean zeros();
    }

    private static final class Node {
        /// Null for a folder.
        private final @Nullable ByteArrayOutputStream bytes;

        private final Map<String, Name> names = new TreeMap<>();
        private int synced;

        Node(boolean folder) {
            this.bytes = folder ? null : new ByteArrayOutputStream();
        }
    }

    /// What a name stands for: durably, and after each change since.
    private static final class Name {
        private @Nullable Node durable;
        private final List<Change> changes = new ArrayList<>();

        @Nullable
        Node now() {
            return changes.isEmpty() ? durable : changes.getLast().target;
        }
    }

    private static final class Change {
        private final @Nullable Node target;
        /// The new name of what a rename took away from here: gone from here only if it is there.
        private final @Nullable Change added;

        private final Name name;
        private boolean durable;

        Change(Name name, @Nullable Node target, @Nullable Change added) {
            this.name = name;
            this.target = target;
            this.added = added;
        }
    }

    private final Path root;
    private final Node top = new Node(true);

    PowerLoss(Path root, FolderImage start) {
        this.root = root;
        start.entries().forEach((path, bytes) -> {
            Node node = new Node(bytes == null);
            if (bytes != null && node.bytes != null) {
                node.bytes.writeBytes(bytes);
                node.synced = bytes.length;
            }
            name(root.resolve(path)).durable = node;
        });
    }

    void happened(Call call) {
        switch (call) {
            case Call.Append(Path file, byte[] bytes) -> {
                Node node = name(file).now();
                if (node == null) {
                    node = new Node(false);
                    change(file, node, null);
                }
                java.util.Objects.requireNonNull(node.bytes).writeBytes(bytes);
            }
            case Call.Sync(Path path) -> {
                if (path.startsWith(root)) {
                    sync(node(path));
                }
            }
            case Call.Rename(Path from, Path to) -> change(from, null, change(to, node(from), null));
            case Call.Link(Path existing, Path name) -> change(name, node(existing), null);
            case Call.Delete(Path path) -> {
                if (name(path).now() != null) {
                    change(path, null, null);
                }
            }
            case Call.CreateFolder(Path folder) -> {
                if (name(folder).now() == null) {
                    change(folder, new Node(true), null);
                }
            }
        }
    }

    private Change change(Path path, @Nullable Node target, @Nullable Change added) {
        Name name = name(path);
        Change change = new Change(name, target, added);
        name.changes.add(change);
        return change;
    }

    private static void sync(Node node) {
        if (node.bytes != null) {
            node.synced = node.bytes.size();
            return;
        }
        for (Name name : node.names.values()) {
            if (!name.changes.isEmpty()) {
                durable(name.changes.getLast());
            }
        }
    }

    /// A rename is durable as a whole as soon as its old name is durably gone.
    private static void durable(Change change) {
        if (change.durable) {
            return;
        }
        for (Change each : List.copyOf(change.name.changes)) {
            each.durable = true;
            change.name.durable = each.target;
            change.name.changes.remove(each);
            if (each.added != null) {
                durable(each.added);
            }
            if (each == change) {
                return;
            }
        }
    }

    private Name name(Path path) {
        Node parent = node(DurableFiles.parent(path));
        return parent.names.computeIfAbsent(path.getFileName().toString(), _ -> new Name());
    }

    private Node node(Path path) {
        Node at = top;
        for (Path part : root.relativize(path)) {
            if (!part.toString().isEmpty()) {
                Name name = at.names.get(part.toString());
                Node next = name == null ? null : name.now();
                if (next == null) {
                    throw new IllegalStateException("there is no " + path);
                }
                at = next;
            }
        }
        return at;
    }

    /// A disk that the loss may leave. May be called again, for another.
    FolderImage survivors(Taste taste) {
        Map<Name, Integer> kept = new HashMap<>();
        choose(top, taste, kept);
        boolean settled = false;
        while (!settled) {
            settled = true;
            for (Map.Entry<Name, Integer> entry : kept.entrySet()) {
                List<Change> changes = entry.getKey().changes;
                for (int i = 0; i < entry.getValue(); i++) {
                    Change added = changes.get(i).added;
                    if (added != null && !added.durable && !survives(added, kept)) {
                        entry.setValue(i);
                        settled = false;
                    }
                }
            }
        }
        SortedMap<Path, byte @Nullable []> entries = new TreeMap<>();
        collect(top, root.relativize(root), taste, kept, entries);
        return new FolderImage(entries);
    }

    private static boolean survives(Change change, Map<Name, Integer> kept) {
        return change.name.changes.indexOf(change) < kept.getOrDefault(change.name, 0);
    }

    private static void choose(Node folder, Taste taste, Map<Name, Integer> kept) {
        for (Name name : folder.names.values()) {
            kept.put(name, taste.changes(name.changes.size()));
            if (name.durable != null) {
                choose(name.durable, taste, kept);
            }
            for (Change change : name.changes) {
                if (change.target != null) {
                    choose(change.target, taste, kept);
                }
            }
        }
    }

    private static void collect(
            Node folder, Path path, Taste taste, Map<Name, Integer> kept, SortedMap<Path, byte @Nullable []> entries) {
        folder.names.forEach((text, name) -> {
            int changes = kept.getOrDefault(name, 0);
            Node node = changes == 0 ? name.durable : name.changes.get(changes - 1).target;
            if (node != null) {
                Path below = path.toString().isEmpty() ? Path.of(text) : path.resolve(text);
                entries.put(below, node.bytes == null ? null : bytes(node, node.bytes.toByteArray(), taste));
                collect(node, below, taste, kept, entries);
            }
        });
    }

    private static byte[] bytes(Node file, byte[] all, Taste taste) {
        int sure = file.synced + taste.bytes(all.length - file.synced);
        return sure < all.length && taste.zeros()
                ? Arrays.copyOf(Arrays.copyOf(all, sure), all.length)
                : Arrays.copyOf(all, sure);
    }
}
