package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A format with types of its own beside another library that knows it too, for the contracts of such formats.
///
/// The other library is the judge: no expected value comes from the format under test.
public abstract class FormatFixture {

    /// What errors must name.
    protected static final String LOCATION = "s3://test/in/file";

    static final int ROWS = 200;

    private final Seeded seeded = Seeded.of(getClass().getSimpleName());

    final Random random = seeded.random();

    /// Asks the subclass when values are drawn, never before.
    @SuppressWarnings("this-escape")
    final Values values = new Values(random, micros -> holdsTimestamp(micros));

    protected abstract FormatReader reader();

    protected abstract FormatWriter writer();

    /// A file of these rows made by another library. Its types are [#stored] of the schema's.
    protected abstract byte[] writtenByOther(Schema schema, List<List<@Nullable Object>> rows) throws IOException;

    /// The rows of a file as another library reads them, in [Values]' form of the stored types.
    protected abstract List<List<@Nullable Object>> readByOther(byte[] file, Schema schema) throws IOException;

    /// The type that a column of `type` has in a file: the nearest that the format knows.
    protected DataType stored(DataType type) {
        return type;
    }

    /// Whether a file of the format can hold this time, in microseconds since the epoch.
    protected boolean holdsTimestamp(long micros) {
        return true;
    }

    final Schema stored(Schema schema) {
        return new Schema(schema.fields().stream()
                .map(field -> new Field(field.name(), stored(field.type())))
                .toList());
    }

    protected FormatOptions readOptions() {
        return FormatOptions.NONE;
    }

    static Schema one(DataType type) {
        return Schema.of(new Field("id", DataType.INT), new Field("v", type));
    }

    protected static DataType type(String text) {
        return DataTypeParser.parse(text);
    }

    /// Columns `a bigint`, `b string`, `c array<double>`.
    protected static Schema wide() {
        return Schema.of(
                new Field("a", DataType.BIGINT),
                new Field("b", DataType.STRING),
                new Field("c", new DataType.Array(DataType.DOUBLE)));
    }

    protected final byte[] written(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        MemoryOutput output = new MemoryOutput();
        writer().check(schema, FormatOptions.NONE);
        FileWriter file = writer().create(output, schema, FormatOptions.NONE);
        file.append(Values.batch(schema, rows), IntStream.range(0, rows.size()).toArray(), rows.size());
        file.finish();
        return output.toBytes();
    }

    protected final Schema sampled(byte[] file) throws IOException {
        return reader().sample(new MemoryInput(LOCATION, file), 1 << 20, readOptions(), Set.of())
                .schema();
    }

    protected final List<List<@Nullable Object>> read(byte[] file, Schema asked) throws IOException {
        return read(file, asked, 0, ReadTask.END, new Told());
    }

    protected final List<List<@Nullable Object>> read(byte[] file, Schema asked, long from, long to, Told told)
            throws IOException {
        return read(file, asked, from, to, told, null);
    }

    /// @param bad where bad records go; null: there must be none
    protected final List<List<@Nullable Object>> read(
            byte[] file, Schema asked, long from, long to, Told told, @Nullable List<BadRecord> bad)
            throws IOException {
        List<ColumnSpec> columns = asked.fields().stream()
                .map(field -> ColumnSpec.of(field.name(), field.type()))
                .toList();
        int piece = 1 + random.nextInt(5000);
        ReadTask task = new ReadTask(
                new MemoryInput(LOCATION, file, piece),
                from,
                to,
                columns,
                readOptions(),
                ZoneOffset.UTC,
                told.found::add,
                told);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (BatchReader batches = reader().open(task, record -> {
            if (bad == null) {
                throw new AssertionError(record.column() + ": " + record.reason());
            }
            bad.add(record);
        })) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                assertThat(batch.rows()).isPositive();
                rows.addAll(Values.rows(batch));
            }
        }
        return rows;
    }

    /// What a reader told about a file.
    protected static final class Told implements ReadTask.Notices {

        final List<String> found = new ArrayList<>();
        final List<String> missing = new ArrayList<>();
        final List<String> nested = new ArrayList<>();

        /// Nothing was told yet.
        public Told() {}

        @Override
        public void missingColumns(List<String> columns) {
            missing.addAll(columns);
        }

        @Override
        public void unknownNestedField(String path) {
            nested.add(path);
        }
    }
}
