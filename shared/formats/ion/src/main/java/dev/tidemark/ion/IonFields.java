package dev.tidemark.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.ReadTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The fields of a struct by name: those of a record, or of a column's value.
final class IonFields {

    private static final int UNKNOWN = -1;
    /// So many unknown names are remembered; names that are data would grow the table without bound.
    private static final int MOST_UNKNOWN = 10_000;

    private final IonColumn<?>[] columns;
    /// Column by name as it stands in the data.
    private final Map<String, Integer> byName = new HashMap<>();
    private final Map<String, Integer> byFoldedName = new HashMap<>();
    /// Name that filled a column in the current struct.
    private final @Nullable String[] filledBy;

    private final ReadTask.@Nullable NewFields newFields;
    private final @Nullable String path;
    private final Set<String> told = new HashSet<>();
    private final List<String> untold = new ArrayList<>();

    /// @param newFields of a record: told names that are no column
    /// @param path      of a column's struct
    IonFields(
            List<String> names,
            List<IonColumn<?>> columns,
            ReadTask.@Nullable NewFields newFields,
            @Nullable String path) {
        this.path = path;
        this.columns = columns.toArray(IonColumn<?>[]::new);
        this.filledBy = new String[this.columns.length];
        this.newFields = newFields;
        for (int i = 0; i < names.size(); i++) {
            byName.put(names.get(i), i);
            byFoldedName.put(Schema.fold(names.get(i)), i);
        }
    }

    /// Reads the struct that the reader stands at into row `at`; fields it does not have are null.
    void read(IonRow row, int at) {
        IonReader reader = row.reader();
        reader.stepIn();
        int next = 0;
        for (IonType type = reader.next(); type != null; type = reader.next()) {
            String name = reader.getFieldName();
            // Structs of one file have the same fields in the same order.
            int column = next < columns.length && name.equals(filledBy[next]) ? next : column(name);
            next = column + 1;
            if (column == UNKNOWN) {
                unknown(row, name);
            } else {
                readColumn(row, column, name, type, at);
            }
        }
        reader.stepOut();
        for (IonColumn<?> column : columns) {
            if (column.vector.size() == at) {
                column.vector.appendNull();
            }
        }
    }

    private void readColumn(IonRow row, int index, String name, IonType type, int at) {
        IonColumn<?> column = columns[index];
        if (column.vector.size() > at) {
            String before = filledBy[index];
            if (!name.equals(before)) {
                row.problem(
                        column.path,
                        "one struct has the names '" + before + "' and '" + name
                                + "', equal but for case; rename one where the data is made");
            } else if (row.keys() == IonRow.DuplicateKeys.FAIL) {
                row.problem(column.path, IonProblems.TWICE);
            }
            row.notices().duplicate();
            if (row.keys() == IonRow.DuplicateKeys.FIRST) {
                return;
            }
            column.vector.truncate(at);
        }
        filledBy[index] = name;
        column.read(row, type);
        if (column.vector.size() == at) {
            // Wrong: the record is dropped, and the place is taken all the same.
            column.vector.truncate(at);
            column.vector.appendNull();
        }
    }

    private void unknown(IonRow row, String name) {
        if (told.contains(name)) {
            return;
        }
        if (path != null) {
            row.notices().unknown(path + "." + name);
        } else if (newFields != null && name.isEmpty()) {
            row.problem(
                    null,
                    "a field without a name, of which no column can be made; name it where the data is made, or set"
                            + " onSchemaChange: ignore");
        } else if (newFields != null) {
            untold.add(name);
        }
    }

    private int column(String name) {
        Integer known = byName.get(name);
        if (known == null) {
            known = byFoldedName.getOrDefault(Schema.fold(name), UNKNOWN);
            if (byName.size() < columns.length + MOST_UNKNOWN) {
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
