package dev.tidemark.reading;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.JsonRows;
import dev.tidemark.data.JsonText;
import dev.tidemark.data.RawRecords;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.ReadTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The columns of one file that has types of its own (Avro, Parquet), as the ones that were asked
/// for.
///
/// Names match case-insensitively. The reader decodes [#decoded()], which is what is wanted of the file and
/// no more, and hands the vectors to [#batch]; columns that the file lacks are null, and a record with a
/// value that does not fit its column's type is bad.
public final class FileColumns {

    private static final List<DataType> WIDER =
            List.of(DataType.TINYINT, DataType.SMALLINT, DataType.INT, DataType.BIGINT);

    private final ReadTask task;
    private final Schema asked;
    private final List<Field> decoded = new ArrayList<>();
    private final int[] places;
    private final List<@Nullable Conversion> conversions = new ArrayList<>();

    private FileColumns(List<Field> file, ReadTask task) {
        this.task = task;
        this.asked = new Schema(task.columns().stream()
                .map(column -> new Field(column.name(), column.type()))
                .toList());
        this.places = new int[asked.size()];
        Conversions types = new Conversions(task.input().location(), task.timezone());
        int[] inFile = new int[asked.size()];
        for (int i = 0; i < inFile.length; i++) {
            inFile[i] = types.place(file, asked.field(i).name(), "");
        }
        int[] inDecoded = new int[file.size()];
        Set<Integer> wanted = new HashSet<>();
        for (int place : inFile) {
            wanted.add(place);
        }
        List<Integer> askedFor = new ArrayList<>();
        for (int i = 0; i < file.size(); i++) {
            if (wanted.contains(i)) {
                inDecoded[i] = askedFor.size();
                askedFor.add(i);
            }
        }
        Consumer<String> unknown = task.notices()::unknownNestedField;
        for (int place : askedFor) {
            Field field = file.get(place);
            DataType type = asked.field(asked.indexOf(field.name())).type();
            decoded.add(new Field(field.name(), Projection.of(field.type(), type, field.name(), unknown)));
        }
        for (int i = 0; i < inFile.length; i++) {
            places[i] = inFile[i] < 0 ? -1 : inDecoded[inFile[i]];
            conversions.add(conversion(types, task.columns().get(i), places[i]));
        }
        tell(file, wanted);
    }

    /// @param file the file's columns in its order
    /// @throws AmbiguousNameException when two columns of the file have the name of one that is asked for
    /// @throws ColumnTypeException    when a column's type in the file is never read as the one asked for
    public static FileColumns of(List<Field> file, ReadTask task) {
        return new FileColumns(file, task);
    }

    private @Nullable Conversion conversion(Conversions types, ColumnSpec column, int place) {
        if (place < 0 || decoded.get(place).type().equals(column.type())) {
            return null;
        }
        return types.column(decoded.get(place).type(), column);
    }

    private void tell(List<Field> file, Set<Integer> wanted) {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            if (places[i] < 0) {
                missing.add(asked.field(i).name());
            }
        }
        if (!missing.isEmpty()) {
            task.notices().missingColumns(missing);
        }
        ReadTask.NewFields newFields = task.newFields();
        for (int i = 0; newFields != null && i < file.size(); i++) {
            if (!wanted.contains(i)) {
                newFields.found(file.get(i).name());
            }
        }
    }

    /// What is to be decoded of the file: the columns asked for that it has, in its order, with the file's
    /// types; of structs only the fields asked for. May be empty: then rows are counted only.
    public Schema decoded() {
        return new Schema(decoded);
    }

    /// Index of a column that is asked for in [#decoded()], or -1 where the file lacks it.
    public int place(String column) {
        int index = asked.indexOf(column);
        return index < 0 ? -1 : places[index];
    }

    /// Values of the file's column as what they become in batches; empty where their order may change on the way or
    /// one of them may make its record bad.
    ///
    /// @param column one that is asked for and that the file has
    /// @param inFile without nulls
    public Optional<ColumnVector> inOrder(String column, ColumnVector inFile) {
        DataType type = asked.field(asked.indexOf(column)).type();
        if (inFile.type().equals(type)) {
            return Optional.of(inFile);
        }
        boolean isWider = WIDER.indexOf(inFile.type()) >= 0 && WIDER.indexOf(inFile.type()) < WIDER.indexOf(type);
        Conversion conversion = conversions.get(asked.indexOf(column));
        if (!isWider || conversion == null) {
            return Optional.empty();
        }
        ColumnVector made = ColumnVector.of(type);
        for (int i = 0; i < inFile.size(); i++) {
            if (conversion.append(inFile, i, made) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(made);
    }

    /// The batch that was asked for.
    ///
    /// @param vectors of [#decoded()], `rows` values each; valid as long as the batch is to be
    /// @param numbers per row, its record number; 0 where unknown
    /// @param offsets per row, where it or its block begins
    /// @return null when every row was bad
    public @Nullable Batch batch(List<ColumnVector> vectors, int rows, long[] numbers, long[] offsets, BadRecords bad) {
        return batch(vectors, rows, numbers, offsets, new RowProblems(), bad);
    }

    /// @param problems of rows that the reader could not decode, to which those of conversion are added
    public @Nullable Batch batch(
            List<ColumnVector> vectors,
            int rows,
            long[] numbers,
            long[] offsets,
            RowProblems problems,
            BadRecords bad) {
        RawRecords raw = row -> json(vectors, row);
        RowOrigin origin = new RowOrigin(task.input().location(), task.input().etag(), numbers, offsets, raw);
        List<ColumnVector> columns = new ArrayList<>(places.length);
        for (int i = 0; i < places.length; i++) {
            Conversion conversion = conversions.get(i);
            if (places[i] < 0) {
                columns.add(nulls(asked.field(i).type(), rows));
            } else if (conversion == null) {
                columns.add(vectors.get(places[i]));
            } else {
                ColumnVector out = ColumnVector.of(asked.field(i).type());
                convert(conversion, vectors.get(places[i]), out, rows, problems);
                columns.add(out);
            }
        }
        Batch batch = new Batch(asked, columns, rows, origin);
        return problems.isEmpty() ? batch : without(problems, batch, origin, bad);
    }

    private static void convert(
            Conversion conversion, ColumnVector in, ColumnVector out, int rows, RowProblems problems) {
        for (int row = 0; row < rows; row++) {
            Conversion.Problem problem = conversion.appendOrNull(in, row, out);
            if (problem != null) {
                out.truncate(row);
                out.appendNull();
                problems.add(row, problem.path(), problem.reason());
            }
        }
    }

    private static @Nullable Batch without(RowProblems problems, Batch batch, RowOrigin origin, BadRecords bad) {
        int[] good = new int[batch.rows()];
        int count = 0;
        for (int row = 0; row < batch.rows(); row++) {
            Conversion.Problem problem = problems.of(row);
            if (problem == null) {
                good[count++] = row;
            } else {
                bad.reject(new BadRecord(
                        origin.object(),
                        origin.etag(),
                        origin.offset()[row],
                        origin.recordNumber()[row],
                        problem.path(),
                        problem.reason(),
                        origin.rawRecord(row)));
            }
        }
        return count == 0 ? null : batch.select(good, count);
    }

    private static ColumnVector nulls(DataType type, int rows) {
        ColumnVector vector = ColumnVector.of(type);
        for (int row = 0; row < rows; row++) {
            vector.appendNull();
        }
        return vector;
    }

    private byte[] json(List<ColumnVector> vectors, int row) {
        JsonText text = new JsonText();
        new JsonRows(text, decoded).write(vectors, row);
        return text.toBytes();
    }
}
