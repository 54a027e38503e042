package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields of an object by name: those of a record, or of a struct.
///
/// Objects mostly have the same names in the same order, and the parser gives one name the same [String] every time:
/// the
/// name that the last object had in this place is compared by identity before any table is asked.
final class JsonFields {

    private static final int UNKNOWN = -1;
    /// So many unknown names are remembered; names that are data would grow the table without bound.
    private static final int MAX_UNKNOWN = 10_000;

    private final JsonColumn<?>[] columns;
    /// Column by name as it stands in the data.
    private final Map<String, Integer> byName = new HashMap<>();
    private final Map<String, Integer> byFoldedName = new HashMap<>();
    private String[] lastNames = new String[8];
    private int[] lastColumns = new int[8];
    /// Name that filled a column in the current object.
    private final @Nullable String[] filledBy;

    private final ReadTask.@Nullable NewFields newFields;
    private final @Nullable String path;
    private final Set<String> told = new HashSet<>();
    private final List<String> untold = new ArrayList<>();

    /// The fields of a record.
    JsonFields(List<String> names, List<JsonColumn<?>> columns, ReadTask.@Nullable NewFields newFields) {
        this(names, columns, newFields, null);
    }

    /// The fields of a struct.
    JsonFields(List<String> names, List<JsonColumn<?>> columns, String path) {
        this(names, columns, null, path);
    }

    private JsonFields(
            List<String> names,
            List<JsonColumn<?>> columns,
            ReadTask.@Nullable NewFields newFields,
            @Nullable String path) {
        this.path = path;
        this.columns = columns.toArray(JsonColumn<?>[]::new);
        this.filledBy = new String[this.columns.length];
        this.newFields = newFields;
        for (int i = 0; i < names.size(); i++) {
            byName.put(names.get(i), i);
            byFoldedName.put(Schema.fold(names.get(i)), i);
        }
    }

    /// Reads the object whose opening bracket is the current token into row `row`; fields it does not have are null.
    void read(JsonCursor cursor, int row) throws IOException {
        ParserBase parser = cursor.parser();
        int place = 0;
        String name = parser.nextFieldName();
        while (name != null) {
            int column = column(name, place++);
            JsonToken token = parser.nextToken();
            if (column == UNKNOWN) {
                unknown(cursor, name);
                parser.skipChildren();
            } else {
                readColumn(cursor, column, name, token, row);
            }
            name = parser.nextFieldName();
        }
        for (JsonColumn<?> column : columns) {
            if (column.vector.size() == row) {
                column.vector.appendNull();
            }
        }
    }

    private void unknown(JsonCursor cursor, String name) {
        if (told.contains(name)) {
            return;
        }
        if (path == null) {
            if (newFields != null && name.isEmpty()) {
                cursor.problem(
                        null,
                        "a field without a name, of which no column can be made; name it where the data is made, or"
                                + " set onSchemaChange: ignore");
            } else if (newFields != null) {
                untold.add(name);
            }
        } else if (cursor.notices().unknown(path + "." + name) && told.size() < MAX_UNKNOWN) {
            told.add(name);
        }
    }

    private void readColumn(JsonCursor cursor, int index, String name, JsonToken token, int row) throws IOException {
        JsonColumn<?> column = columns[index];
        if (column.vector.size() > row) {
            String before = filledBy[index];
            if (!name.equals(before)) {
                cursor.problem(
                        column.path,
                        "one object has the names '" + before + "' and '" + name
                                + "', equal but for case; rename one where the data is made");
            } else if (cursor.keys() == JsonSettings.DuplicateKeys.FAIL) {
                cursor.problem(
                        column.path, "a name that stands twice in one object; duplicateKeys: last or first takes it");
            }
            cursor.notices().duplicate();
            if (cursor.keys() == JsonSettings.DuplicateKeys.FIRST) {
                cursor.parser().skipChildren();
                return;
            }
            column.vector.truncate(row);
        }
        filledBy[index] = name;
        column.read(cursor, token);
    }

    @SuppressWarnings(
            "ReferenceEquality") // the parser's names are canonical; an unequal reference costs a look-up only
    private int column(String name, int place) {
        if (place == lastNames.length) {
            lastNames = java.util.Arrays.copyOf(lastNames, place * 2);
            lastColumns = java.util.Arrays.copyOf(lastColumns, place * 2);
        }
        if (lastNames[place] == name) {
            return lastColumns[place];
        }
        int column = find(name);
        lastNames[place] = name;
        lastColumns[place] = column;
        return column;
    }

    private int find(String name) {
        Integer known = byName.get(name);
        if (known == null) {
            known = byFoldedName.getOrDefault(Schema.fold(name), UNKNOWN);
            if (byName.size() < columns.length + MAX_UNKNOWN) {
                byName.put(name, known);
            }
        }
        return known;
    }

    /// The record was taken: tells the names that it brought.
    void tellNewFields() {
        if (newFields != null && !untold.isEmpty()) {
            for (String name : untold) {
                if (told.add(name)) {
                    newFields.found(name);
                }
            }
            untold.clear();
        }
    }

    /// The record was not taken.
    void forgetNewFields() {
        untold.clear();
    }
}
