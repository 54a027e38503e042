package dev.tidemark.partition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the folders below a source's path say the partition of what lies in them.
public sealed interface FolderLayout {

    /// The trail one folder further down.
    FolderTrail below(FolderTrail trail, String folder);

    /// The partition of an object in the folder where the trail ends, or null when the folders do not say it.
    @Nullable
    Partition partition(FolderTrail trail);

    /// Whether folders below the trail may still say a value of `key`.
    boolean mayFind(FolderTrail trail, String key);

    /// `k=v` folders of any name, wherever they stand.
    ///
    /// Their keys are not known before the walk: objects in folders without any have [Partition#NONE].
    record Found() implements FolderLayout {

        @Override
        public FolderTrail below(FolderTrail trail, String folder) {
            HivePath.Step step = HivePath.read(folder);
            return step == null || trail.knows(step.key()) ? trail.plain() : one(trail, step.key(), step.value());
        }

        @Override
        public Partition partition(FolderTrail trail) {
            return trail.known();
        }

        @Override
        public boolean mayFind(FolderTrail trail, String key) {
            return !trail.knows(key);
        }
    }

    /// `k=v` folders of declared keys, wherever they stand; a `k=v` folder of another name is a plain folder.
    ///
    /// @param keys as declared; their spelling counts
    record Declared(List<String> keys) implements FolderLayout {

        public Declared {
            keys = List.copyOf(keys);
        }

        @Override
        public FolderTrail below(FolderTrail trail, String folder) {
            HivePath.Step step = HivePath.read(folder);
            if (step != null && !trail.knows(step.key())) {
                for (String key : keys) {
                    if (key.equalsIgnoreCase(step.key())) {
                        return one(trail, key, step.value());
                    }
                }
            }
            return trail.plain();
        }

        @Override
        public @Nullable Partition partition(FolderTrail trail) {
            List<@Nullable String> values = new ArrayList<>();
            for (String key : keys) {
                if (!trail.knows(key)) {
                    return null;
                }
                values.add(trail.value(key));
            }
            return keys.equals(trail.known().keys()) ? trail.known() : new Partition(keys, values);
        }

        @Override
        public boolean mayFind(FolderTrail trail, String key) {
            return !trail.knows(key);
        }
    }

    /// Folders by a template, from the path on.
    record Template(PartitionFolders folders) implements FolderLayout {

        @Override
        public FolderTrail below(FolderTrail trail, String folder) {
            int step = trail.depth();
            if (trail.partitions() < step || step >= folders.steps()) {
                return trail.plain();
            }
            List<String> values = folders.read(step, folder);
            return values == null ? trail.plain() : trail.with(folders.keys(step), values);
        }

        @Override
        public @Nullable Partition partition(FolderTrail trail) {
            return trail.partitions() == folders.steps() ? trail.known() : null;
        }

        @Override
        public boolean mayFind(FolderTrail trail, String key) {
            return !trail.knows(key) && trail.partitions() == trail.depth() && trail.depth() < folders.steps();
        }
    }

    /// One partition that a catalog named, whatever its folders look like.
    record Fixed(Partition partition) implements FolderLayout {

        @Override
        public FolderTrail below(FolderTrail trail, String folder) {
            return trail.plain();
        }

        @Override
        public Partition partition(FolderTrail trail) {
            return partition;
        }

        @Override
        public boolean mayFind(FolderTrail trail, String key) {
            return false;
        }
    }

    private static FolderTrail one(FolderTrail trail, String key, @Nullable String value) {
        List<@Nullable String> values = new ArrayList<>();
        values.add(value);
        return trail.with(List.of(key), values);
    }
}
