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
/// @param names     the header's, without their quotes; one that is empty is `col` and its number
/// @param rows      records below the header
/// @param multiLine whether a field holds a line end
/// @param openHeader whether the header is no header but with a separator that is not its own: with the one that it has
///                  names before, a quote in it is not closed
/// @param others    separators that fit as well
record CsvGuess(
        char separator,
        List<String> names,
        List<List<String>> rows,
        boolean multiLine,
        boolean openHeader,
        List<Character> others) {

    private static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|');
    private static final int RECORDS_COMPARED = 100;
    private static final int RECORDS_SEEN = 1_000;
    /// More than twice the names of any header.
    private static final int FITS = 1 << 24;
    private static final String WHOLE = "0|-?[1-9][0-9]{0,17}";
    private static final String FRACTION =
            "-?(0|[1-9][0-9]*)\\.[0-9]+([eE][+-]?[0-9]+)?|-?(0|[1-9][0-9]*)[eE][+-]?[0-9]+";
    private static final String DATE = "[0-9]{4}-[01][0-9]-[0-3][0-9]";
    private static final String TIMESTAMP =
            DATE + "[T ][0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})?";

    CsvGuess {
        names = List.copyOf(names);
        rows = List.copyOf(rows);
        others = List.copyOf(others);
    }

    /// The separator that gives header and first records the same number of fields, more than one; of several the
    /// one with the most fields. When none does, the one that divides the header, then one that divides no record.
    static CsvGuess of(String text) {
        Records best = new Records(List.of(), false, false);
        boolean openHeader = false;
        List<Character> others = new ArrayList<>();
        int most = 0;
        char separator = SEPARATORS.getFirst();
        for (char each : SEPARATORS) {
            Records records = records(text, each);
            openHeader |= records.openHeader();
            int fields = records.all().isEmpty() ? 0 : records.all().getFirst().size();
            boolean fits = records.all().stream().limit(RECORDS_COMPARED).allMatch(record -> record.size() == fields);
            int weight = 2 * fields + (fits ? fields > 1 ? FITS : 1 : 0);
            if (weight > most) {
                others.clear();
                most = weight;
                separator = each;
                best = records;
            } else if (weight == most && fits && fields > 1) {
                others.add(each);
            }
        }
        if (best.all().isEmpty()) {
            return new CsvGuess(separator, List.of(), List.of(), best.multiLine(), openHeader, others);
        }
        List<String> names = new ArrayList<>(best.all().getFirst());
        for (int i = 0; i < names.size(); i++) {
            names.set(i, names.get(i).isEmpty() ? "col" + i : names.get(i));
        }
        List<List<String>> rows = best.all().subList(1, best.all().size());
        return new CsvGuess(separator, names, rows, best.multiLine(), openHeader && names.size() == 1, others);
    }

    /// Two columns of one name, as names match in any case.
    Optional<String> nameMetTwice() {
        Map<String, String> met = new HashMap<>();
        for (String name : names) {
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

    /// @param multiLine  whether a field in quotes holds a line end
    /// @param openHeader whether the text ends in quotes of its first record, behind other fields of it
    private record Records(List<List<String>> all, boolean multiLine, boolean openHeader) {}

    /// The first records, and whether any of the text's goes over several lines. One whose quote is not closed, where
    /// the sample ends, is left out.
    private static Records records(String text, char separator) {
        List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        boolean started = false;
        boolean lineEnds = false;
        boolean multiLine = false;
        for (int at = 0; at < text.length(); at++) {
            char here = text.charAt(at);
            if (quoted) {
                lineEnds |= here == '\n' || here == '\r';
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
            } else if (here == '\n' || here == '\r') {
                // A blank line is no record, and so is what lies between the two characters of a line end.
                if (started || !record.isEmpty()) {
                    record.add(field.toString());
                    if (records.size() < RECORDS_SEEN) {
                        records.add(record);
                    }
                    multiLine |= lineEnds;
                    record = new ArrayList<>();
                }
                field.setLength(0);
                started = false;
            } else {
                field.append(here);
                started = true;
            }
        }
        return new Records(records, multiLine, quoted && records.isEmpty() && !record.isEmpty());
    }
}
