package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Samples drawn from a seed, in folders and under names that are drawn too: what init drafts of them validates and
/// reads every row of every sample; what it refuses has its reason in the samples.
class InitDraftsTest {

    private static final int ROUNDS = 60;
    private static final List<String> FOLDERS = List.of(
            "a b",
            "x$y",
            "it's",
            "p[1]",
            "{z}",
            "%41",
            "gr\u00FCn",
            "c:d",
            "two\nlines",
            "#h",
            "*",
            "_h",
            ".d",
            "_k=1",
            "day=1",
            "day=%20x",
            "=x",
            "n\"q",
            "back\\slash",
            "~",
            "plain",
            "plain",
            "plain");
    private static final List<String> NAMES =
            List.of("a", "b", "c d", "e$f", "g\nh", "\u001b[31m", "i;j", "-k", "l'm", "n%4f", "_o", ".p", "q.r", "#s");

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("InitDraftsTest").random();
        desk = new Desk(folder, random);
    }

    /// A sample by its path below the round's folder.
    ///
    /// @param rows how many records it has
    private record Drawn(String path, int rows) {}

    /// Executed twins: drafts of the same samples that take another separator, say `multiLine` where it is not so or
    /// leave it out, forget the encoding, or name a folder's parent as the source's only path. Each is caught.
    @Test
    void whatIsDraftedReadsEveryRowAndWhatIsRefusedHasAReason() throws IOException {
        int drafted = 0;
        int twins = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<Drawn> samples = samples("r" + round + "/");
            String job = path("r" + round + "/" + (random.nextInt(4) == 0 ? "in/job.yaml" : "job.yaml"));
            Files.createDirectories(Path.of(job).getParent());
            List<String> words = new ArrayList<>(List.of("init", "-o", job, "--"));
            samples.forEach(sample -> words.add(path(sample.path())));
            Desk.Said said = desk.call(words.toArray(String[]::new));
            if (said.exit() == 0) {
                drafted++;
                assertThat(fault(job, rows(samples)))
                        .as("%s of %s", job, samples)
                        .isEmpty();
                twins += twins(job, rows(samples));
            } else {
                assertThat(said.exit()).as(said.err()).isEqualTo(2);
                refusedRightly(said.err(), samples);
            }
        }
        assertThat(drafted).isGreaterThan(ROUNDS / 4);
        assertThat(twins).isGreaterThan(0);
    }

    private static int rows(List<Drawn> samples) {
        return samples.stream().distinct().mapToInt(Drawn::rows).sum();
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    /// What is wrong with a draft, or nothing.
    private String fault(String job, int rows) {
        Desk.Said valid = desk.call("validate", job);
        if (valid.exit() != 0) {
            return valid.err();
        }
        Desk.Said ran = desk.call("run", job, "--json");
        if (ran.exit() != 0) {
            return ran.out() + ran.err();
        }
        JsonNode flow = ran.document().path("flows").path(0);
        int read = flow.path("recordsRead").asInt();
        int written = flow.path("recordsWritten").asInt();
        return read == rows && written == rows ? "" : read + " read and " + written + " written of " + rows;
    }

    private int twins(String job, int rows) throws IOException {
        String draft = Files.readString(Path.of(job));
        List<String> broken = new ArrayList<>();
        if (draft.contains("format: csv") && !draft.contains("separator: \"|\"")) {
            broken.add(draft.replaceFirst("separator: \"[^\"]+\"", "separator: \"|\""));
        }
        broken.add(draft.replace(", multiLine: true", ""));
        broken.add(draft.replace("formatOptions: { multiLine: true }", "formatOptions: {}"));
        broken.add(draft.replace(", encoding: UTF-16", ""));
        broken.add(draft.replaceFirst("paths: \\[ \"", "paths: [ \"./elsewhere/"));
        int executed = 0;
        for (String text : broken) {
            if (!text.equals(draft)) {
                executed++;
                Path twin = Path.of(job).resolveSibling("twin" + executed + ".yaml");
                Files.writeString(twin, text.replaceFirst("\njob: ", "\njob: twin" + executed + "-"));
                assertThat(fault(twin.toString(), rows)).as(text).isNotEmpty();
                Files.delete(twin);
            }
        }
        return executed;
    }

    private static void refusedRightly(String said, List<Drawn> samples) {
        assertThat(said).doesNotContain("\tat ", "Cannot tell", "\u001b").startsWith("tidemark: ");
        // One line: a name cannot break it.
        assertThat(said.strip()).doesNotContain("\n");
        if (said.contains("No run would read")) {
            assertThat(samples).anyMatch(sample -> sample.path().matches("(?s).*/[_.].*"));
        } else if (said.contains("different partition keys")) {
            assertThat(samples.stream()
                            .map(sample -> sample.path().contains("="))
                            .distinct())
                    .as(said)
                    .contains(true);
            assertThat(samples).hasSizeGreaterThan(1);
        } else {
            assertThat(said).contains("differ in their encoding");
            assertThat(samples).hasSizeGreaterThan(1);
        }
    }

    private List<Drawn> samples(String root) {
        List<Drawn> samples = new ArrayList<>();
        boolean json = random.nextBoolean();
        int style = random.nextInt(3);
        char separator = ",;\t|".charAt(random.nextInt(4));
        String at = root + "in/";
        for (int sample = random.nextInt(1, 4); sample > 0; sample--) {
            if (samples.isEmpty() || random.nextBoolean()) {
                at = root + "in/";
                for (int depth = random.nextInt(3); depth > 0; depth--) {
                    at += FOLDERS.get(random.nextInt(FOLDERS.size())) + "/";
                }
            }
            String name = at + NAMES.get(random.nextInt(NAMES.size())) + sample;
            samples.add(json ? json(name, style) : csv(name, separator));
        }
        return samples;
    }

    private Drawn csv(String name, char separator) {
        String end = random.nextBoolean() ? "\n" : "\r\n";
        List<List<String>> records = new ArrayList<>(
                List.of(List.of("id", random.nextBoolean() ? "na me" : "na" + end + "me", "x: #$", "\u00E4")));
        int rows = random.nextInt(1, 40);
        for (int row = 0; row < rows; row++) {
            records.add(List.of(String.valueOf(row), value(end), value(end), value(end)));
        }
        StringBuilder text = new StringBuilder();
        for (List<String> record : records) {
            List<String> fields = record.stream()
                    .map(field -> field.matches("[\\w ]*") && !field.isEmpty()
                            ? field
                            : "\"" + field.replace("\"", "\"\"") + "\"")
                    .toList();
            text.append(String.join(String.valueOf(separator), fields)).append(end);
        }
        Charset charset = random.nextInt(5) == 0 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
        boolean marked = charset.equals(StandardCharsets.UTF_16LE) || random.nextInt(5) == 0;
        String suffix = List.of(".csv", ".CSV", ".txt", ".tsv").get(random.nextInt(4));
        return written(name, suffix, ((marked ? "\uFEFF" : "") + text).getBytes(charset), rows);
    }

    private String value(String end) {
        return switch (random.nextInt(8)) {
            case 0 -> "";
            case 1 -> "a \"b\", c; d|e\tf";
            case 2 -> random.nextInt(3) == 0 ? "two" + end + "lines" : "one line";
            case 3 -> "{\"a\": 1}";
            case 4 -> "#";
            default -> String.valueOf(random.nextInt(1_000_000));
        };
    }

    /// @param style lines, an array, or objects over several lines
    private Drawn json(String name, int style) {
        int rows = random.nextInt(1, 40);
        List<String> records = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            records.add("{\"id\": %d, \"t\": \"u\u2028\\n%d\", \"s\": {\"k\": [%s]}, \"n\": %s}"
                    .formatted(row, random.nextInt(), random.nextBoolean() ? "1.5" : "", random.nextBoolean()));
        }
        String text = switch (style) {
            case 0 -> String.join("\n", records) + (random.nextBoolean() ? "\n" : "");
            case 1 -> "[" + String.join(",", records) + "]";
            default -> String.join("\n", records).replace(", ", ",\n  ");
        };
        List<String> suffixes = List.of(".json", ".jsonl", ".ndjson", ".csv", ".txt");
        return written(
                name, suffixes.get(random.nextInt(suffixes.size())), text.getBytes(StandardCharsets.UTF_8), rows);
    }

    private Drawn written(String name, String suffix, byte[] bytes, int rows) {
        boolean zipped = random.nextInt(4) == 0;
        String path = name + suffix + (zipped && random.nextBoolean() ? ".gz" : "");
        desk.writeBytes(path, zipped ? gzip(bytes) : bytes);
        return new Drawn(path, rows);
    }

    private static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
