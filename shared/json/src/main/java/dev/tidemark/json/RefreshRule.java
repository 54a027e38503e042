package dev.tidemark.json;

import dev.tidemark.data.Field;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.job.TransformSpec.Derivation;
import dev.tidemark.job.TransformSpec.Mapping;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
        Set<String> known = new HashSet<>();
        keys.forEach(key -> known.add(SchemaReader.folded(key)));
        Stream.concat(flow.transforms().stream(), sink.transforms().stream()).forEach(step -> follow(step, known));
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

    /// Carries the set of columns that depend on source keys alone through one transform.
    private static void follow(TransformSpec step, Set<String> known) {
        switch (step) {
            case TransformSpec.ApplyMapping(List<Mapping> mappings, var _) -> {
                Set<String> kept = new HashSet<>();
                for (Mapping mapping : mappings) {
                    if (known.contains(SchemaReader.folded(mapping.source()))) {
                        kept.add(SchemaReader.folded(mapping.target()));
                    }
                }
                known.clear();
                known.addAll(kept);
            }
            case TransformSpec.RenameField(String from, String to, var _) -> {
                if (known.remove(SchemaReader.folded(from))) {
                    known.add(SchemaReader.folded(to));
                } else {
                    known.remove(SchemaReader.folded(to));
                }
            }
            case TransformSpec.Derive(List<Derivation> derivations, var _) ->
                derivations.forEach(derivation -> {
                    String name = SchemaReader.folded(derivation.name());
                    if (ExpressionChecks.dependsOnlyOn(derivation.expression().text(), known)) {
                        known.add(name);
                    } else {
                        known.remove(name);
                    }
                });
            case TransformSpec.SelectFields(List<String> fields, var _) ->
                known.retainAll(fields.stream().map(SchemaReader::folded).toList());
            case TransformSpec.DropFields(List<String> fields, var _) ->
                fields.forEach(field -> known.remove(SchemaReader.folded(field)));
            case TransformSpec.Explode explode -> known.remove(SchemaReader.folded(explode.as()));
            case TransformSpec.Custom _ -> known.clear();
            case TransformSpec.DropNullFields _,
                    TransformSpec.Filter _,
                    TransformSpec.ResolveChoice _,
                    TransformSpec.Unnest _ -> {}
        }
    }
}
