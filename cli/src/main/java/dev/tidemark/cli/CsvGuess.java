package dev.tidemark.cli;

import dev.tidemark.data.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the first lines of a CSV file say of it.
///
/// @param separator between its fields
/// @param names     the header's, without their quotes
/// @param rows      records below the header
record CsvGuess(char separator, List<String> names, List<List<String>> rows) {

    private static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|');
    private static final int RECORDS_COMPARED = 100;
    private static final String WHOLE = "0|-?[1-9][0-9]{0,17}";
    private static final String FRACTION =
            "-?(0|[1-9][0-9]*)\\.[0-9]+([eE][+-]?[0-9]+)?|-?(0|[1-9][0-9]*)[eE][+-]?[0-9]+";
    private static final String DATE = "[0-9]{4}-[01][0-9]-[0-3][0-9]";
    private static final String TIMESTAMP =
            DATE + "[T ][0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})?";

    CsvGuess {
        names = List.copyOf(names);
        rows = List.copyOf(rows);
    }

    /// The separator that gives header and first records the same number of fields, more than one; of several the one
    /// with the most fields, and a comma when there is none.
    static CsvGuess of(String text) {
        char separator = SEPARATORS.getFirst();
        int most = 1;
        for (char each : SEPARATORS) {
            List<List<String>> records = records(text, each);
            List<List<String>> compared = records.subList(0, Math.min(RECORDS_COMPARED, records.size()));
            int fields = compared.isEmpty() ? 0 : compared.getFirst().size();
            if (fields > most && compared.stream().allMatch(record -> record.size() == fields)) {
                most = fields;
                separator = each;
            }
        }
        List<List<String>> records = records(text, separator);
        return records.isEmpty()
                ? new CsvGuess(separator, List.of(), List.of())
                : new CsvGuess(separator, records.getFirst(), records.subList(1, records.size()));
    }

    /// Two columns of one name, as names match in any case.
    Optional<String> nameMetTwice() {
        Map<String, String> met = new HashMap<>();
        // A column without a name gets one of its own.
        for (String name : names.stream().filter(each -> !each.isEmpty()).toList()) {
            String before = met.put(Schema.fold(name), name);
            if (before != null) {
                return Optional.of(
                        before.equals(name) ? "'" + name + "' twice" : "'" + before + "' and '" + name + "'");
            }
        }
        return Optional.empty();
    }

    /// The type that all values of a column look like; `string` where they differ or none is there.
    String type(int column) {
        String type = "";
        for (List<String> row : rows) {
            if (row.size() != names.size() || row.get(column).isEmpty()) {
                continue;
            }
            String found = type(row.get(column));
            if (type.isEmpty() || type.equals(found)) {
                type = found;
            } else if (List.of("bigint", "double").contains(type)
                    && List.of("bigint", "double").contains(found)) {
                type = "double";
            } else {
                return "string";
            }
        }
        return type.isEmpty() ? "string" : type;
    }

    private static String type(String value) {
        if (value.matches(WHOLE)) {
            return "bigint";
        }
        if (value.matches(FRACTION)) {
            return "double";
        }
        if (value.matches(DATE)) {
            return "date";
        }
        if (value.matches(TIMESTAMP)) {
            return "timestamp";
        }
        return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false") ? "boolean" : "string";
    }

    /// A record whose quote is not closed, where the sample ends, is left out.
    private static List<List<String>> records(String text, char separator) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        boolean started = false;
        for (int at = 0; at < text.length(); at++) {
            char here = text.charAt(at);
            if (quoted) {
                if (here != '"') {
                    field.append(here);
                } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
                    field.append(here);
                    at++;
                } else {
                    quoted = false;
                }
            } else if (here == '"' && !started) {
                quoted = true;
                started = true;
            } else if (here == separator) {
                record.add(field.toString());
                field.setLength(0);
                started = false;
            } else if (here == '\n') {
                if (started || !record.isEmpty()) {
                    record.add(field.toString());
                    records.add(record);
                    record = new ArrayList<>();
                }
                field.setLength(0);
                started = false;
            } else {
                field.append(here);
                started = true;
            }
        }
        return records;
    }
}
