package dev.tidemark.transform;

import dev.tidemark.data.Schema;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionException;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.job.TransformSpec.Derivation;
import dev.tidemark.job.TransformSpec.Mapping;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Which columns depend on nothing but the source's partition keys, after some transforms.
///
/// `refresh: touched` replaces sink partitions as a whole, and may only do so where one is fed by the source partitions
/// that are read again and by no others.
public final class SourceKeys {

    private SourceKeys() {}

    /// @param keys of the source
    /// @return folded names
    public static Set<String> after(List<TransformSpec> transforms, Collection<String> keys) {
        Set<String> known = new HashSet<>();
        keys.forEach(key -> known.add(Schema.fold(key)));
        transforms.forEach(step -> follow(step, known));
        return known;
    }

    /// Which columns are partition keys of the source with their values as they were, after some transforms.
    ///
    /// @param keys of the source
    /// @return the folded name of the key by the folded name of the column
    public static Map<String, String> carried(List<TransformSpec> transforms, Collection<String> keys) {
        Map<String, String> carried = new HashMap<>();
        keys.forEach(key -> carried.put(Schema.fold(key), Schema.fold(key)));
        transforms.forEach(step -> carry(step, carried));
        return carried;
    }

    private static void carry(TransformSpec step, Map<String, String> carried) {
        switch (step) {
            case TransformSpec.ApplyMapping(List<Mapping> mappings, var _) -> {
                Map<String, String> before = Map.copyOf(carried);
                carried.clear();
                for (Mapping mapping : mappings) {
                    String key = before.get(Schema.fold(mapping.source()));
                    if (key != null) {
                        carried.put(Schema.fold(mapping.target()), key);
                    }
                }
            }
            case TransformSpec.RenameField(String from, String to, var _) -> {
                String key = carried.remove(Schema.fold(from));
                carried.remove(Schema.fold(to));
                if (key != null) {
                    carried.put(Schema.fold(to), key);
                }
            }
            case TransformSpec.Derive(List<Derivation> derivations, var _) ->
                derivations.forEach(derivation -> carried.remove(Schema.fold(derivation.name())));
            case TransformSpec.SelectFields(List<String> fields, var _) ->
                carried.keySet().retainAll(fields.stream().map(Schema::fold).toList());
            case TransformSpec.DropFields(List<String> fields, var _) ->
                fields.forEach(field -> carried.remove(Schema.fold(field)));
            case TransformSpec.Explode explode -> carried.remove(Schema.fold(explode.as()));
            case TransformSpec.Custom _ -> carried.clear();
            case TransformSpec.DropNullFields _,
                    TransformSpec.Filter _,
                    TransformSpec.ResolveChoice _,
                    TransformSpec.Unnest _ -> {}
        }
    }

    private static void follow(TransformSpec step, Set<String> known) {
        switch (step) {
            case TransformSpec.ApplyMapping(List<Mapping> mappings, var _) -> {
                Set<String> kept = new HashSet<>();
                for (Mapping mapping : mappings) {
                    if (known.contains(Schema.fold(mapping.source()))) {
                        kept.add(Schema.fold(mapping.target()));
                    }
                }
                known.clear();
                known.addAll(kept);
            }
            case TransformSpec.RenameField(String from, String to, var _) -> {
                if (known.remove(Schema.fold(from))) {
                    known.add(Schema.fold(to));
                } else {
                    known.remove(Schema.fold(to));
                }
            }
            case TransformSpec.Derive(List<Derivation> derivations, var _) ->
                derivations.forEach(derivation -> {
                    String name = Schema.fold(derivation.name());
                    if (dependsOnlyOn(derivation.expression().text(), known)) {
                        known.add(name);
                    } else {
                        known.remove(name);
                    }
                });
            case TransformSpec.SelectFields(List<String> fields, var _) ->
                known.retainAll(fields.stream().map(Schema::fold).toList());
            case TransformSpec.DropFields(List<String> fields, var _) ->
                fields.forEach(field -> known.remove(Schema.fold(field)));
            case TransformSpec.Explode explode -> known.remove(Schema.fold(explode.as()));
            case TransformSpec.Custom _ -> known.clear();
            case TransformSpec.DropNullFields _,
                    TransformSpec.Filter _,
                    TransformSpec.ResolveChoice _,
                    TransformSpec.Unnest _ -> {}
        }
    }

    private static boolean dependsOnlyOn(String text, Set<String> known) {
        Expression parsed;
        try {
            parsed = ExpressionParser.parse(text);
        } catch (ExpressionException reportedWhereItIsRead) {
            return false;
        }
        return known.containsAll(parsed.references().stream().map(Schema::fold).toList()) && !callsTheOutside(parsed);
    }

    private static boolean callsTheOutside(Expression expression) {
        boolean calls = expression instanceof Expression.Call call
                && (call.function().toLowerCase(Locale.ROOT).startsWith("input_")
                        || call.function().toLowerCase(Locale.ROOT).startsWith("run_"));
        return calls || expression.children().stream().anyMatch(SourceKeys::callsTheOutside);
    }
}
