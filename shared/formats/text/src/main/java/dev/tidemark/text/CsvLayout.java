package dev.tidemark.text;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Which field of a record fills which column.
///
/// @param slotOfField    for each field the index of the column it fills, or -1
/// @param expectedFields how many fields a record must have
record CsvLayout(int[] slotOfField, int expectedFields) {

    static CsvLayout of(ReadTask task, CsvPreamble preamble) {
        List<String> names = preamble.names();
        return names == null ? byPosition(task, preamble) : byName(task, names);
    }

    private static CsvLayout byName(ReadTask task, List<String> names) {
        Map<String, Integer> wanted = new HashMap<>();
        for (int i = 0; i < task.columns().size(); i++) {
            wanted.put(Schema.fold(task.columns().get(i).name()), i);
        }
        int[] slots = new int[names.size()];
        int found = 0;
        ReadTask.NewFields newFields = task.newFields();
        for (int i = 0; i < slots.length; i++) {
            slots[i] = wanted.getOrDefault(Schema.fold(names.get(i)), -1);
            found += slots[i] >= 0 ? 1 : 0;
        }
        if (found == 0 && !task.columns().isEmpty()) {
            refuseOtherSeparator(task, names);
        }
        if (found < task.columns().size()) {
            tellMissing(task, slots);
        }
        for (int i = 0; i < slots.length && newFields != null; i++) {
            if (slots[i] < 0) {
                newFields.found(names.get(i));
            }
        }
        return new CsvLayout(slots, slots.length);
    }

    private static void tellMissing(ReadTask task, int[] slots) {
        Set<Integer> filled = Arrays.stream(slots).boxed().collect(Collectors.toSet());
        task.notices()
                .missingColumns(IntStream.range(0, task.columns().size())
                        .filter(column -> !filled.contains(column))
                        .mapToObj(column -> task.columns().get(column).name())
                        .toList());
    }

    /// One name that holds what other files separate names with, and is none of those asked for: every column of
    /// every record would be null without a word.
    private static void refuseOtherSeparator(ReadTask task, List<String> names) {
        String only = names.get(0);
        if (names.size() == 1 && only.chars().anyMatch(c -> c == ',' || c == ';' || c == '\t' || c == '|')) {
            throw new UnreadableObjectException(
                    task.input().location(),
                    "its header is one field, '" + (only.length() > 80 ? only.substring(0, 80) + "…" : only)
                            + "', and none of the columns asked for. Set the option separator to what stands between the"
                            + " names",
                    null);
        }
    }

    private static CsvLayout byPosition(ReadTask task, CsvPreamble preamble) {
        List<ColumnSpec> columns = task.columns();
        boolean numbered = !columns.isEmpty()
                && columns.stream().allMatch(column -> column.name().matches("(?i)col\\d{1,6}"));
        int fields = columns.size();
        if (numbered || columns.isEmpty()) {
            fields = preamble.fields();
            for (ColumnSpec column : columns) {
                fields = Math.max(fields, number(column) + 1);
            }
        }
        int[] slots = new int[fields];
        Arrays.fill(slots, -1);
        for (int i = 0; i < columns.size(); i++) {
            slots[numbered ? number(columns.get(i)) : i] = i;
        }
        ReadTask.NewFields newFields = task.newFields();
        for (int i = 0; i < fields && newFields != null; i++) {
            if (slots[i] < 0) {
                newFields.found("col" + i);
            }
        }
        return new CsvLayout(slots, fields);
    }

    private static int number(ColumnSpec column) {
        return Integer.parseInt(column.name().substring(3));
    }
}
