package dev.tidemark.transform;

import dev.tidemark.data.Schema;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.job.TransformSpec.Derivation;
import dev.tidemark.job.TransformSpec.Mapping;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Follows the columns in which nobody saw a value through a transform: they may get another name, or a value.
final class NullOnly {

    private NullOnly() {}

    /// @param nulls folded names before the step
    static Set<String> after(TransformSpec step, Set<String> nulls) {
        Set<String> left = new HashSet<>(nulls);
        switch (step) {
            case TransformSpec.ApplyMapping(List<Mapping> mappings, var _) -> {
                left.clear();
                for (Mapping mapping : mappings) {
                    if (nulls.contains(Schema.fold(mapping.source()))) {
                        left.add(Schema.fold(mapping.target()));
                    }
                }
            }
            case TransformSpec.RenameField(String from, String to, var _) -> {
                if (left.remove(Schema.fold(from))) {
                    left.add(Schema.fold(to));
                }
            }
            case TransformSpec.Derive(List<Derivation> derivations, var _) ->
                derivations.forEach(derivation -> left.remove(Schema.fold(derivation.name())));
            case TransformSpec.Explode explode -> left.remove(Schema.fold(explode.as()));
            case TransformSpec.DropNullFields _, TransformSpec.Custom _ -> left.clear();
            case TransformSpec.SelectFields _,
                    TransformSpec.DropFields _,
                    TransformSpec.Filter _,
                    TransformSpec.ResolveChoice _,
                    TransformSpec.Unnest _ -> {}
        }
        return left;
    }
}
