package dev.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A file and what must come of reading it.
///
/// @param name     its path below the folder of samples, for reports
/// @param file     the file
/// @param object   the name that the object has in the run: extensions say something there
/// @param bytes    what the object holds; null: what the file holds
/// @param options  `format`, `formatOptions`, `schema`, `timezone` of the source
/// @param expected what other libraries say
record Sample(String name, Path file, String object, byte @Nullable [] bytes, ObjectNode options, Expected expected) {

    /// The ways to write values down.
    enum Form {
        /// `F.expected.json`: `$dec`, `$b64`, `$map`, `$f`, ISO dates and times.
        MARKED,
        /// `.jsn.gz` beside an ORC file, as `orc-tools data` prints rows.
        ORC_TOOLS,
        /// Texts only; an empty one may be null (csv-spectrum).
        TEXTS,
        /// Values of JSON: where the column is a string, its text is JSON (JSONTestSuite).
        JSON
    }

    /// What a run must give.
    sealed interface Expected {}

    /// These columns, those and no others.
    ///
    /// @param values  of each column by name
    /// @param rows    how many there must be; -1: as many as the columns have values
    /// @param ordered whether rows are in this order
    record Columns(Map<String, List<JsonNode>> values, long rows, boolean ordered, Form form) implements Expected {}

    /// So many rows of these columns, with these at both ends (large files, of our own copy).
    record Ends(long rows, JsonNode first, JsonNode last) implements Expected {}

    /// A typed error with this text in its message.
    record Refused(String text) implements Expected {}

    /// Nobody said: rows, or a typed error.
    record Anything() implements Expected {}

    Sample withExpected(Expected other) {
        return new Sample(name, file, object, bytes, options, other);
    }
}
