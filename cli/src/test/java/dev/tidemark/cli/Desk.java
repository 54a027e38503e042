package dev.tidemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.local.LocalPorts;
import dev.tidemark.run.Ports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A folder with a job and its lake, and the production command called on it in this process.
final class Desk {

    static final String JOB = """
            job: orders
            params: { lake: ./lake }
            flows:
              - name: orders
                onBadRecord: quarantine
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: day, type: string } ]
                  format: csv
                  formatOptions: { withHeader: true }
                  schema: [ { name: id, type: bigint }, { name: amount, type: int } ]
                transforms:
                  - filter: "amount is null or amount >= 100"
                sink:
                  path: "${lake}/curated/"
                  format: json
                  partitionKeys: [ day ]
                  catalog: { database: lake, table: orders }
            """;

    private static final JsonMapper JSON = new JsonMapper();

    final Path folder;
    private final Random random;
    private int files;
    private UnaryOperator<Ports> around = UnaryOperator.identity();
    private Stopping stopping = stop -> {};

    /// What a call of the command left.
    record Said(int exit, String out, String err) {

        /// The one document of `--json`.
        JsonNode document() {
            assertOneDocument();
            return parse(out);
        }

        private void assertOneDocument() {
            if (!out.endsWith("}\n")
                    || out.indexOf('\n') != out.length() - 1
                    || !out.startsWith("{\"wire\":1,\"command\":")) {
                throw new AssertionError("not one document: <" + out + ">, and on standard error: " + err);
            }
        }
    }

    Desk(Path folder, Random random) {
        this.folder = folder;
        this.random = random;
        write("job.yaml", JOB);
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(json, e);
        }
    }

    /// From now on the command's ports are behind a tap.
    void around(UnaryOperator<Ports> taps) {
        around = taps;
    }

    void stopping(Stopping signals) {
        stopping = signals;
    }

    Path job() {
        return folder.resolve("job.yaml");
    }

    /// Calls the command; `JOB` stands for the job file.
    Said call(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args = Stream.of(words)
                .map(word -> word.equals("JOB") ? job().toString() : word)
                .toArray(String[]::new);
        int exit = Tidemark.execute(
                args,
                new World(
                        new PrintStream(out, false, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Map.of(),
                        false,
                        stopping,
                        LocalPorts::below,
                        around));
        return new Said(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// Calls the command and wants exit code 0.
    Said done(String... words) {
        Said said = call(words);
        if (said.exit() != 0) {
            throw new AssertionError(String.join(" ", words) + " ended with " + said.exit() + ": " + said.err());
        }
        return said;
    }

    /// One more raw file of good records.
    ///
    /// @return how many of its records pass the filter
    int addFile() {
        StringBuilder text = new StringBuilder("id,amount\n");
        int kept = 0;
        for (int row = random.nextInt(1, 40); row > 0; row--) {
            int amount = random.nextInt(0, 1_000);
            kept += amount >= 100 ? 1 : 0;
            text.append(random.nextInt(1_000_000)).append(',').append(amount).append('\n');
        }
        write("lake/raw/day=d" + random.nextInt(3) + "/f" + files++ + ".csv", text.toString());
        return kept;
    }

    void addFile(String name, String text) {
        write("lake/raw/day=d0/" + name, text);
    }

    void addBytes(String name, byte[] bytes) {
        writeBytes("lake/raw/day=d0/" + name, bytes);
    }

    void write(String name, String text) {
        writeBytes(name, text.getBytes(StandardCharsets.UTF_8));
    }

    void writeBytes(String name, byte[] bytes) {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Rows that a reader of the sink sees.
    List<String> rows() {
        List<String> rows = new ArrayList<>();
        snapshot().forEach((name, bytes) -> {
            if (name.startsWith("lake/curated/") && name.endsWith(".json") && !name.contains("/.")) {
                new String(HexFormat.of().parseHex(bytes), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(rows::add);
            }
        });
        return rows;
    }

    /// Every path below the folder, with the bytes of files.
    Map<String, String> snapshot() {
        Map<String, String> paths = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.toList()) {
                String name = folder.relativize(path).toString();
                paths.put(
                        name,
                        Files.isRegularFile(path) ? HexFormat.of().formatHex(Files.readAllBytes(path)) : "folder");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return paths;
    }
}
