package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.MemoryInput;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/// Batches keep to their bytes where some rows are a thousand times as large as the row group's average.
class BatchBytesTest {

    private static final int ROWS = 6000;
    private static final int HUGE = 400_000;

    private static int length(int row) {
        return row >= 1000 && row < 1100 ? HUGE : row % 17;
    }

    private static byte[] file(ParquetJava made, long seed) throws IOException {
        Random random = new Random(seed);
        byte[] huge = new byte[HUGE + ROWS];
        for (int i = 0; i < huge.length; i++) {
            huge[i] = (byte) ('a' + random.nextInt(26));
        }
        List<Consumer<RecordConsumer>> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            // Of other bytes each, so that no dictionary takes them.
            byte[] text = Arrays.copyOfRange(huge, row, row + length(row));
            int number = row;
            rows.add(out -> {
                out.startField("n", 0);
                out.addInteger(number);
                out.endField("n", 0);
                if (number % 5 != 0) {
                    out.startField("t", 1);
                    out.addBinary(Binary.fromConstantByteArray(text));
                    out.endField("t", 1);
                }
                out.startField("l", 2);
                out.addBinary(Binary.fromConstantByteArray(text, 0, text.length / 2));
                out.addBinary(Binary.fromConstantByteArray(text, 0, text.length / 4));
                out.endField("l", 2);
            });
        }
        return made.write(
                MessageTypeParser.parseMessageType(
                        "message m { required int32 n; optional binary t (STRING); repeated binary l (STRING); }"),
                rows);
    }

    @Test
    void noBatchIsLargerThanItsMostAndOneRow() throws IOException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("BatchBytesTest: -Dtidemark.seed=" + seed);
        for (ParquetJava made :
                List.of(ParquetJava.USUAL, ParquetJava.USUAL.withoutDictionary().with(WriterVersion.PARQUET_2_0))) {
            byte[] file = file(made, seed);
            Schema schema = Reading.schema(file);
            ReadTask task = Reading.task(new MemoryInput("f", file), schema, ZoneOffset.UTC, ReadTask.Notices.NONE);
            long largest = 0;
            int rows = 0;
            try (BatchReader reader = new ParquetFormatReader().open(task, bad -> {
                throw new AssertionError(bad.reason());
            })) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    largest = Math.max(
                            largest,
                            batch.columns().stream()
                                    .mapToLong(ColumnVector::valueBytes)
                                    .sum());
                    rows += batch.rows();
                }
            }
            assertThat(rows).isEqualTo(ROWS);
            assertThat(largest).isLessThan(Columns.MOST_BYTES + 2 * HUGE);
        }
        // The broken twin goes by the row group's average.
        long all = 0;
        for (int row = 0; row < ROWS; row++) {
            all += bytes(row);
        }
        int rowsByAverage = (int) Math.min(4096, Columns.MOST_BYTES / (all / ROWS));
        long largest = 0;
        for (int from = 0; from < ROWS; from += rowsByAverage) {
            long batch = 0;
            for (int row = from; row < Math.min(ROWS, from + rowsByAverage); row++) {
                batch += bytes(row);
            }
            largest = Math.max(largest, batch);
        }
        assertThat(largest).isGreaterThan(Columns.MOST_BYTES * 4);
    }

    private static long bytes(int row) {
        return (row % 5 == 0 ? 0L : length(row)) + length(row) / 2 + length(row) / 4;
    }
}
