package dev.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.data.Field;
import dev.tidemark.data.TidemarkException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runs a sample and says how what came differs from what was expected.
final class Judge {

    private static final int MOST_SHOWN = 5;

    private Judge() {}

    /// @return one line a difference; none: the sample is read as it should be
    static List<String> differences(Sample sample) throws IOException {
        WholeRun.Rows rows;
        try {
            rows = WholeRun.of(sample);
        } catch (TidemarkException refused) {
            return differences(sample.expected(), refused);
        }
        return switch (sample.expected()) {
            case Sample.Anything _ -> List.of();
            case Sample.Refused error ->
                List.of("%d rows were read, expected an error with '%s'"
                        .formatted(rows.rows().size(), error.text()));
            case Sample.Columns columns -> differences(columns, rows);
            case Sample.Ends ends -> differences(ends, rows);
        };
    }

    private static List<String> differences(Sample.Expected expected, TidemarkException refused) {
        String message = String.valueOf(refused.getMessage());
        return switch (expected) {
            case Sample.Anything _ -> List.of();
            case Sample.Refused error ->
                message.contains(error.text())
                        ? List.of()
                        : List.of("the error lacks '%s': %s".formatted(error.text(), message));
            case Sample.Columns _, Sample.Ends _ -> List.of("it was refused: " + message);
        };
    }

    private static List<String> differences(Sample.Columns expected, WholeRun.Rows rows) {
        List<String> found = new ArrayList<>(names(expected, rows));
        int count = rows.rows().size();
        if (expected.rows() >= 0 && expected.rows() != count) {
            found.add("%d rows, expected %d".formatted(count, expected.rows()));
        }
        expected.values().forEach((name, values) -> {
            if (values.size() != count) {
                found.add("column '%s' has %d values, expected %d".formatted(name, count, values.size()));
            }
        });
        if (!found.isEmpty()) {
            return found;
        }
        return expected.ordered() ? inOrder(expected, rows) : inAnyOrder(expected, rows);
    }

    private static List<String> names(Sample.Columns expected, WholeRun.Rows rows) {
        Set<String> names = new LinkedHashSet<>(rows.schema().names());
        Set<String> missing = new LinkedHashSet<>(expected.values().keySet());
        missing.removeAll(names);
        names.removeAll(expected.values().keySet());
        // Whoever writes rows down as objects leaves nulls out, and says nothing of a file without rows.
        names.removeIf(name -> expected.form() != Sample.Form.MARKED && holdsNothing(name, rows));
        List<String> found = new ArrayList<>();
        if (!missing.isEmpty()) {
            found.add("columns are missing: " + missing);
        }
        if (!names.isEmpty()) {
            found.add("columns that nobody expected: " + names);
        }
        return found;
    }

    private static boolean holdsNothing(String name, WholeRun.Rows rows) {
        int column = rows.schema().indexOf(name);
        return rows.rows().stream().allMatch(row -> row.get(column) == null);
    }

    private static List<String> inOrder(Sample.Columns expected, WholeRun.Rows rows) {
        List<String> found = new ArrayList<>();
        for (int row = 0; row < rows.rows().size() && found.size() < MOST_SHOWN; row++) {
            firstDifference(expected, row, rows, row).ifPresent(found::add);
        }
        return found;
    }

    private static List<String> inAnyOrder(Sample.Columns expected, WholeRun.Rows rows) {
        List<Integer> left = new ArrayList<>();
        for (int row = 0; row < rows.rows().size(); row++) {
            left.add(row);
        }
        List<String> found = new ArrayList<>();
        for (int row = 0; row < rows.rows().size() && found.size() < MOST_SHOWN; row++) {
            int wanted = row;
            Optional<Integer> met = left.stream()
                    .filter(each ->
                            firstDifference(expected, wanted, rows, each).isEmpty())
                    .findFirst();
            if (met.isEmpty()) {
                found.add("no row is as expected row %d".formatted(row + 1));
            } else {
                left.removeIf(each -> each.equals(met.get()));
            }
        }
        return found;
    }

    private static Optional<String> firstDifference(Sample.Columns expected, int wanted, WholeRun.Rows rows, int row) {
        List<Field> fields = rows.schema().fields();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            @Nullable Object value = rows.rows().get(row).get(i);
            List<JsonNode> values = expected.values().get(field.name());
            if (values != null && !SameValue.is(field.type(), value, values.get(wanted), expected.form())) {
                return Optional.of("row %d, column '%s' (%s): %s, expected %s"
                        .formatted(row + 1, field.name(), field.type(), value, values.get(wanted)));
            }
        }
        return Optional.empty();
    }

    private static List<String> differences(Sample.Ends expected, WholeRun.Rows rows) {
        int count = rows.rows().size();
        if (count != expected.rows()) {
            return List.of("%d rows, expected %d".formatted(count, expected.rows()));
        }
        List<String> found = new ArrayList<>();
        for (Map.Entry<JsonNode, Integer> end :
                List.of(Map.entry(expected.first(), 0), Map.entry(expected.last(), count - 1))) {
            List<Field> fields = rows.schema().fields();
            for (int i = 0; i < fields.size(); i++) {
                Field field = fields.get(i);
                JsonNode value = end.getKey().get(field.name());
                @Nullable Object read = rows.rows().get(end.getValue()).get(i);
                if (value == null || !SameValue.is(field.type(), read, value, Sample.Form.MARKED)) {
                    found.add("row %d, column '%s': %s, expected %s"
                            .formatted(end.getValue() + 1, field.name(), read, value));
                }
            }
        }
        return found;
    }
}
