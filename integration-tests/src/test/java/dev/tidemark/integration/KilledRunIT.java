package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.local.LocalCatalog;
import dev.tidemark.local.LocalJobLock;
import dev.tidemark.local.LocalStateStore;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packaged command is killed with SIGKILL at times drawn from a seed ([StandingRunIT] kills at exact calls);
/// the next run must leave what a run that
/// nobody killed leaves. And a run that finds the job held changes nothing.
final class KilledRunIT {

    private static final Path JAR =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent()).resolve("cli/target/tidemark.jar");

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private static final int KILLS = 8;

    /// As many output files: staging and publishing them takes long enough to be hit.
    private static final int KINDS = 60;

    private static final String JOB = """
            job: killed
            params: { lake: ./lake }
            flows:
              - name: events
                source:
                  s3: { paths: [ "${lake}/raw/events/" ] }
                  partitionKeys: [ { name: region, type: string } ]
                  format: csv
                  formatOptions: { withHeader: true }
                  groupFiles: inPartition
                  groupSize: 64KB
                transforms:
                  - applyMapping:
                      - [ id, string, id, bigint ]
                      - [ note, string, note, string ]
                      - [ day, string, day, date ]
                      - [ region, string, region, string ]
                      - [ kind, string, kind, string ]
                sink:
                  path: "${lake}/curated/events/"
                  format: parquet
                  partitionKeys: [ kind ]
                  catalog: { database: lake, table: events }
            """;

    private static final String RAW_ROWS = """
            SELECT CAST(id AS BIGINT) AS id, note, CAST(day AS DATE) AS day, region, kind
            FROM read_csv('lake/raw/events/*/*.csv', header = true, all_varchar = true, hive_partitioning = true)
            """;

    @TempDir
    private Path folder;

    private long seed;

    @BeforeEach
    void printTheSeed() {
        seed = Long.getLong("tidemark.seed", System.nanoTime() % 1_000_000);
        System.out.println("KilledRunIT: tidemark.seed=" + seed);
        assertThat(JAR).isRegularFile();
    }

    @Test
    void aRunAfterAKillLeavesWhatARunThatNobodyKilledLeaves() throws Exception {
        Unkilled unkilled = unkilled();
        Random random = new Random(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            // One draw in each of eight slices, narrower towards the end: the JVM's start leaves nothing behind.
            long millis = (long) (Math.sqrt((kill + random.nextDouble()) / KILLS) * unkilled.millis());
            String what = "seed " + seed + ", killed after " + millis + " of " + unkilled.millis() + " ms";
            Path home = killed("killed-" + kill, millis);
            System.out.println("KilledRunIT: " + what + ": " + describe(home));
            assertThat(run(home)).as(what).isZero();
            assertThat(rowDifferences(unkilled, home)).as(what).isEmpty();
            assertThat(Left.by(home)).as(what).isEqualTo(unkilled.left());
        }
    }

    /// The broken twin: one output file is lost after the recovery.
    @Test
    void aTwinThatLosesAnOutputFileAfterTheRecoveryIsCaught() throws Exception {
        Unkilled unkilled = unkilled();
        Path home = killed("twin", new Random(seed).nextLong(unkilled.millis()));
        assertThat(run(home)).isZero();
        assertThat(rowDifferences(unkilled, home)).isEmpty();
        List<Path> files = parquetFiles(home);
        Files.delete(files.get(new Random(seed).nextInt(files.size())));
        assertThat(rowDifferences(unkilled, home)).isNotEmpty();
        assertThat(Left.by(home)).isNotEqualTo(unkilled.left());
    }

    @Test
    void aRunThatFindsTheJobHeldChangesNothing() throws Exception {
        Path home = make("held");
        Process holder = new ProcessBuilder(
                        JAVA.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        home.resolve(".tidemark").toString(),
                        "killed")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = holder.inputReader(StandardCharsets.UTF_8)) {
            assertThat(said.readLine()).isEqualTo("held");
            Map<String, String> before = snapshot(home);
            assertThat(run(home)).isEqualTo(3);
            assertThat(snapshot(home)).isEqualTo(before);
            holder.getOutputStream().close();
            assertThat(holder.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            holder.destroyForcibly();
        }
        assertThat(run(home)).as("once the holder is gone").isZero();
        assertThat(Left.by(home).generation()).isEqualTo(1);
    }

    /// Holds a job's lock until its standard input ends.
    static final class Holder {

        private Holder() {}

        public static void main(String[] args) throws IOException {
            try (LocalJobLock _ = LocalJobLock.tryAcquire(Path.of(args[0]), args[1], "the test's holder")
                    .orElseThrow()) {
                System.out.println("held");
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    /// @param expected a script that selects the rows it wrote
    /// @param millis   how long it took, the JVM's start included
    private record Unkilled(Path expected, Left left, long millis) {}

    /// What stands in a folder after a run, apart from the rows and without the names that every run makes anew.
    ///
    /// @param partitions the catalog's, by values
    /// @param files      how many a partition folder has
    /// @param staged     files below any `.tidemark-staged`
    private record Left(
            String state,
            long generation,
            Map<String, String> partitions,
            Map<String, Integer> files,
            List<String> staged) {

        static Left by(Path home) throws IOException {
            String here = home.toRealPath().toString();
            Map<String, String> partitions = new TreeMap<>();
            new LocalCatalog(home.resolve(".tidemark/catalog"))
                    .partitions("lake", "events")
                    .forEach(partition -> partitions.put(
                            partition.values().toString(),
                            partition.location().replace(here, "") + partition.columns()));
            Map<String, Integer> files = new TreeMap<>();
            for (Path file : parquetFiles(home)) {
                files.merge(String.valueOf(home.relativize(file).getParent()), 1, Integer::sum);
            }
            Item head = new LocalStateStore(home.resolve(".tidemark"))
                    .get(new ItemKey("job#killed", "head"))
                    .orElseThrow();
            return new Left(
                    head.text("state").orElse("IDLE"),
                    head.number("generation").orElse(0),
                    partitions,
                    files,
                    stagedFiles(home));
        }
    }

    private Unkilled unkilled() throws Exception {
        Path home = make("unkilled");
        long start = System.nanoTime();
        assertThat(run(home)).isZero();
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        Path raw = Files.writeString(home.resolve("raw.sql"), RAW_ROWS);
        assertThat(new CompareWithDuckDb(raw, curated(home)).differences()).isEmpty();
        Left left = Left.by(home);
        assertThat(left.generation()).isEqualTo(1);
        assertThat(left.staged()).isEmpty();
        assertThat(left.partitions()).hasSize(KINDS);
        Path expected = Files.writeString(
                home.resolve("expected.sql"),
                "FROM read_parquet('lake/curated/events/*/*.parquet', hive_partitioning = true)");
        return new Unkilled(expected, left, millis);
    }

    /// A new folder whose first run got SIGKILL after some time, if it was not over by then.
    private Path killed(String name, long millis) throws IOException, InterruptedException {
        Path home = make(name);
        Process process = start(home);
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("dead in time").isTrue();
        return home;
    }

    /// What the kill left, for whoever reads the log of a failure.
    private static String describe(Path home) throws IOException {
        String head = new LocalStateStore(home.resolve(".tidemark"))
                .get(new ItemKey("job#killed", "head"))
                .flatMap(item -> item.text("state"))
                .orElse("no head");
        return "%s, %d files staged, %d published"
                .formatted(head, stagedFiles(home).size(), parquetFiles(home).size());
    }

    /// The same files for the same seed.
    private Path make(String name) throws IOException {
        Path home = folder.resolve(name);
        Random random = new Random(seed);
        int id = 0;
        for (String region : List.of("north", "south", "east", "west")) {
            Path below = Files.createDirectories(home.resolve("lake/raw/events/region=" + region));
            for (int file = 0; file < 6; file++) {
                List<String> lines = new ArrayList<>(List.of("id,note,day,kind"));
                for (int row = random.nextInt(200, 700); row > 0; row--) {
                    lines.add("%d,\"%s, %d\",%s,%s"
                            .formatted(
                                    ++id,
                                    List.of("plain", "Zürich", "say \"\"hi\"\"", "鳥")
                                            .get(random.nextInt(4)),
                                    random.nextInt(3),
                                    LocalDate.of(2026, 1, 1).plusDays(random.nextInt(300)),
                                    "k" + random.nextInt(KINDS)));
                    if (random.nextInt(10) == 0) {
                        // The same row again: a lost or a doubled copy must count.
                        lines.add(lines.getLast());
                    }
                }
                Files.writeString(below.resolve("part-" + file + ".csv"), String.join("\n", lines) + "\n");
            }
        }
        Files.writeString(home.resolve("job.yaml"), JOB);
        return home;
    }

    private Process start(Path home) throws IOException {
        return new ProcessBuilder(
                        JAVA.toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        JAR.toString(),
                        "run",
                        home.resolve("job.yaml").toString())
                .redirectErrorStream(true)
                .redirectOutput(log(home).toFile())
                .start();
    }

    private int run(Path home) throws IOException, InterruptedException {
        Process process = start(home);
        try {
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended in time").isTrue();
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            System.out.println(Files.readString(log(home), StandardCharsets.UTF_8));
        }
        return process.exitValue();
    }

    /// Beside the folder, which must stay untouched where a run has nothing to change.
    private static Path log(Path home) {
        return home.resolveSibling(home.getFileName() + ".log");
    }

    private static List<String> rowDifferences(Unkilled unkilled, Path home) throws Exception {
        return new CompareWithDuckDb(unkilled.expected(), curated(home)).differences();
    }

    private static Path curated(Path home) {
        return home.resolve("lake/curated/events");
    }

    private static List<Path> parquetFiles(Path home) throws IOException {
        return files(home).stream()
                .filter(file ->
                        file.startsWith(curated(home)) && !file.toString().contains("/.tidemark-staged/"))
                .toList();
    }

    private static List<String> stagedFiles(Path home) throws IOException {
        return files(home).stream()
                .map(file -> home.relativize(file).toString())
                .filter(file -> file.contains(".tidemark-staged/"))
                .toList();
    }

    private static List<Path> files(Path home) throws IOException {
        try (Stream<Path> walk = Files.walk(home)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /// Every path with its time, and every file's bytes.
    private static Map<String, String> snapshot(Path home) throws IOException {
        Map<String, String> paths = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(home)) {
            for (Path path : walk.toList()) {
                String bytes = Files.isRegularFile(path)
                        ? Files.size(path) + " " + HexFormat.of().formatHex(Files.readAllBytes(path))
                        : "folder";
                paths.put(home.relativize(path).toString(), Files.getLastModifiedTime(path) + " " + bytes);
            }
        }
        return paths;
    }
}
