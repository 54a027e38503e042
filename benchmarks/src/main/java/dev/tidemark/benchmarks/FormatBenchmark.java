package dev.tidemark.benchmarks;

import dev.tidemark.data.Batch;
import dev.tidemark.data.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.file.CodecFactory;
import org.jspecify.annotations.Nullable;

/// Each format read into columns and written from columns on one core, warm, Tidemark and its peer in turns: csv, json
/// and parquet beside DuckDB, avro beside GenericDatumReader and GenericDatumWriter, ion beside ion-java; xml and
/// grokLog, which have none, alone. (orc stands in OrcSpeed.)
///
/// Both read the peer's file, and write rows that they hold in memory to a file. Prints megabytes of the same rows as
/// CSV per CPU-second of the process. Before that, the rows that Tidemark reads are compared with DuckDB's by
/// `EXCEPT ALL`, both ways, and the sums over the columns of the file that it writes, as the peer reads it.
///
/// Arguments: rows (500,000), rounds (9), a regular expression of the formats (all).
public final class FormatBenchmark {

    private static final int WARM_UPS = 8;

    /// A round does its work as often as takes so long: the clock of CPU time ticks every 10 ms.
    private static final double SECONDS_A_ROUND = 0.3;

    /// @param query of the rows; ROWS is their number
    /// @param sums  aggregates over each column
    private record Table(String name, String query, String sums, Schema schema) {}

    static final String ORDERS = "sum(order_id), sum(strlen(customer_id)), sum(strlen(product)), sum(quantity),"
            + " sum(price), epoch_us(max(order_ts)), sum(strlen(country)), sum(strlen(comment))";

    private static final Table ORDER_ROWS = new Table(
            "orders",
            """
            SELECT i AS order_id, CAST(uuid() AS VARCHAR) AS customer_id, 'product-' || (hash(i) % 1000) AS product,
                   CAST(hash(i * 7) % 100 AS INT) AS quantity,
                   CAST((hash(i * 3) % 1000000) / 100.0 AS DECIMAL(10, 2)) AS price,
                   TIMESTAMPTZ '2026-01-01 00:00:00+00' + INTERVAL (i) SECOND AS order_ts,
                   'country' || (hash(i * 11) % 10) AS country,
                   'comment, "' || substr(md5(CAST(i AS VARCHAR)), 1, CAST(hash(i * 5) % 30 AS INT)) || '" number ' || i
                       AS comment
            FROM range(ROWS) t(i)
            """,
            ORDERS,
            RowsOnDisk.schema(columns(
                    "order_id bigint",
                    "customer_id string",
                    "product string",
                    "quantity int",
                    "price decimal(10,2)",
                    "order_ts timestamp",
                    "country string",
                    "comment string")));

    private static final Table NESTED_ROWS = new Table(
            "nested",
            """
            SELECT [i, i + 1, i + 2][1:(i % 4)] AS l,
                   {'a': CASE WHEN i % 3 = 0 THEN NULL ELSE i END, 'b': 'x' || (i % 100)} AS s,
                   MAP {'k' || (i % 5): i / 2.0} AS m, CASE WHEN i % 10 = 0 THEN NULL ELSE i END AS n
            FROM range(ROWS) t(i)
            """,
            "sum(len(l)), sum(s.a), sum(strlen(s.b)), sum(cardinality(m)), sum(n)",
            RowsOnDisk.schema(
                    columns("l array<bigint>", "s struct<a:bigint,b:string>", "m map<string,double>", "n bigint")));

    private static final String TYPES = "columns = {order_id: 'BIGINT', customer_id: 'VARCHAR', product: 'VARCHAR',"
            + " quantity: 'INTEGER', price: 'DECIMAL(10,2)', order_ts: 'TIMESTAMPTZ', country: 'VARCHAR',"
            + " comment: 'VARCHAR'}";

    private final Statement sql;
    private final Path folder;
    private final int rounds;
    private final String wanted;

    private Table table = ORDER_ROWS;
    private List<Batch> batches = List.of();
    private double megabytes;

