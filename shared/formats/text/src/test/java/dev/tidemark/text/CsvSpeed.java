package dev.tidemark.text;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.StagedOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/// How fast a table of orders (benchmarks/README.md) is read and written, in MB of CSV a second on one core.
/// Run by hand: `java -XX:+UseSerialGC -cp target/classes:target/test-classes:… dev.tidemark.text.CsvSpeed
/// [MB] [rounds]`.
final class CsvSpeed {

    private static final List<ColumnSpec> ORDERS = List.of(
            ColumnSpec.of("order_id", DataType.BIGINT),
            ColumnSpec.of("customer_id", DataType.STRING),
            ColumnSpec.of("product", DataType.STRING),
            ColumnSpec.of("quantity", DataType.INT),
            ColumnSpec.of("price", DataType.decimal(10, 2)),
            ColumnSpec.of("order_ts", DataType.TIMESTAMP),
            ColumnSpec.of("country", DataType.STRING),
            ColumnSpec.of("comment", DataType.STRING));

    private CsvSpeed() {}

    public static void main(String[] args) throws IOException {
        int megabytes = args.length > 0 ? Integer.parseInt(args[0]) : 84;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 12;
        byte[] file = orders(megabytes << 20, 42);
        for (int round = 0; round < rounds; round++) {
            long start = cpuNanos();
            long rows = read(file);
            long read = cpuNanos();
            long written = copy(file);
            long copied = cpuNanos();
            System.out.printf(
                    "%d rows: read %.0f MB/s, read and write %.0f MB/s (%d bytes)%n",
                    rows,
                    file.length / 1e6 / ((read - start) / 1e9),
                    file.length / 1e6 / ((copied - read) / 1e9),
                    written);
        }
    }

    /// CPU time of this thread: other work on the machine does not count.
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static ReadTask task(byte[] file) {
        return new ReadTask(
                new BytesInput(file),
                0,
                ReadTask.END,
                ORDERS,
                new FormatOptions(Map.of("withHeader", "true")),
                ZoneOffset.UTC,
                null);
    }

    private static long read(byte[] file) throws IOException {
        long rows = 0;
        try (BatchReader reader = new CsvFormatReader().open(task(file), CsvSpeed::refuse)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows += batch.rows();
            }
        }
        return rows;
    }

    private static void refuse(dev.tidemark.spi.BadRecord record) {
        throw new dev.tidemark.spi.BadRecordException(record);
    }

    private static long copy(byte[] file) throws IOException {
        Counter counter = new Counter();
        int[] rows = new int[8192];
        Arrays.setAll(rows, i -> i);
        try (BatchReader reader = new CsvFormatReader().open(task(file), CsvSpeed::refuse)) {
            FileWriter writer = null;
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                if (writer == null) {
                    writer = new CsvFormatWriter().create(counter, batch.schema(), FormatOptions.NONE);
                }
                writer.append(batch, rows, batch.rows());
                if (writer.bufferedBytes() > 200_000) {
                    writer.flush();
                }
            }
            if (writer != null) {
                writer.finish();
            }
        }
        return counter.written;
    }

    /// CSV of the orders schema, with quotes and commas in the comments.
    static byte[] orders(int bytes, long seed) {
        Random random = new Random(seed);
        String[] countries = {"DE", "FR", "US", "GB", "IT", "ES", "PL", "NL", "SE", "AT"};
        String[] words = {"please", "ring", "the \"\"bell\"\"", "leave, at door", "gift", "fragile", "thanks", "urgent"
        };
        ByteArrayOutputStream file = new ByteArrayOutputStream(bytes + 1024);
        StringBuilder row = new StringBuilder("order_id,customer_id,product,quantity,price,order_ts,country,comment\n");
        long id = 1_000_000;
        while (file.size() < bytes) {
            file.writeBytes(row.toString().getBytes(StandardCharsets.UTF_8));
            row.setLength(0);
            row.append(id++).append(',').append(new UUID(random.nextLong(), random.nextLong()));
            row.append(",product-").append(random.nextInt(1000)).append(',').append(random.nextInt(20) + 1);
            row.append(',').append(random.nextInt(1000)).append('.').append(random.nextInt(90) + 10);
            row.append(",2026-11-").append(random.nextInt(3) + 10).append('T').append(random.nextInt(14) + 10);
            row.append(':')
                    .append(random.nextInt(50) + 10)
                    .append(':')
                    .append(random.nextInt(50) + 10)
                    .append("Z,");
            row.append(countries[random.nextInt(10)]).append(",\"");
            for (int i = random.nextInt(4) + 1; i > 0; i--) {
                row.append(words[random.nextInt(words.length)]).append(' ');
            }
            row.append("\"\n");
        }
        return file.toByteArray();
    }

    /// Takes bytes and forgets them.
    private static final class Counter implements StagedOutput {

        private long written;

        @Override
        public void write(byte[] bytes, int from, int length) {
            written += length;
        }

        @Override
        public long position() {
            return written;
        }
    }
}
