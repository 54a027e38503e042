package dev.tidemark.json;

import dev.tidemark.data.Field;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.transform.SourceKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// `refresh: touched` reads again the source partitions that have something new. That replaces sink partitions as a
/// whole only if a sink partition is fed by those source partitions alone: its keys must be keys of the source, or
/// be derived from them.
final class RefreshRule {

    private RefreshRule() {}

    static void check(Flow flow, Sink sink, Reading reading) {
        if (!flow.source().options().places().says("partitionKeys")) {
            return; // keys found from folders are only known to the plan, which checks them
        }
        List<String> keys = flow.source().options().partitionKeys().stream()
                .map(Field::name)
                .toList();
        List<TransformSpec> transforms = new ArrayList<>(flow.transforms());
        transforms.addAll(sink.transforms());
        Set<String> known = SourceKeys.after(transforms, keys);
        for (int i = 0; i < sink.partitionKeys().size(); i++) {
            String key = sink.partitionKeys().get(i);
            if (!known.contains(SchemaReader.folded(key))) {
                reading.mistake(
                        sink.places().of("partitionKeys[" + i + "]"),
                        "With refresh: touched the key '" + key
                                + "' must be a partition key of the source or be derived from them alone: rows of partitions that are not read again would be lost.",
                        "Keys of the source: " + String.join(", ", keys) + ". Or write bookmark: disable.");
            }
        }
    }
}
