package dev.tidemark.data;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one object's sample says about its columns. [SchemaMerge] makes one schema of many.
///
/// Where only nulls were seen the type is string and the place is listed in `nullOnly`. A place is a column's name,
/// with `.name` behind it for a field of a struct, `[]` for the elements of an array and `{}` for the values of a
/// map, as in `order.items[].sku`.
///
/// @param schema    columns in the object's own order
/// @param ordered   whether the order of columns means something (CSV) or not (JSON: sorted by name)
/// @param nullOnly  places in which only nulls (or nothing: empty arrays) were seen: they take any other object's type
/// @param textField in formats of elements (XML): an element that stands once in one object may stand often in another,
///                  and is an array then; a text in a place that has fields elsewhere is the field of this name. null:
///                  a place of several kinds is string
public record SampledSchema(
        Schema schema,
        boolean ordered,
        Set<String> nullOnly,
        @Nullable String textField) {

    /// A sample of a format that tells a value from an array of one.
    public SampledSchema(Schema schema, boolean ordered, Set<String> nullOnly) {
        this(schema, ordered, nullOnly, null);
    }

    public SampledSchema {
        nullOnly = Set.copyOf(nullOnly);
    }
}
