package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.local.LocalCatalog;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What partitions the packaged command writes, replaces and leaves alone.
final class PartitionedWriteIT {

    private static final String JOB = """
            job: write
            params: { lake: ./lake }
            bookmark: MODE
            flows:
              - name: rows
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  format: csv
                  formatOptions: { withHeader: true }
                  schema: [ { name: id, type: bigint }, { name: p, type: int } ]
                sink:
                  path: "${lake}/out/"
                  format: parquet
                  partitionKeys: [ KEY ]
                  MORE
                  catalog: { database: lake, table: out }
            """;

    private static final String RAW = """
            SELECT CAST(id AS BIGINT) AS id, note, CAST(p AS INTEGER) AS p
            FROM read_csv('lake/raw/*.csv', header = true, all_varchar = true)
            """;

    private static final String RAW_BY_DAY = """
            SELECT CAST(id AS BIGINT) AS id, CAST(p AS INTEGER) AS p, note, day
            FROM read_csv('lake/raw/*/*.csv', header = true, all_varchar = true, hive_partitioning = true,
                          hive_types = {'day': VARCHAR})
            """;

    @TempDir
    private Path folder;

    private final Random random = Seeded.of("PartitionedWriteIT").random();

    /// PW-05: three partitions, then rows of one, then none, then a crash.
    @Test
    void anOverwriteReplacesThePartitionsThatHaveRowsAndNoOthers() throws Exception {
        job("disable", "p", "mode: overwritePartitions");
        raw("raw/a.csv", 1, 2, 3);
        run().assertCommitted();
        assertThat(differences(RAW)).isEmpty();
        Map<String, String> first = out();
        assertThat(keyTypes()).containsExactly(new Field("p", DataType.INT));

        raw("raw/a.csv", 2);
        run().assertCommitted();
        Map<String, String> second = out();
        assertThat(without(second, "p=2")).isEqualTo(without(first, "p=2"));
        assertThat(second).doesNotContainKeys(only(first, "p=2").keySet().toArray(String[]::new));
        assertThat(rows("p=2")).isEqualTo(rowsOfRaw());

        raw("raw/a.csv");
        assertThat(run().exit()).isZero();
        assertThat(out()).isEqualTo(second);

        // The broken twin deletes what has no rows.
        Files.delete(folder.resolve("lake/out")
                .resolve(only(second, "p=3").keySet().iterator().next()));
        assertThat(out()).isNotEqualTo(second);
    }

    @Test
    void anOverwriteThatIsKilledLeavesTheOldRowsOrTheNewOnes() throws Exception {
        job("disable", "p", "mode: overwritePartitions");
        raw("raw/a.csv", 1, 2, 3);
        long start = System.nanoTime();
        run().assertCommitted();
        long millis = (System.nanoTime() - start) / 1_000_000;
        Set<String> old = rows("p=2");
        for (int kill = 0; kill < 4; kill++) {
            raw("raw/a.csv", 2);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-jar",
                            PackagedCommand.JAR.toString(),
                            "run",
                            folder.resolve("job.yaml").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("killed.txt").toFile())
                    .start();
            if (!process.waitFor((long) (millis * (0.5 + random.nextDouble() / 2)), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
            Set<String> seen = rows("p=2");
            assertThat(seen.containsAll(old) || seen.equals(rowsOfRaw())).isTrue();
            run().assertCommitted();
            old = rows("p=2");
            assertThat(old).isEqualTo(rowsOfRaw());
        }
    }

    /// JOB-FILE: the plan re-reads every object of each source partition that has something new.
    @Test
    void aRefreshReadsTouchedPartitionsAsAWholeAndReplacesThem() throws Exception {
        job("enable", "day", "mode: overwritePartitions\n      refresh: touched");
        for (int day = 1; day <= 3; day++) {
            raw("raw/day=2026-01-0" + day + "/a.csv", 1, 2);
            raw("raw/day=2026-01-0" + day + "/b.csv", 1, 2);
        }
        run().assertCommitted();
        assertThat(differences(RAW_BY_DAY)).isEmpty();
        Map<String, String> first = out();

        raw("raw/day=2026-01-02/c.csv", 1, 2);
        // The broken twin of this run does nothing: the comparison must see that.
        assertThat(differences(RAW_BY_DAY)).isNotEmpty();
        PackagedCommand.Ended second = run();
        second.assertCommitted();
        assertThat(second.out()).contains("1 new").contains("120 read, 120 written");
        assertThat(differences(RAW_BY_DAY)).isEmpty();
        assertThat(without(out(), "day=2026-01-02")).isEqualTo(without(first, "day=2026-01-02"));

        assertThat(run().out()).contains("NOTHING_TO_DO");
    }

    @Test
    void aRefreshByAKeyThatIsNoneOfTheSourceIsRefused() throws Exception {
        job("enable", "p", "mode: overwritePartitions\n      refresh: touched");
        raw("raw/day=2026-01-01/a.csv", 1, 2);
        PackagedCommand.Ended ended = run();
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.err())
                .contains("the partition key 'p' must be a partition key of the source (day)")
                .contains("bookmark: disable");
        assertThat(folder.resolve("lake/out")).doesNotExist();
    }

