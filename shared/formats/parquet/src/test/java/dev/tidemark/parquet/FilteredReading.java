package dev.tidemark.parquet;

import dev.tidemark.data.Batch;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionCompiler;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.expression.Functions;
import dev.tidemark.expression.RowTest;
import dev.tidemark.expression.RowTests;
import dev.tidemark.expression.TypedExpression;
import dev.tidemark.spi.BadRecordException;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a flow with a leading filter keeps of a file whose first column is `id`.
///
/// @param ids     of the rows that the condition is true for
/// @param read    rows that were handed over
/// @param skipped rows that were passed over
/// @param bytes   that were fetched
record FilteredReading(List<Integer> ids, long read, long skipped, long bytes) {

    static @Nullable RowTest test(String condition, Schema schema, ZoneId zone) {
        return RowTests.of(
                        List.of(ExpressionParser.parse(condition)),
                        schema,
                        Set.of(),
                        Functions.standard(),
                        EvaluationContext.of(Instant.EPOCH, zone))
                .orElse(null);
    }

    /// @param test what the reader is given; null: nothing
    static FilteredReading of(
            byte[] file, Schema schema, String condition, @Nullable RowTest test, long mostHeld, ZoneId zone)
            throws IOException {
        Expression parsed = ExpressionParser.parse(condition);
        TypedExpression filter = ExpressionCompiler.compileCondition(parsed, schema, Functions.standard());
        Counting input = new Counting(file);
        long[] skipped = new long[1];
        ReadTask.Notices notices = new ReadTask.Notices() {
            @Override
            public void rowsSkipped(long count) {
                skipped[0] += count;
            }
        };
        ReadTask plain = Reading.task(input, schema, zone, notices);
        ReadTask task =
                new ReadTask(input, 0, ReadTask.END, plain.columns(), plain.options(), zone, null, notices, test);
        List<Integer> ids = new ArrayList<>();
        long read = 0;
        int[] selected = new int[4096];
        try (BatchReader reader = new ParquetFormatReader(mostHeld).open(task, record -> {
            throw new BadRecordException(record);
        })) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                read += batch.rows();
                int count =
                        filter.select(batch, EvaluationContext.of(Instant.EPOCH, zone), (row, message) -> {}, selected);
                for (int i = 0; i < count; i++) {
                    int id = ((IntVector) batch.column(0)).get(selected[i]);
                    ids.add(id);
                    long number = Objects.requireNonNull(batch.origin()).recordNumber()[selected[i]];
                    if (number != id + 1) {
                        throw new AssertionError("row " + id + " is said to be record " + number);
                    }
                }
            }
        }
        return new FilteredReading(ids, read, skipped[0], input.bytes);
    }

    /// An object that counts the bytes that are taken of it.
    private static final class Counting implements ObjectInput {

        private final byte[] file;
        private long bytes;

        Counting(byte[] file) {
            this.file = file;
        }

        @Override
        public String location() {
            return "file.parquet";
        }

        @Override
        public String etag() {
            return "e";
        }

        @Override
        public long sizeBytes() {
            return file.length;
        }

        @Override
        public InputStream stream(long from) {
            return new FilterInputStream(new ByteArrayInputStream(file, (int) from, file.length - (int) from)) {
                @Override
                public int read(byte[] into, int at, int length) throws IOException {
                    int count = super.read(into, at, length);
                    bytes += Math.max(0, count);
                    return count;
                }
            };
        }

        @Override
        public void close() {}
    }
}
