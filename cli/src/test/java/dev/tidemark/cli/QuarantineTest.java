package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bad records set aside: each is found again in its object by what its line says, and no other is there.
class QuarantineTest {

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("QuarantineTest").random();
        desk = new Desk(folder, random);
    }

    @Test
    void everyBadRecordLiesWhereItsLineSays() throws IOException {
        List<String> expected = made();
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("recordsRejected").asInt()).isEqualTo(expected.size());
        List<JsonNode> lines = lines();
        assertThat(lines.stream().map(QuarantineTest::told)).containsExactlyInAnyOrderElementsOf(expected);
        for (JsonNode line : lines) {
            assertThat(names(line))
                    .isSubsetOf("object", "etag", "offset", "record", "column", "reason", "raw", "rawBase64");
            assertThat(isThere(line, 0)).as(line.toString()).isTrue();
            // The broken twin: an offset that counts characters, or from one.
            assertThat(isThere(line, 1)).as(line.toString()).isFalse();
            assertThat(line.path("reason").asText()).isNotEmpty();
            assertThat(line.path("etag").asText()).matches("\\d+-\\d+");
        }
        assertThat(desk.rows()).noneMatch(row -> row.contains("many"));
    }

    /// Records of which some have no number where one should be, and of these some are no text.
    private List<String> made() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int file = random.nextInt(2, 7); file > 0; file--) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.write("id,amount\n".getBytes(StandardCharsets.UTF_8));
            int rows = random.nextInt(5, 200);
            for (int row = 1; row <= rows; row++) {
                boolean bad = row == 3 || random.nextInt(8) == 0;
                byte[] value = bad
                        ? (List.of("many", "z\u00fcrich", "\u9ce5", "say \"hi\"")
                                                .get(random.nextInt(4))
                                        + row)
                                .getBytes(random.nextBoolean() ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8)
                        : Integer.toString(random.nextInt(1_000)).getBytes(StandardCharsets.UTF_8);
                int offset = bytes.size();
                bytes.write((row + ",").getBytes(StandardCharsets.UTF_8));
                bytes.write(value);
                if (bad) {
                    byte[] record = Arrays.copyOfRange(bytes.toByteArray(), offset, bytes.size());
                    expected.add("f" + file + ".csv " + row + " at " + offset + ": " + Arrays.toString(record));
                }
                bytes.write('\n');
            }
            Path raw = folder.resolve("lake/raw/day=d0/f" + file + ".csv");
            Files.createDirectories(raw.resolveSibling("."));
            Files.write(raw, bytes.toByteArray());
        }
        return expected;
    }

    private static String told(JsonNode line) {
        String object = line.path("object").asText();
        return object.substring(object.lastIndexOf('/') + 1) + " "
                + line.path("record").asInt() + " at " + line.path("offset").asInt() + ": "
                + Arrays.toString(raw(line));
    }

    private static byte[] raw(JsonNode line) {
        return line.has("raw")
                ? line.path("raw").asText().getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(line.path("rawBase64").asText());
    }

    private static boolean isThere(JsonNode line, int aside) throws IOException {
        byte[] object = Files.readAllBytes(
                Path.of(java.net.URI.create(line.path("object").asText())));
        byte[] raw = raw(line);
        int from = line.path("offset").asInt() + aside;
        return from + raw.length <= object.length
                && Arrays.equals(raw, Arrays.copyOfRange(object, from, from + raw.length));
    }

    private static List<String> names(JsonNode line) {
        List<String> names = new ArrayList<>();
        line.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(folder.resolve(".tidemark/quarantine"))) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                assertThat(file.toString()).endsWith(".json.gz");
                try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(Desk::parse)
                            .forEach(lines::add);
                }
            }
        }
        return lines;
    }
}