    private FormatBenchmark(Statement sql, Path folder, int rounds, String wanted) {
        this.sql = sql;
        this.folder = folder;
        this.rounds = rounds;
        this.wanted = wanted;
    }

    public static void main(String[] arguments) throws IOException, SQLException {
        String rows = arguments.length > 0 ? arguments[0] : "500000";
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 9;
        String wanted = arguments.length > 2 ? arguments[2] : ".*";
        Path folder = Files.createTempDirectory("format-benchmark");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = connection.createStatement()) {
            sql.execute("SET threads = 1");
            sql.execute("SET TimeZone = 'UTC'");
            FormatBenchmark benchmark = new FormatBenchmark(sql, folder, rounds, wanted);
            benchmark.make(ORDER_ROWS, rows);
            benchmark.text();
            benchmark.parquet();
            benchmark.others();
            benchmark.alone();
            benchmark.make(NESTED_ROWS, rows);
            benchmark.parquet();
        } finally {
            try (Stream<Path> left = Files.list(folder)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private static Map<String, String> columns(String... columns) {
        Map<String, String> types = new LinkedHashMap<>();
        for (String column : columns) {
            int space = column.indexOf(' ');
            types.put(column.substring(0, space), column.substring(space + 1));
        }
        return types;
    }

    private void make(Table made, String rows) throws IOException, SQLException {
        table = made;
        sql.execute("CREATE OR REPLACE TABLE t AS " + table.query().replace("ROWS", rows));
        Path csv = folder.resolve("t.csv");
        sql.execute("COPY t TO '" + csv + "'");
        megabytes = Files.size(csv) / 1e6;
        Path parquet = folder.resolve("t.parquet");
        sql.execute("COPY t TO '" + parquet + "' (FORMAT parquet)");
        batches = rows("parquet", Map.of(), Map.of()).batches(parquet);
        System.out.printf("%s: %s rows, %.1f MB as CSV, %d rounds%n", table.name(), rows, megabytes, rounds);
    }

    private RowsOnDisk rows(String format, Map<String, String> reading, Map<String, String> writing) {
        return new RowsOnDisk(format, table.schema(), reading, writing);
    }

    private void text() throws IOException, SQLException {
        contest(
                "csv",
                rows("csv", Map.of("withHeader", "true"), Map.of()),
                duckDb(
                        "FORMAT csv, HEADER",
                        "read_csv('%s', header = true, auto_detect = false, delim = ',',"
                                + " quote = '\"', escape = '\"', " + TYPES + ")"));
        contest(
                "json",
                rows("json", Map.of(), Map.of()),
                duckDb("FORMAT json", "read_json('%s', format = 'newline_delimited', " + TYPES + ")"));
    }

    private void parquet() throws IOException, SQLException {
        for (String codec : List.of("zstd", "snappy", "uncompressed")) {
            String copy = "FORMAT parquet, CODEC " + codec + (codec.equals("zstd") ? ", COMPRESSION_LEVEL 1" : "");
            contest(
                    "parquet " + codec,
                    rows("parquet", Map.of(), Map.of("compression", codec.equals("uncompressed") ? "none" : codec)),
                    duckDb(copy, "read_parquet('%s')"));
        }
    }

    private Peer duckDb(String copy, String from) {
        return new DuckDbPeer(sql, copy, from, table.sums());
    }

    private void others() throws IOException, SQLException {
        List<Order> orders = Order.of(batches);
        contest(
                "avro zstd",
                rows("avro", Map.of(), Map.of("compression", "zstd")),
                new AvroPeer(CodecFactory.zstandardCodec(1), orders));
        contest(
                "avro uncompressed",
                rows("avro", Map.of(), Map.of("compression", "none")),
                new AvroPeer(CodecFactory.nullCodec(), orders));
        contest("ion binary", rows("ion", Map.of(), Map.of()), new IonPeer(false, orders));
        contest("ion text", rows("ion", Map.of(), Map.of("encoding", "text")), new IonPeer(true, orders));
    }

    private void alone() throws IOException, SQLException {
        contest("xml", rows("xml", Map.of("rowTag", "ROW"), Map.of()), null);
        if (!"grokLog".matches(wanted)) {
            return;
        }
        Path log = folder.resolve("t.log");
        sql.execute("COPY (SELECT concat_ws(' ', order_id, customer_id, product, quantity, price,"
                + " strftime(order_ts, '%Y-%m-%dT%H:%M:%SZ'), country, comment) FROM t) TO '" + log
                + "' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIM '\t')");
        String pattern = "%{INT:order_id} %{NOTSPACE:customer_id} %{NOTSPACE:product} %{INT:quantity}"
                + " %{NUMBER:price} %{NOTSPACE:order_ts} %{WORD:country} %{GREEDYDATA:comment}";
        RowsOnDisk ours = rows("grokLog", Map.of("logFormat", pattern), Map.of());
        compare(ours, log);
        race("grokLog, read", () -> ours.read(log, _ -> {}), null, null);
    }

    private void contest(String name, RowsOnDisk ours, @Nullable Peer peer) throws IOException, SQLException {
        if (!ours.format().matches(wanted)) {
            return;
        }
        Path mine = folder.resolve("ours");
        ours.write(mine, batches.stream());
        Path other = folder.resolve("theirs");
        if (peer == null) {
            compare(ours, mine);
        } else {
            peer.write(other);
            String expected = new DuckDbPeer(sql, "", "", table.sums()).sums("t");
            same(name, expected, peer.read(other));
            same(name, expected, peer.read(mine));
            compare(ours, other);
        }
        Path read = peer == null ? mine : other;
        race(name + ", read", () -> ours.read(read, _ -> {}), peer == null ? null : () -> peer.read(read), peer);
        race(
                name + ", write",
                () -> ours.write(folder.resolve("written"), batches.stream()),
                peer == null ? null : () -> peer.write(folder.resolve("written")),
                peer);
        System.out.printf(
                "  file: %.1f MB%s%n",
                Files.size(mine) / 1e6, peer == null ? "" : " (%.1f)".formatted(Files.size(other) / 1e6));
    }

    private static void same(String name, String expected, String read) {
        if (!expected.equals(read)) {
            throw new IllegalStateException(name + ": the sums are " + read + " instead of " + expected);
        }
    }

    /// What Tidemark reads, beside the rows themselves.
    private void compare(RowsOnDisk ours, Path file) throws IOException, SQLException {
        Path copy = folder.resolve("copy.parquet");
        rows("parquet", Map.of(), Map.of()).write(copy, ours.batches(file).stream());
        String read = "read_parquet('" + copy + "')";
        try (ResultSet result = sql.executeQuery("SELECT (SELECT count(*) FROM (FROM t EXCEPT ALL FROM " + read
                + ")) + (SELECT count(*) FROM (FROM " + read + " EXCEPT ALL FROM t))")) {
            result.next();
            if (result.getLong(1) > 0) {
                throw new IllegalStateException(ours.format() + ": " + result.getLong(1) + " rows differ");
            }
        }
    }

    private void race(String name, Speed.Work ours, Speed.@Nullable Work theirs, @Nullable Peer peer)
            throws IOException, SQLException {
        List<Speed> mine = new ArrayList<>();
        List<Speed> other = new ArrayList<>();
        int times = 1;
        for (int round = -WARM_UPS; round < rounds; round++) {
            Speed one = Speed.of(megabytes, times, ours);
            Speed two = theirs == null ? one : Speed.of(megabytes, times, theirs);
            if (round >= 0) {
                mine.add(one);
                other.add(two);
            } else if (round == -1) {
                double fastest = Math.max(one.perCpuSecond(), two.perCpuSecond());
                times = Math.clamp(Math.round(fastest * SECONDS_A_ROUND / megabytes), 1, 30);
            }
        }
        System.out.printf("  %s: tidemark %s", name, Speed.summary(mine));
        if (peer != null) {
            System.out.printf(
                    ", %s %s, ratio %.2f",
                    peer.name(), Speed.summary(other), Speed.medianByCpu(mine) / Speed.medianByCpu(other));
        }
        System.out.println();
    }
}