    /// PW-01 and PW-03.
    @Test
    void oddValuesAreEscapedAsHiveDoesAndComeBack() throws Exception {
        List<String> values = new ArrayList<>(List.of(
                "a/b", "a=b", "100%", "x:y", "/lead", ":lead", "it's", "[z]", "q?", "t\tb", " sp ", "ü", "a+b", ".",
                "..", "NULL", "null", "a\"b", "a#b", "a*b", "a\\b", "{", "^", "\u007f", "\u0001"));
        for (int i = 0; i < 20; i++) {
            StringBuilder drawn = new StringBuilder("r");
            for (int c = random.nextInt(1, 8); c > 0; c--) {
                drawn.append((char) random.nextInt(1, 0x180));
            }
            values.add(drawn.toString());
        }
        Files.writeString(folder.resolve("job.yaml"), """
                job: write
                flows:
                  - name: rows
                    source:
                      s3: { paths: [ "lake/raw/" ] }
                      format: json
                      schema: [ { name: id, type: bigint }, { name: k, type: string } ]
                    sink: { path: "lake/out/", format: json, partitionKeys: [ k ], catalog: { database: lake, table: out } }
                """);
        StringBuilder json = new StringBuilder("{\"id\": 0, \"k\": null}\n{\"id\": 1, \"k\": \"\"}\n");
        Map<String, String> expected = new TreeMap<>();
        expected.put("k=__HIVE_DEFAULT_PARTITION__", "01");
        List<String> distinct = values.stream().distinct().toList();
        for (int i = 0; i < distinct.size(); i++) {
            json.append("{\"id\": ").append(i + 2).append(", \"k\": \"");
            distinct.get(i).chars().forEach(c -> json.append("\\u%04x".formatted(c)));
            json.append("\"}\n");
            expected.put("k=" + hive(distinct.get(i)), String.valueOf(i + 2));
        }
        Files.createDirectories(folder.resolve("lake/raw"));
        Files.writeString(folder.resolve("lake/raw/a.json"), json);

        run().assertCommitted();

        Map<String, String> found = new TreeMap<>();
        for (String file : out().keySet()) {
            Path path = folder.resolve("lake/out").resolve(file);
            found.merge(
                    path.getName(path.getNameCount() - 2).toString(),
                    Files.readString(path).replaceAll("\\D", ""),
                    String::concat);
        }
        assertThat(found).isEqualTo(expected);
        Map<String, String> registered = new LinkedHashMap<>();
        for (CatalogPartition partition : catalog().partitions("lake", "out")) {
            String value = partition.values().getFirst();
            registered.put(value == null ? "no value" : value, partition.location());
        }
        assertThat(registered).hasSize(expected.size());
        assertThat(registered.get("no value")).endsWith("/k=__HIVE_DEFAULT_PARTITION__/");
        for (String value : distinct) {
            assertThat(registered.get(value)).endsWith("/k=" + hive(value) + "/");
        }
    }

