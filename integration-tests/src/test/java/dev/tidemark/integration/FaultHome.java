package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A job's folder after one committed run, with something new to read: what each fault of [BadInputIT] begins from.
///
/// It can be put back in place. Files are written where they are, so that they keep their inode and with it their
/// ETag.
final class FaultHome {

    static final String JOB = """
            job: faults
            params: { lake: ./lake }
            flows:
              - name: orders
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: day, type: date } ]
                  format: csv
                  formatOptions: { withHeader: true }
                  schema: [ { name: id, type: bigint }, { name: amount, type: "decimal(10,2)" } ]
                onSchemaChange: ignore
                transforms:
                  - filter: "amount is not null"
                sink:
                  path: "${lake}/curated/"
                  format: parquet
                  partitionKeys: [ country ]
                  catalog: { database: lake, table: orders }
            """;

    private static final String HEADER = "id,amount,country,note\n";

    private final Path folder;
    private final Random random;
    private Map<Path, Kept> kept = Map.of();

    /// @param isFolder then without bytes
    @SuppressWarnings("ArrayRecordComponent")
    private record Kept(byte[] bytes, FileTime time, boolean isFolder) {}

    /// @param folder is made; everything in it belongs to this home
    FaultHome(Path folder, Random random) throws IOException {
        this.folder = Files.createDirectory(folder.toAbsolutePath());
        this.random = random;
    }

    /// The run that commits, then a new object; then everything is remembered.
    void make(Path logs) throws IOException, InterruptedException {
        write("job.yaml", JOB);
        for (int day = 1; day <= 3; day++) {
            write("lake/raw/day=2026-01-0" + day + "/a.csv", rows(20 + random.nextInt(60)));
        }
        PackagedCommand.PLAIN
                .makingCache(logs.resolve("aot"))
                .run(logs, List.of("run", path("job.yaml").toString()))
                .assertCommitted();
        write("lake/raw/day=2026-01-04/a.csv", rows(20 + random.nextInt(60)));
        kept = read();
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    /// A CSV file of the job's columns.
    String rows(int count) {
        StringBuilder text = new StringBuilder(HEADER);
        for (int row = 0; row < count; row++) {
            text.append("%d,%d.%02d,%s,note %x\n"
                    .formatted(
                            random.nextInt(1_000_000),
                            random.nextInt(10_000),
                            random.nextInt(100),
                            List.of("de", "fr", "it").get(random.nextInt(3)),
                            random.nextLong()));
        }
        return text.toString();
    }

    void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    void write(String name, byte[] bytes) throws IOException {
        Files.createDirectories(path(name).resolveSibling("."));
        Files.write(path(name), bytes);
    }

    /// A new object of the source.
    void raw(String name, String text) throws IOException {
        write("lake/raw/day=2026-01-05/" + name, text);
    }

    void raw(String name, byte[] bytes) throws IOException {
        write("lake/raw/day=2026-01-05/" + name, bytes);
    }

    /// Changes the job file. What is to be changed must be there.
    void job(String from, String to) throws IOException {
        String text = Files.readString(path("job.yaml"));
        assertThat(text).contains(from);
        write("job.yaml", text.replace(from, to));
    }

    /// The only file of the state that matches.
    Path state(String glob) throws IOException {
        try (Stream<Path> walk = Files.walk(path(".tidemark"))) {
            var matcher = folder.getFileSystem().getPathMatcher("glob:" + path(".tidemark") + "/" + glob);
            List<Path> found = walk.filter(matcher::matches).toList();
            assertThat(found).as(glob).hasSize(1);
            return found.getFirst();
        }
    }

    /// Every path below the folder with its bytes and time, for comparison.
    Map<String, String> snapshot() throws IOException {
        Map<String, String> all = new TreeMap<>();
        read().forEach((path, it) -> all.put(
                folder.relativize(path).toString(),
                it.isFolder() ? "folder" : it.time() + " " + new String(it.bytes(), StandardCharsets.ISO_8859_1)));
        return all;
    }

    private Map<Path, Kept> read() throws IOException {
        Map<Path, Kept> all = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.toList()) {
                // The hidden folder of staged files comes and goes with runs; a file in it would count.
                if (path.toString().contains("/.tidemark-staged") && Files.isDirectory(path)) {
                    continue;
                }
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    all.put(path, new Kept(Files.readAllBytes(path), Files.getLastModifiedTime(path), false));
                } else {
                    // A link counts by its name alone.
                    all.put(path, new Kept(new byte[0], FileTime.fromMillis(0), true));
                }
            }
        }
        return all;
    }

    /// Puts back what [#make] made. Before that nothing is known to be put back, and nothing is touched.
    void restore() throws IOException {
        if (kept.isEmpty()) {
            return;
        }
        List<Path> now = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.forEach(now::add);
        }
        now.sort(Comparator.reverseOrder());
        for (Path path : now) {
            Kept before = kept.get(path);
            if (before == null || before.isFolder() == Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(path);
            }
        }
        for (Map.Entry<Path, Kept> entry : kept.entrySet()) {
            if (entry.getValue().isFolder()) {
                Files.createDirectories(entry.getKey());
            } else {
                restoreFile(entry.getKey(), entry.getValue());
            }
        }
    }

    private static void restoreFile(Path path, Kept before) throws IOException {
        if (!Files.exists(path) || !Arrays.equals(Files.readAllBytes(path), before.bytes())) {
            Files.write(path, before.bytes());
        }
        Files.setLastModifiedTime(path, before.time());
    }

    /// A mode such as `r--------`.
    void mode(String name, String mode) throws IOException {
        Files.setPosixFilePermissions(path(name), PosixFilePermissions.fromString(mode));
    }

    /// Names of `after` that are not in `before` or are different.
    static List<String> changed(Map<String, String> before, Map<String, String> after) {
        List<String> names = new ArrayList<>();
        after.forEach((name, bytes) -> {
            if (!bytes.equals(before.get(name))) {
                names.add(name);
            }
        });
        before.keySet().stream().filter(name -> !after.containsKey(name)).forEach(name -> names.add(name + " (gone)"));
        Collections.sort(names);
        return names;
    }
}
