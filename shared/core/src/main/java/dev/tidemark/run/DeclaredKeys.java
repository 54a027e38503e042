package dev.tidemark.run;

import dev.tidemark.data.Schema;
import dev.tidemark.expression.NearestName;
import dev.tidemark.listing.IgnoredReason;
import dev.tidemark.listing.MissingPartitionKeyException;
import dev.tidemark.listing.PathRules;
import dev.tidemark.partition.FolderLayout;
import dev.tidemark.partition.HivePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Holds what a walk meets against the partition keys that a source declares.
final class DeclaredKeys {

    /// Keys of the `k=v` folders whose objects lie in no partition, by folded name.
    private final Map<String, String> others = new LinkedHashMap<>();

    private boolean inPartition;
    private String lastOutside = "";

    /// Takes an object of the walk and why it is not read.
    void met(PathRules rules, PathRules.Folder folder, @Nullable IgnoredReason ignored) {
        if (!(rules.layout() instanceof FolderLayout.Declared)) {
            return;
        }
        inPartition |= folder.partition() != null && folder.ignored() != IgnoredReason.HIDDEN;
        if (inPartition
                || ignored != IgnoredReason.OUTSIDE_PARTITIONS
                || folder.prefix().equals(lastOutside)) {
            return;
        }
        lastOutside = folder.prefix();
        for (String name : lastOutside.substring(rules.path().length()).split("/", -1)) {
            HivePath.Step step = HivePath.read(name);
            if (step != null) {
                others.putIfAbsent(Schema.fold(step.key()), step.key());
            }
        }
    }

    /// Called when everything was listed and the predicate ruled no folder out.
    ///
    /// @throws MissingPartitionKeyException when all objects lie outside of the declared partitions, some
    ///     in folders of other keys, and a declared key has no folder at all
    void check(List<PathRules> paths) {
        if (inPartition || others.isEmpty()) {
            return;
        }
        for (PathRules rules : paths) {
            if (rules.layout() instanceof FolderLayout.Declared declared) {
                check(rules.path(), declared.keys());
            }
        }
    }

    private void check(String path, List<String> keys) {
        List<String> undeclared = new ArrayList<>(others.values());
        undeclared.removeIf(
                other -> keys.stream().anyMatch(key -> Schema.fold(key).equals(Schema.fold(other))));
        if (undeclared.isEmpty()) {
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            if (!others.containsKey(Schema.fold(keys.get(i)))) {
                throw new MissingPartitionKeyException(
                        i, keys.get(i), path, List.copyOf(others.values()), NearestName.of(keys.get(i), undeclared));
            }
        }
    }
}
