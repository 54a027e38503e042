package dev.tidemark.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a report says about values that were read in another way than they stand in the files.
final class ReadWarnings {

    /// So many fields of structs are named by each chunk.
    static final int MOST_FIELDS = 10;

    private ReadWarnings() {}

    static String finerThanMicros(String column) {
        return "Timestamps of '" + column + "' have digits below the microsecond, which were dropped (rounded down).";
    }

    /// @param fields path of each field, and the first object that has it
    static List<String> nestedFields(SequencedMap<String, String> fields) {
        List<String> warnings = new ArrayList<>();
        fields.forEach((path, object) -> {
            if (warnings.size() < MOST_FIELDS) {
                warnings.add("Field '%s' of %s is not in the type of its column and was left out; add it to the type in"
                                .formatted(path, object)
                        + " the source's schema, or set onSchemaChange to fail.");
            }
        });
        if (fields.size() > MOST_FIELDS) {
            warnings.add("%,d more fields of structs are not in the types of their columns and were left out."
                    .formatted(fields.size() - MOST_FIELDS));
        }
        return warnings;
    }

    /// @param fields that were left out under `onSchemaChange: ignore`
    static String leftOut(Collection<String> fields) {
        String more = fields.size() > MOST_FIELDS ? " and %,d more".formatted(fields.size() - MOST_FIELDS) : "";
        return "%,d %s of the files %s left out (onSchemaChange: ignore): %s%s."
                .formatted(
                        fields.size(),
                        fields.size() == 1 ? "field" : "fields",
                        fields.size() == 1 ? "is" : "are",
                        fields.stream().limit(MOST_FIELDS).collect(Collectors.joining(", ")),
                        more);
    }

    /// @param rejected records
    /// @param files    locations of those that they are in
    static String setAside(long rejected, List<String> files) {
        String first = files.getFirst();
        return "%,d bad %s set aside in %s."
                .formatted(
                        rejected,
                        rejected == 1 ? "record is" : "records are",
                        files.size() == 1
                                ? first
                                : "%,d files in %s"
                                        .formatted(files.size(), first.substring(0, first.lastIndexOf('/') + 1)));
    }

    /// @param columns by column of the schema, the objects whose headers do not have it
    static List<String> missingColumns(SequencedMap<String, List<String>> columns) {
        List<String> warnings = new ArrayList<>();
        columns.forEach((column, objects) ->
                warnings.add("Column '%s' of the source's schema is not in the header of %s%s; it is null there."
                        .formatted(
                                column,
                                objects.getFirst(),
                                objects.size() == 1 ? "" : " and of %,d more objects".formatted(objects.size() - 1))));
        return warnings;
    }

    /// @param declared columns of the source's schema
    /// @return what is wrong with a header that has none of them, and what to do
    static String noDeclaredColumn(List<String> declared) {
        String names = declared.stream()
                .limit(MOST_FIELDS)
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(", "));
        return "its header has no column that the source's schema declares ("
                + names
                + (declared.size() > MOST_FIELDS ? ", …" : "")
                + "), so that all of them would be null. Set withHeader to false if its first line is a record, correct"
                + " the separator or the names in the schema, or, if the object is right, declare one of its columns too";
    }

    /// @param count names that stood in one object again, in all records of a flow
    /// @param keys  the source's `duplicateKeys`, null where it is not set
    static String duplicateKeys(long count, @Nullable String keys) {
        String kept = keys == null ? "last" : keys;
        return ("%,d %s again in one object; the %s value was taken. Set formatOptions.duplicateKeys to fail to have"
                        + " such records rejected.")
                .formatted(count, count == 1 ? "name stands" : "names stand", kept);
    }

    /// @param byObject how many annotations of each object's values were dropped; at least one object
    static String annotations(SequencedMap<String, Long> byObject) {
        long count = byObject.values().stream().mapToLong(Long::longValue).sum();
        return "%,d %s of values in %s%s dropped: a column has no place for them."
                .formatted(
                        count,
                        count == 1 ? "annotation" : "annotations",
                        byObject.firstEntry().getKey(),
                        (byObject.size() == 1 ? "" : " and %,d more objects".formatted(byObject.size() - 1))
                                + (count == 1 ? " was" : " were"));
    }
}
