package dev.tidemark.parquet;

import dev.tidemark.data.DataType;
import java.util.List;
import org.apache.parquet.format.Type;

/// A column of values in the file: a top-level column itself, or what lies at the end of a path into a nested one.
///
/// @param column        index of the top-level column
/// @param steps         how to get from its vector to the one that holds the values
/// @param path          names in the file, the `list`, `element` and `key_value` between included
/// @param type          type of the values
/// @param physical      how the file stores them
/// @param width         bytes of a FIXED_LEN_BYTE_ARRAY value, else 0
/// @param maxDefinition definition level of a value that is there
/// @param maxRepetition number of lists and maps on the path
record Leaf(
        int column,
        List<Step> steps,
        List<String> path,
        DataType type,
        Type physical,
        int width,
        int maxDefinition,
        int maxRepetition) {

    Leaf {
        steps = List.copyOf(steps);
        path = List.copyOf(path);
    }

    /// One step down from a vector to one of its children.
    sealed interface Step {
        record IntoField(int index) implements Step {}

        record IntoElements() implements Step {}

        record IntoKeys() implements Step {}

        record IntoValues() implements Step {}
    }
}
