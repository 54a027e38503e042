package dev.tidemark.text;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.ReadTask;
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
        CsvHeader header = preamble.header();
        return header == null ? byPosition(task, preamble) : byName(task, header);
    }

    private static CsvLayout byName(ReadTask task, CsvHeader header) {
        List<String> names = header.names();
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
            header.refuseOtherSeparator(task.input().location(), name -> wanted.containsKey(Schema.fold(name)));
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