    /// PW-07: the day is that of the job's timezone, wherever the machine stands.
    @Test
    void aDateDoesNotDependOnTheMachinesZone() throws Exception {
        List<String> folders = new ArrayList<>();
        for (String zone : List.of("UTC", "America/New_York")) {
            Path home = Files.createDirectory(folder.resolve(zone.replace('/', '-')));
            Files.createDirectories(home.resolve("lake/raw"));
            Files.writeString(
                    home.resolve("lake/raw/a.csv"),
                    "id,at\n1,2026-03-01T23:30:00-05:00\n2,2026-03-08T02:30:00\n3,2026-03-01T23:30:00\n");
            Files.writeString(home.resolve("job.yaml"), """
                    job: zone
                    flows:
                      - name: rows
                        source:
                          s3: { paths: [ "lake/raw/" ] }
                          format: csv
                          formatOptions: { withHeader: true }
                          schema: [ { name: at, type: timestamp } ]
                        transforms: [ derive: { day: "to_date(at)" } ]
                        sink: { path: "lake/out/", format: csv, partitionKeys: [ day ] }
                    """);
            PackagedCommand.PLAIN
                    .under("env", "TZ=" + zone)
                    .run(folder, List.of("run", home.resolve("job.yaml").toString()))
                    .assertCommitted();
            try (Stream<Path> list = Files.list(home.resolve("lake/out"))) {
                folders.add(list.map(path -> path.getFileName().toString())
                        .filter(name -> !name.startsWith("."))
                        .sorted()
                        .toList()
                        .toString());
            }
        }
        assertThat(folders).containsOnly("[day=2026-03-01, day=2026-03-02, day=2026-03-08]");
        // The broken twin takes the day from the machine's clock on the wall.
        OffsetDateTime first = OffsetDateTime.parse("2026-03-01T23:30:00-05:00");
        assertThat(Stream.of("UTC", "America/New_York")
                        .map(zone -> first.atZoneSameInstant(ZoneId.of(zone)).toLocalDate()))
                .doesNotHaveDuplicates();
    }

    /// As Hive's FileUtils does, written anew from its list.
    private static String hive(String value) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean special = c < 0x20 || "\u007f\"#%'*/:=?\\{[]^".indexOf(c) >= 0;
            escaped.append(special ? "%" + HexFormat.of().withUpperCase().toHexDigits((byte) c) : String.valueOf(c));
        }
        return escaped.toString();
    }

    private void job(String mode, String key, String more) throws IOException {
        Files.writeString(
                folder.resolve("job.yaml"),
                JOB.replace("MODE", mode).replace("KEY", key).replace("MORE", more));
    }

    /// Twenty rows of each given value.
    private void raw(String name, int... values) throws IOException {
        StringBuilder text = new StringBuilder("id,p,note\n");
        for (int value : values) {
            for (int row = 0; row < 20; row++) {
                text.append("%d,%d,n%x\n".formatted(random.nextInt(1_000_000), value, random.nextLong()));
            }
        }
        Path file = folder.resolve("lake").resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    private PackagedCommand.Ended run() throws Exception {
        return PackagedCommand.PLAIN.run(
                folder, List.of("run", folder.resolve("job.yaml").toString()));
    }

    private LocalCatalog catalog() {
        return new LocalCatalog(folder.resolve(".tidemark/catalog"));
    }

    private List<Field> keyTypes() {
        return catalog().table("lake", "out").orElseThrow().partitionKeys();
    }

    private List<String> differences(String sql) throws Exception {
        Path script = Files.writeString(folder.resolve("expected.sql"), sql);
        return new CompareWithDuckDb(script, folder.resolve("lake/out")).differences();
    }

    /// Visible files with their times.
    private Map<String, String> out() throws IOException {
        Map<String, String> files = new TreeMap<>();
        Path out = folder.resolve("lake/out");
        try (Stream<Path> walk = Files.walk(out)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                if (!file.toString().contains("/.tidemark-")) {
                    files.put(
                            out.relativize(file).toString(), Files.getLastModifiedTime(file) + " " + Files.size(file));
                }
            }
        }
        return files;
    }

    private Set<String> rows(String partition) throws Exception {
        List<String> files = only(out(), partition).keySet().stream()
                .map(file -> "'" + folder.resolve("lake/out").resolve(file) + "'")
                .toList();
        return query("SELECT id || ' ' || note FROM read_parquet([" + String.join(", ", files) + "])");
    }

    private Set<String> rowsOfRaw() throws Exception {
        return query("SELECT id || ' ' || note FROM read_csv('" + folder.resolve("lake/raw/a.csv")
                + "', header = true, all_varchar = true)");
    }

    private static Set<String> query(String sql) throws Exception {
        Set<String> rows = new TreeSet<>();
        try (var connection = java.sql.DriverManager.getConnection("jdbc:duckdb:");
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }

    private static Map<String, String> only(Map<String, String> files, String partition) {
        Map<String, String> some = new TreeMap<>(files);
        some.keySet().removeIf(file -> !file.startsWith(partition + "/"));
        return some;
    }

    private static Map<String, String> without(Map<String, String> files, String partition) {
        Map<String, String> some = new TreeMap<>(files);
        some.keySet().removeIf(file -> file.startsWith(partition + "/"));
        return some;
    }
}
