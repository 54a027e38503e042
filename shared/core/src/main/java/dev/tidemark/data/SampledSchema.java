package dev.tidemark.data;

import java.util.Set;

/// What one object's sample says about its columns. [SchemaMerge] makes one schema of many.
///
/// Where only nulls were seen the type is string and the place is listed in `nullOnly`. A place is a column's name,
/// with `.name` behind it for a field of a struct, `[]` for the elements of an array and `{}` for the values of a
/// map, as in `order.items[].sku`.
///
/// @param schema   columns in the object's own order
/// @param ordered  whether the order of columns means something (CSV) or not (JSON: sorted by name)
/// @param nullOnly places in which only nulls (or nothing: empty arrays) were seen: they take any other object's type
public record SampledSchema(Schema schema, boolean ordered, Set<String> nullOnly) {

    public SampledSchema {
        nullOnly = Set.copyOf(nullOnly);
    }
}
