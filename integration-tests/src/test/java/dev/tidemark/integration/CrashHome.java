package dev.tidemark.integration;

import dev.tidemark.local.LocalCatalog;
import dev.tidemark.local.LocalStateStore;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A folder with a job, its inputs and whatever runs left: small, the same for the same seed.
record CrashHome(Path path) {

    private static final String JOB = """
            job: crash
            concurrency: 1
            params: { lake: ./lake }
            flows:
              - name: events
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: region, type: string } ]
                  format: csv
                  formatOptions: { withHeader: true }
                transforms:
                  - applyMapping:
                      - [ id, string, id, bigint ]
                      - [ note, string, note, string ]
                      - [ region, string, region, string ]
                      - [ kind, string, kind, string ]
                  - applyMapping:
                      - [ id, bigint, id, string ]
                      - [ note, string, note, string ]
                      - [ region, string, region, string ]
                      - [ kind, string, kind, string ]
                sink:
                  path: "${lake}/out/"
                  format: csv
                  partitionKeys: [ kind ]
                  catalog: { database: lake, table: events }
            """;

    /// What a run must leave, without the names that every run makes anew.
    ///
    /// @param rows       by folder, sorted
    /// @param files      how many a folder has
    /// @param partitions the catalog's
    /// @param leftovers  staged files, the intent of a transaction
    record Left(
            String state,
            long generation,
            Map<String, List<String>> rows,
            Map<String, Integer> files,
            List<String> partitions,
            List<String> leftovers) {}

    static CrashHome make(Path path, long seed) throws IOException {
        Random random = new Random(seed);
        for (String region : List.of("north", "south", "east")) {
            Path folder = Files.createDirectories(path.resolve("lake/raw/region=" + region));
            StringBuilder lines = new StringBuilder("id,note,kind\n");
            for (int row = random.nextInt(20, 60); row > 0; row--) {
                String line = "%d,\"%s, x\",k%d%n".formatted(random.nextInt(10_000), region, random.nextInt(3));
                // The same row again: a lost or a doubled copy must count.
                lines.append(line).append(row % 7 == 0 ? line : "");
            }
            Files.writeString(folder.resolve("part-0.csv"), lines);
        }
        Files.writeString(path.resolve("job.yaml"), JOB);
        return new CrashHome(path);
    }

    Item head() {
        return new LocalStateStore(path.resolve(".tidemark"))
                .get(new ItemKey("job#crash", "head"))
                .orElse(Item.EMPTY);
    }

    Left left() throws IOException {
        Map<String, List<String>> rows = new TreeMap<>();
        Map<String, Integer> files = new TreeMap<>();
        List<String> leftovers = new ArrayList<>();
        for (String name : snapshot().keySet()) {
            Path file = path.resolve(name);
            if (!Files.isRegularFile(file)) {
                continue;
            }
            if (name.contains(".tidemark-staged/") || name.endsWith("txn.json")) {
                leftovers.add(name);
            } else if (name.startsWith("lake/out/")) {
                String folder = String.valueOf(path.relativize(file).getParent());
                List<String> lines = Files.readAllLines(file);
                List<String> all = rows.computeIfAbsent(folder, _ -> new ArrayList<>());
                all.addAll(lines.subList(1, lines.size()));
                all.sort(null);
                files.merge(folder, 1, Integer::sum);
            }
        }
        String here = path.toRealPath().toString();
        List<String> partitions = new LocalCatalog(path.resolve(".tidemark/catalog"))
                .partitions("lake", "events").stream()
                        .map(partition ->
                                partition.values() + partition.location().replace(here, "") + partition.columns())
                        .sorted()
                        .toList();
        Item head = head();
        return new Left(
                head.text("state").orElse("none"),
                head.number("generation").orElse(0),
                rows,
                files,
                partitions,
                leftovers);
    }

    /// Every path with its time, and every file's bytes.
    Map<String, String> snapshot() throws IOException {
        Map<String, String> paths = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(path)) {
            for (Path each : walk.toList()) {
                String bytes =
                        Files.isRegularFile(each) ? HexFormat.of().formatHex(Files.readAllBytes(each)) : "folder";
                paths.put(path.relativize(each).toString(), Files.getLastModifiedTime(each) + " " + bytes);
            }
        }
        return paths;
    }
}
