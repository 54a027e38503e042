package dev.tidemark.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Parquet into columns on one core, warm, Tidemark and DuckDB in turns: all columns of files that DuckDB wrote.
///
/// DuckDB aggregates each column so that it decodes all of them; Tidemark only makes the batches. Prints megabytes of
/// the same rows as CSV per CPU-second of the process.
///
/// Arguments: rows (700,000), rounds (9).
public final class ReadBenchmark {

    private static final int WARM_UPS = 6;

    private static final String ORDERS = """
            SELECT i AS order_id, CAST(uuid() AS VARCHAR) AS customer_id, 'product-' || (hash(i) % 1000) AS product,
                   CAST(hash(i * 7) % 100 AS INT) AS quantity,
                   CAST((hash(i * 3) % 1000000) / 100.0 AS DECIMAL(10, 2)) AS price,
                   TIMESTAMPTZ '2026-01-01 00:00:00+00' + INTERVAL (i) SECOND AS order_ts,
                   'country' || (hash(i * 11) % 10) AS country,
                   'comment, "' || substr(md5(CAST(i AS VARCHAR)), 1, CAST(hash(i * 5) % 30 AS INT)) || '" number ' || i
                       AS comment
            FROM range(ROWS) t(i)
            """;

    private static final String NESTED = """
            SELECT [i, i + 1, i + 2][1:(i % 4)] AS l,
                   {'a': CASE WHEN i % 3 = 0 THEN NULL ELSE i END, 'b': 'x' || (i % 100)} AS s,
                   MAP {'k' || (i % 5): i / 2.0} AS m, CASE WHEN i % 10 = 0 THEN NULL ELSE i END AS n
            FROM range(ROWS) t(i)
            """;

    private static final String OVER_ORDERS = "SELECT sum(order_id), sum(strlen(customer_id)), sum(strlen(product)),"
            + " sum(quantity), sum(price), max(order_ts), sum(strlen(country)), sum(strlen(comment)) FROM ";

    private static final String OVER_NESTED =
            "SELECT sum(len(l)), sum(s.a), sum(strlen(s.b)), sum(cardinality(m)), sum(n) FROM ";

    private ReadBenchmark() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        String rows = arguments.length > 0 ? arguments[0] : "700000";
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 9;
        Path folder = Files.createTempDirectory("read-benchmark");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = connection.createStatement()) {
            sql.execute("SET threads = 1");
            sql.execute("SET TimeZone = 'UTC'");
            Map<String, String> tables = new LinkedHashMap<>();
            tables.put(ORDERS.replace("ROWS", rows), OVER_ORDERS);
            tables.put(NESTED.replace("ROWS", rows), OVER_NESTED);
            for (Map.Entry<String, String> table : tables.entrySet()) {
                sql.execute("CREATE OR REPLACE TABLE t AS " + table.getKey());
                Path csv = folder.resolve("t.csv");
                sql.execute("COPY t TO '" + csv + "'");
                double megabytes = Files.size(csv) / 1e6;
                for (String codec : new String[] {"zstd", "snappy", "uncompressed"}) {
                    Path file = folder.resolve("t.parquet");
                    sql.execute("COPY t TO '" + file + "' (FORMAT parquet, CODEC '" + codec + "')");
                    measure(codec, file, table.getValue(), megabytes, rounds, sql);
                }
            }
        } finally {
            Files.deleteIfExists(folder.resolve("t.csv"));
            Files.deleteIfExists(folder.resolve("t.parquet"));
            Files.delete(folder);
        }
    }

    private static void measure(String codec, Path file, String query, double megabytes, int rounds, Statement sql)
            throws IOException, SQLException {
        double[] ours = new double[rounds];
        double[] theirs = new double[rounds];
        long rows = 0;
        for (int round = -WARM_UPS; round < rounds; round++) {
            long start = cpuNanos();
            rows = read(file);
            long between = cpuNanos();
            try (ResultSet result = sql.executeQuery(query + "read_parquet('" + file + "')")) {
                result.next();
            }
            if (round >= 0) {
                ours[round] = megabytes / ((between - start) / 1e9);
                theirs[round] = megabytes / ((cpuNanos() - between) / 1e9);
            }
        }
        Arrays.sort(ours);
        Arrays.sort(theirs);
        double one = ours[rounds / 2];
        double other = theirs[rounds / 2];
        System.out.printf(
                "%s, %d rows, %.1f MB: tidemark %.0f MB/s (%.0f to %.0f), duckdb %.0f MB/s (%.0f to %.0f), ratio %.2f%n",
                codec,
                rows,
                Files.size(file) / 1e6,
                one,
                ours[0],
                ours[rounds - 1],
                other,
                theirs[0],
                theirs[rounds - 1],
                one / other);
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long read(Path file) throws IOException {
        FormatReader reader = Formats.load().reader("parquet");
        Schema schema = reader.sample(new FileInput(file), 1, FormatOptions.NONE, Set.of())
                .schema();
        ReadTask task = new ReadTask(
                new FileInput(file),
                0,
                ReadTask.END,
                schema.fields().stream()
                        .map(field -> ColumnSpec.of(field.name(), field.type()))
                        .toList(),
                FormatOptions.NONE,
                ZoneOffset.UTC,
                null);
        long rows = 0;
        try (BatchReader batches = reader.open(task, record -> {
            throw new IllegalStateException(record.reason());
        })) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                rows += batch.rows();
            }
        }
        return rows;
    }

    private record FileInput(Path file) implements ObjectInput {

        @Override
        public String location() {
            return file.toUri().toString();
        }

        @Override
        public String etag() {
            return "";
        }

        @Override
        public long sizeBytes() {
            try {
                return Files.size(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public InputStream stream(long from) throws IOException {
            SeekableByteChannel channel = Files.newByteChannel(file);
            return Channels.newInputStream(channel.position(from));
        }

        @Override
        public void close() {}
    }
}
