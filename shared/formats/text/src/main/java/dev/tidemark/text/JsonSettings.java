package dev.tidemark.text;

import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import java.util.List;
import java.util.Locale;

/// The options of a JSON source.
///
/// @param multiLine whether records may span lines; then objects are not split by byte range
/// @param path      where the records are
/// @param keys      what is done when an object has a name twice
record JsonSettings(boolean multiLine, JsonPath path, DuplicateKeys keys) {

    /// Which of several values of one name counts.
    enum DuplicateKeys {
        LAST,
        FIRST,
        FAIL
    }

    static final List<FormatOption> OPTIONS = List.of(
            new FormatOption(
                    "multiLine",
                    FormatOption.Kind.FLAG,
                    List.of(),
                    "records may span lines: pretty-printed objects, arrays of objects; objects are then read as a whole"),
            new FormatOption(
                    "jsonPath",
                    FormatOption.Kind.TEXT,
                    List.of(),
                    "where the records are in a document: $, .name, ['name'] and [*], as in $.result.items[*]"),
            new FormatOption(
                    "duplicateKeys",
                    FormatOption.Kind.CHOICE,
                    List.of("last", "first", "fail"),
                    "which value counts when an object has a name twice; fail makes it a bad record"),
            new FormatOption(
                    "withSchema",
                    FormatOption.Kind.TEXT,
                    List.of(),
                    "schema instead of a sample's: JSON of a StructType, or struct<name:type,...>"),
            new FormatOption(
                    "optimizePerformance",
                    FormatOption.Kind.FLAG,
                    List.of(),
                    "accepted, no effect: reading is always by columns"),
            new FormatOption(
                    "compression",
                    FormatOption.Kind.TEXT,
                    List.of(),
                    "accepted, no effect: compression is found by the first bytes"),
            new FormatOption(
                    "compressionType",
                    FormatOption.Kind.TEXT,
                    List.of(),
                    "accepted, no effect: compression is found by the first bytes"));

    static JsonSettings of(FormatOptions options) {
        return new JsonSettings(
                options.flag("multiLine", false),
                options.text("jsonPath").map(JsonPath::parse).orElse(JsonPath.DOCUMENT),
                DuplicateKeys.valueOf(options.text("duplicateKeys", "last").toUpperCase(Locale.ROOT)));
    }
}
