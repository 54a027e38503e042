package dev.tidemark.benchmarks;

import dev.tidemark.expression.Functions;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.local.LocalPorts;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Formats;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The same conversion by both engines: CSV files to Parquet, zstd level 1, partitioned.
///
/// @param table what the files hold
/// @param raw   their folder
record Conversion(GeneratedTable table, Path raw) {

    /// A whole run as the command does it on one thread: plan, bookmark, staging, fsync and commit included.
    void byTidemark(Path output, Path state) {
        Formats formats = Formats.load();
        JobFile.Result file = JobFile.read(
                job(output).getBytes(StandardCharsets.UTF_8),
                "job.yaml",
                Map.of(),
                Map.of(),
                LocalPaths.location(raw) + "/",
                FormatCatalogue.of(formats.readers().values(), formats.writers().values()));
        Random random = new Random();
        JobContext context = LocalPorts.below(state).context(file.job(), InstantSource.system(), random::nextLong);
        long budget = Runtime.getRuntime().maxMemory() / 4;
        LocalRunner runner = new LocalRunner(
                context, formats, Functions.standard(), new LocalRunner.Limits(1, budget), new Silent());
        String runId = "01BENCHMARK" + "%015d".formatted(random.nextInt(1_000_000_000));
        Supplier<String> none = () -> {
            throw new IllegalStateException("the benchmark's files have the fields that they have");
        };
        PlanOutcome outcome = runner.run(
                new RunRequest(runId, file.job().bookmark(), null, null, Instant.now(), Map.of(), false), none);
        if (!(outcome instanceof PlanOutcome.Ended)) {
            throw new IllegalStateException("the run ended as " + outcome);
        }
    }

    private String job(Path output) {
        String mapping = table.columns().stream()
                .map(column ->
                        "          - [ %s, string, %s, \"%s\" ]".formatted(column.name(), column.name(), column.type()))
                .collect(Collectors.joining("\n"));
        return """
                job: convert
                flows:
                  - name: rows
                    source:
                      s3: { paths: [ "%s" ] }
                      format: csv
                      formatOptions: { withHeader: true }
                      groupSize: %s
                    transforms:
                      - applyMapping:
                %s
                %s
                    sink:
                      path: "%s"
                      format: parquet
                      partitionKeys: [ %s ]
                """.formatted(
                        raw,
                        table.groupSize(),
                        mapping,
                        table.isDated() ? "      - derive: { day: \"cast(ts as date)\" }" : "",
                        output,
                        String.join(", ", table.keys()));
    }

    void byDuckDb(Connection connection, Path output) throws SQLException {
        try (Statement sql = connection.createStatement()) {
            sql.execute("COPY (%s) TO '%s' (FORMAT parquet, PARTITION_BY (%s), COMPRESSION zstd, COMPRESSION_LEVEL 1)"
                    .formatted(rows(), output, String.join(", ", table.keys())));
        }
    }

    /// The typed rows of the files.
    private String rows() {
        String types = table.columns().stream()
                .map(column -> "'%s': '%s'".formatted(column.name(), column.sqlType()))
                .collect(Collectors.joining(", ", "{", "}"));
        return ("SELECT *" + (table.isDated() ? ", CAST(ts AS DATE) AS day" : "")
                        + " FROM read_csv('%s/*.csv', header = true, delim = ',', quote = '\"',"
                        + " escape = '\"', allow_quoted_nulls = false, columns = %s)")
                .formatted(raw, types);
    }

    /// What the output lacks or has beyond the rows of the files, copies counted.
    long differences(Connection connection, Path output) throws SQLException {
        return different(connection, "(SELECT %s FROM (%s))".formatted(names(), rows()), read(output));
    }

    /// What one output has and the other has not, over all columns, copies counted.
    long differences(Connection connection, Path left, Path right) throws SQLException {
        return different(connection, read(left), read(right));
    }

    private static long different(Connection connection, String left, String right) throws SQLException {
        long different = 0;
        for (List<String> pair : List.of(List.of(left, right), List.of(right, left))) {
            try (Statement sql = connection.createStatement();
                    var count = sql.executeQuery("SELECT count(*) FROM (FROM %s EXCEPT ALL FROM %s)"
                            .formatted(pair.getFirst(), pair.getLast()))) {
                count.next();
                different += count.getLong(1);
            }
        }
        return different;
    }

    private String names() {
        return Stream.concat(table.columns().stream().map(GeneratedTable.Column::name), table.keys().stream())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private String read(Path output) {
        String types = table.keys().stream()
                .map(key -> "'%s': %s".formatted(key, key.equals("day") ? "DATE" : "VARCHAR"))
                .collect(Collectors.joining(", ", "{", "}"));
        return "(SELECT %s FROM read_parquet('%s/**/*.parquet', hive_partitioning = true, hive_types = %s))"
                .formatted(names(), output, types);
    }

    private static final class Silent implements LocalRunner.Progress {
        @Override
        public void planned(WorkPlan plan) {
            // Nobody looks.
        }

        @Override
        public void chunkDone(ChunkResult result) {
            // Nobody looks.
        }

        @Override
        public void committing() {
            // Nobody looks.
        }
    }
}
