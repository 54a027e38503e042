package dev.tidemark.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// CSV to partitioned Parquet on one core, warm, Tidemark and DuckDB in turns.
///
/// Prints megabytes of CSV per CPU-second of the whole process (compiler and collector included) and per second of
/// wall time, as medians and spreads, for the orders schema and for one drawn from the seed. Fails when the outputs
/// differ in one row. DuckDB runs on one thread and need not keep rows in order.
///
/// Arguments: megabytes of CSV (84), rounds (7), seed (from the clock).
public final class ConversionBenchmark {

    private static final int WARM_UPS = 3;
    private static final int FILES = 4;

    private ConversionBenchmark() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        long megabytes = arguments.length > 0 ? Long.parseLong(arguments[0]) : 84;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : System.nanoTime() % 1_000_000;
        System.out.println("seed " + seed);
        Path folder = Files.createTempDirectory("conversion-benchmark");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = connection.createStatement()) {
            sql.execute("SET threads = 1");
            sql.execute("SET preserve_insertion_order = false");
            sql.execute("SET TimeZone = 'UTC'");
            for (GeneratedTable table : List.of(GeneratedTable.orders(), GeneratedTable.drawn(seed))) {
                measure(table, folder, connection, megabytes << 20, rounds, seed);
                delete(folder);
            }
        } finally {
            delete(folder);
        }
    }

    private static void measure(
            GeneratedTable table, Path folder, Connection connection, long bytes, int rounds, long seed)
            throws IOException, SQLException {
        Path raw = folder.resolve("raw");
        double written = table.write(raw, bytes, FILES, seed) / 1e6;
        Conversion conversion = new Conversion(table, raw);
        System.out.printf(
                "%s: %.1f MB of CSV, %d columns%n",
                table.name(), written, table.columns().size());
        List<Speed> tidemark = new ArrayList<>();
        List<Speed> duckDb = new ArrayList<>();
        for (int round = -WARM_UPS; round < rounds; round++) {
            Path ours = folder.resolve("tidemark-" + round);
            Path theirs = folder.resolve("duckdb-" + round);
            Path state = folder.resolve("state-" + round);
            Speed one = Speed.of(written, () -> conversion.byTidemark(ours, state));
            Speed other = Speed.of(written, () -> conversion.byDuckDb(connection, theirs));
            System.out.printf("  %s: tidemark %s, duckdb %s%n", round < 0 ? "warm-up" : "round " + round, one, other);
            if (round >= 0) {
                tidemark.add(one);
                duckDb.add(other);
            }
            if (round < 0 || round == rounds - 1) {
                long different = conversion.differences(connection, ours, theirs);
                if (different > 0) {
                    throw new IllegalStateException(different + " rows differ between the engines' outputs");
                }
            }
            delete(ours);
            delete(theirs);
            delete(state);
        }
        System.out.printf(
                "  median of %d: tidemark %s, %.0f MB/s by the clock, duckdb %s, %.0f by the clock: %.2f times DuckDB's speed"
                        + " per CPU-second (outputs equal)%n",
                rounds,
                Speed.summary(tidemark),
                Speed.median(tidemark.stream().map(Speed::perWallSecond)),
                Speed.summary(duckDb),
                Speed.median(duckDb.stream().map(Speed::perWallSecond)),
                Speed.medianByCpu(tidemark) / Speed.medianByCpu(duckDb));
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> below = Files.walk(folder)) {
                for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
