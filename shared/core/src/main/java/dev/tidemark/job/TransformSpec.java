package dev.tidemark.job;

import dev.tidemark.data.DataType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One step between reader and writer, as declared.
public sealed interface TransformSpec {

    /// Of the step and its keys.
    Places places();

    /// Keeps, renames and casts the columns named, in order; drops all others.
    record ApplyMapping(List<Mapping> mappings, Places places) implements TransformSpec {
        public ApplyMapping {
            mappings = List.copyOf(mappings);
        }
    }

    /// One entry of applyMapping. The source type must equal the column's.
    record Mapping(String source, DataType sourceType, String target, DataType targetType, Place place) {}

    /// Keeps the columns named, in this order. Fields of structs by path: `user.id`.
    record SelectFields(List<String> fields, Places places) implements TransformSpec {
        public SelectFields {
            fields = List.copyOf(fields);
        }
    }

    /// Drops the columns named.
    record DropFields(List<String> fields, Places places) implements TransformSpec {
        public DropFields {
            fields = List.copyOf(fields);
        }
    }

    /// Gives a column another name, in its place.
    record RenameField(String from, String to, Places places) implements TransformSpec {}

    /// Drops the columns whose type no value of the sample told (Glue's DropNullFields).
    record DropNullFields(Places places) implements TransformSpec {}

    /// Keeps the rows for which the expression is true.
    record Filter(ExpressionText expression, Places places) implements TransformSpec {}

    /// Adds columns, or replaces those of the same name, one after the other: each may use those before it.
    record Derive(List<Derivation> derivations, Places places) implements TransformSpec {
        public Derive {
            derivations = List.copyOf(derivations);
        }
    }

    /// One column of `derive`; `place` is that of its name.
    record Derivation(String name, ExpressionText expression, Place place) {}

    /// Decides columns of several types: by `specs` (path, action), or one `choice` for all.
    record ResolveChoice(List<ChoiceSpec> specs, @Nullable String choice, Places places) implements TransformSpec {
        public ResolveChoice {
            specs = List.copyOf(specs);
        }
    }

    /// @param path   `a.b`, `a[].b`
    /// @param action `cast:bigint`, `project:string`, `make_cols`, `make_struct`
    record ChoiceSpec(String path, String action, Place place) {}

    /// One row for each element of an array column, or entry of a map column.
    ///
    /// @param as    name of the element's column; the array's own name when left out
    /// @param outer whether a row without elements is kept, with null
    record Explode(String column, String as, boolean outer, Places places) implements TransformSpec {}

    /// Turns the fields of struct columns into columns `struct<separator>field`, all levels down.
    ///
    /// @param fields struct columns; empty: all
    record Unnest(List<String> fields, String separator, Places places) implements TransformSpec {
        public Unnest {
            fields = List.copyOf(fields);
        }
    }

    /// A transform of the user's own, found by ServiceLoader under its name.
    record Custom(String name, Map<String, String> options, Places places) implements TransformSpec {
        public Custom {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }
}
