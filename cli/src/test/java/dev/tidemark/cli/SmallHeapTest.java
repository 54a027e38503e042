package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records that a small heap does not hold, in a JVM of their own.
class SmallHeapTest {

    private static final int MB = 1 << 20;

    private final Random random = Seeded.of("SmallHeapTest").random();

    @TempDir
    private Path folder;

    @Test
    void aRecordBeyondTheHeapNamesItsObjectAndTheHeapAndTheWayOut() throws Exception {
        Desk desk = desk("json", "");
        record("lake/raw/day=d0/large.json", "{\"note\":\"", 60, "\"}\n");

        Ended ended = run("-Xmx96m");
        assertThat(ended.exit()).as(ended.err()).isEqualTo(1);
        JsonNode error = Desk.parse(ended.out()).path("error");
        assertThat(error.path("type").asText()).isEqualTo("OutOfHeapException");
        assertThat(error.path("message").asText())
                .contains("/lake/raw/day=d0/large.json", "a heap of 9", "TIDEMARK_JAVA_OPTIONS=-Xmx", "groupSize")
                .contains("concurrency: 1")
                .doesNotContain("fault of Tidemark");
        assertThat(desk.rows()).isEmpty();
        assertThat(desk.done("runs", "list", "JOB", "--json")
                        .document()
                        .path("runs")
                        .path(0)
                        .path("state")
                        .asText())
                .isEqualTo("ABORTED");
    }

    @Test
    void aRecordBeyondTheLimitOf128MbIsOneBadRecordInAHeapOf512Mb() throws Exception {
        for (String format : List.of("json", "csv")) {
            String csv = format.equals("csv") ? "formatOptions: { withHeader: true }" : "";
            Desk desk = desk(format, csv);
            boolean isCsv = format.equals("csv");
            record(
                    "lake/raw/day=d0/large." + format,
                    isCsv ? "note\nbefore\n" : "{\"note\":\"before\"}\n{\"note\":\"",
                    129 + random.nextInt(10),
                    isCsv ? "\nbehind\n" : "\"}\n{\"note\":\"behind\"}\n");

            Ended ended = run("-Xmx512m");
            assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
            JsonNode flow = Desk.parse(ended.out()).path("flows").path(0);
            assertThat(flow.path("recordsRejected").asInt()).as(format).isEqualTo(1);
            assertThat(desk.rows())
                    .as(format)
                    .containsExactlyInAnyOrder("{\"note\":\"before\"}", "{\"note\":\"behind\"}");
        }
    }

    private Desk desk(String format, String options) throws IOException {
        Path home = Files.createDirectories(folder.resolve("home"));
        Desk desk = new Desk(home, random);
        for (String name : desk.snapshot().keySet()) {
            if (name.startsWith("lake/") && !Files.isDirectory(home.resolve(name))) {
                Files.delete(home.resolve(name));
            }
        }
        desk.write("job.yaml", """
                job: large-%s
                concurrency: 1
                flows:
                  - name: rows
                    onBadRecord: quarantine
                    source:
                      s3: { paths: [ ./lake/raw/ ] }
                      format: %s
                      %s
                      schema: [ { name: note, type: string } ]
                    transforms:
                      - selectFields: [ note ]
                    sink: { path: ./lake/curated/, format: json }
                """.formatted(format, format, options));
        return desk;
    }

    private void record(String name, String before, int megabytes, String behind) throws IOException {
        Path file = folder.resolve("home").resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        byte[] text = new byte[MB];
        Arrays.fill(text, (byte) ('a' + random.nextInt(26)));
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            out.write(before.getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < megabytes; i++) {
                out.write(text);
            }
            out.write(behind.getBytes(StandardCharsets.UTF_8));
        }
    }

    private record Ended(int exit, String out, String err) {}

    private Ended run(String heap) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-XX:+UseSerialGC",
                        "-Xlog:disable",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Tidemark.class.getName(),
                        "run",
                        folder.resolve("home/job.yaml").toString(),
                        "--json")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
