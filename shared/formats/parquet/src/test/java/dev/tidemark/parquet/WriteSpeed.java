package dev.tidemark.parquet;

import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Prints how fast a table of orders (benchmarks/README.md) is written, in megabytes of the same rows as CSV
/// a CPU second.
///
/// Run its main method on the test class path; arguments: rounds, then options such as `compression=snappy`.
final class WriteSpeed {

    private static final int ROWS = 800_000;
    private static final int BATCH = 4096;
    private static final String WORDS =
            "please leave at the door, ring \"twice\" and call again before noon today thanks ";

    private WriteSpeed() {}

    static void main(String[] arguments) throws IOException {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        FormatOptions options = arguments.length > 1
                ? new FormatOptions(
                        Map.of(arguments[1].split("=", 2)[0], arguments[1].split("=", 2)[1]))
                : FormatOptions.NONE;
        long[] csvBytes = new long[1];
        List<Batch> batches = orders(csvBytes);
        for (int files : new int[] {1, 30}) {
            for (int round = 0; round < rounds; round++) {
                Counted out = new Counted();
                long start = cpu();
                write(batches, files, options, out);
                double seconds = (cpu() - start) / 1e9;
                System.out.printf(
                        "%d files: %.2f CPU s, %.0f MB/s of CSV, %.1f MB of CSV, %.1f MB of Parquet%n",
                        files, seconds, csvBytes[0] / 1e6 / seconds, csvBytes[0] / 1e6, out.bytes / 1e6);
            }
        }
    }

    /// CPU time of the process, its collector and compiler included: the machine may be shared.
    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void write(List<Batch> batches, int files, FormatOptions options, Counted out) throws IOException {
        List<FileWriter> writers = new ArrayList<>();
        ParquetFormatWriter format = new ParquetFormatWriter();
        for (int i = 0; i < files; i++) {
            writers.add(format.create(out, batches.getFirst().schema(), options));
        }
        int[] rows = new int[BATCH];
        for (Batch batch : batches) {
            for (int file = 0; file < files; file++) {
                int count = 0;
                for (int row = file; row < batch.rows(); row += files) {
                    rows[count++] = row;
                }
                writers.get(file).append(batch, rows, count);
            }
        }
        for (FileWriter writer : writers) {
            writer.finish();
        }
    }

    private static final class Counted implements StagedOutput {
        private long bytes;

        @Override
        public void write(byte[] from, int start, int length) {
            bytes += length;
        }

        @Override
        public long position() {
            return bytes;
        }
    }

    private static List<Batch> orders(long[] csvBytes) {
        Random random = new Random(42);
        Schema schema = new Schema(List.of(
                field("order_id", "bigint"),
                field("customer_id", "string"),
                field("product", "string"),
                field("quantity", "int"),
                field("price", "decimal(10,2)"),
                field("order_ts", "timestamp"),
                field("comment", "string")));
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < ROWS; from += BATCH) {
            List<ColumnVector> columns = new ArrayList<>(schema.fields().stream()
                    .map(field -> ColumnVector.of(field.type()))
                    .toList());
            int count = Math.min(BATCH, ROWS - from);
            for (int i = 0; i < count; i++) {
                csvBytes[0] += append(columns, from + i, random);
            }
            batches.add(new Batch(schema, columns, count, null));
        }
        return batches;
    }

    private static long append(List<ColumnVector> columns, int row, Random random) {
        ((LongVector) columns.get(0)).append(1_000_000L + row);
        String uuid = new java.util.UUID(random.nextLong(), random.nextLong()).toString();
        ((BytesVector) columns.get(1)).append(uuid);
        String product = "product number " + random.nextInt(1000);
        ((BytesVector) columns.get(2)).append(product);
        ((IntVector) columns.get(3)).append(1 + random.nextInt(20));
        ((LongVector) columns.get(4)).append(random.nextInt(1_000_000));
        ((LongVector) columns.get(5)).append(1_780_000_000_000_000L + random.nextInt(2_592_000) * 1_000_000L);
        int from = random.nextInt(40);
        String comment = WORDS.substring(from, from + random.nextInt(40)) + random.nextInt(1000);
        ((BytesVector) columns.get(6)).append(comment);
        // 7 + , + 36 + , + product + , + 2 + , + 7 + , + 20 + , + country 2 + , + comment and its quotes
        return 7L + 36 + product.length() + 2 + 7 + 20 + 3 + comment.length() + 2 + 8;
    }

    private static Field field(String name, String type) {
        return new Field(name, DataTypeParser.parse(type));
    }
}
