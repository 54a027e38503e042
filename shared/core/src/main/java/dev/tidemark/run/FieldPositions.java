package dev.tidemark.run;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.job.SourceOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Columns of files without a header whose `schema` has names of its own: the first is the first field, and so on;
/// fields behind the last are `col2`, `col3` … by their number.
///
/// @param declared columns of the source's `schema`
record FieldPositions(List<ColumnSpec> declared) {

    private static final Pattern NUMBERED = Pattern.compile("(?i)col(\\d{1,6})");

    /// Nothing where a header names the fields, or the schema itself numbers all that it names.
    static Optional<FieldPositions> of(SourceOptions source) {
        boolean headerless = "csv".equals(source.format())
                && source.formatOptions().values().entrySet().stream()
                        .anyMatch(option -> option.getKey().equalsIgnoreCase("withHeader")
                                && option.getValue().equalsIgnoreCase("false"));
        boolean named = source.schema().stream()
                .anyMatch(column -> !NUMBERED.matcher(column.name()).matches());
        return headerless && named ? Optional.of(new FieldPositions(source.schema())) : Optional.empty();
    }

    /// A sample's `col0`, `col1` … under the declared names.
    SampledSchema named(SampledSchema sample) {
        List<Field> sampled = sample.schema().fields();
        Map<String, String> names = new HashMap<>();
        List<Field> fields = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < sampled.size(); i++) {
            Field field = sampled.get(i);
            String name = i < declared.size() ? declared.get(i).name() : field.name();
            // A further field whose number the schema gives to another: its records will be told as too long.
            if (taken.add(Schema.fold(name))) {
                names.put(field.name(), name);
                fields.add(new Field(name, field.type()));
            }
        }
        Set<String> nullOnly = new HashSet<>();
        for (String place : sample.nullOnly()) {
            String name = names.get(place);
            if (name != null) {
                nullOnly.add(name);
            }
        }
        return new SampledSchema(new Schema(fields), sample.ordered(), nullOnly);
    }

    /// The columns in the order of the fields: what earlier runs called a field gives way to the name that the schema
    /// has for it by now.
    List<ColumnSpec> columns(@Nullable Schema recorded, List<ColumnSpec> merged) {
        Set<String> names = new HashSet<>();
        declared.forEach(column -> names.add(Schema.fold(column.name())));
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; recorded != null && i < recorded.size(); i++) {
            places.put(Schema.fold(recorded.fields().get(i).name()), i);
        }
        TreeMap<Integer, ColumnSpec> further = new TreeMap<>();
        for (ColumnSpec column : merged) {
            String name = Schema.fold(column.name());
            int place = place(column, places);
            if (!names.contains(name) && place >= declared.size()) {
                further.putIfAbsent(place, column);
            }
        }
        List<ColumnSpec> columns = new ArrayList<>(declared);
        while (!further.isEmpty() && columns.size() <= further.lastKey()) {
            int place = columns.size();
            ColumnSpec column = further.get(place);
            columns.add(column == null ? ColumnSpec.of("col" + place, DataType.STRING) : column);
        }
        return List.copyOf(columns);
    }

    private static int place(ColumnSpec column, Map<String, Integer> places) {
        Matcher numbered = NUMBERED.matcher(column.name());
        return numbered.matches()
                ? Integer.parseInt(numbered.group(1))
                : places.getOrDefault(Schema.fold(column.name()), -1);
    }
}
