package dev.tidemark.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How far a walk from a source's path down its folders has come, and what it knows of the partition by then.
///
/// @param depth      folders below the path
/// @param partitions of these, folders that say partition values
/// @param known      keys and values met so far, in the order of the folders
public record FolderTrail(int depth, int partitions, Partition known) {

    public static final FolderTrail START = new FolderTrail(0, 0, Partition.NONE);

    /// Value of a key whatever the case of its name; absent and null are told apart by [#knows].
    public @Nullable String value(String key) {
        int at = indexOf(key);
        return at < 0 ? null : known.values().get(at);
    }

    public boolean knows(String key) {
        return indexOf(key) >= 0;
    }

    /// The known values under the names that a predicate uses.
    public Map<String, @Nullable String> under(Iterable<String> names) {
        Map<String, @Nullable String> values = new TreeMap<>();
        for (String name : names) {
            if (knows(name)) {
                values.put(name, value(name));
            }
        }
        return values;
    }

    FolderTrail plain() {
        return new FolderTrail(depth + 1, partitions, known);
    }

    FolderTrail with(List<String> keys, List<? extends @Nullable String> values) {
        List<String> allKeys = new ArrayList<>(known.keys());
        allKeys.addAll(keys);
        List<@Nullable String> allValues = new ArrayList<>(known.values());
        allValues.addAll(values);
        return new FolderTrail(depth + 1, partitions + 1, new Partition(allKeys, allValues));
    }

    private int indexOf(String key) {
        String folded = key.toLowerCase(Locale.ROOT);
        for (int i = 0; i < known.keys().size(); i++) {
            if (known.keys().get(i).toLowerCase(Locale.ROOT).equals(folded)) {
                return i;
            }
        }
        return -1;
    }
}
