package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Other people's files (`conformance/samples`): `inspect` counts the rows that the runs of `init`'s drafts write, and
/// what `init` refuses has a reason.
class InspectSamplesTest {

    private static final Path SAMPLES = Path.of("../conformance/samples");
    private static final Pattern NO_SAMPLE = Pattern.compile(
            "(LICENSE|NOTICE|README|package\\.json|schema\\.json).*|.*\\.(expected\\.json|md|jsn\\.gz)");

    /// What `init` says of samples that hold no records of a job, or that this build cannot read.
    private static final List<Pattern> REASONS = Stream.of(
                    "has no record that a run can read: .* at byte \\d+: ",
                    "no record has a field",
                    "a page's checksum is",
                    "is not JSON: ",
                    "holds nothing but blanks",
                    "none of the common patterns matches",
                    "it has no byte",
                    "it has a DOCTYPE",
                    "truncated")
            .map(Pattern::compile)
            .toList();

    @TempDir
    private Path folder;

    private static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.walk(SAMPLES)) {
            return files.filter(Files::isRegularFile)
                    .filter(file ->
                            !NO_SAMPLE.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    private Desk desk(String name) throws IOException {
        Path own = folder.resolve(name.replaceAll("[^A-Za-z0-9]", "_"));
        Files.createDirectories(own.resolve("in"));
        return new Desk(own, new Random(1));
    }

    @TestFactory
    Stream<DynamicTest> draftsReadWhatInspectCounts() throws IOException {
        return samples().stream()
                .map(sample -> DynamicTest.dynamicTest(sample.toString(), () -> {
                    Desk desk = desk(sample.toString());
                    Path copy = desk.folder.resolve("in").resolve(sample.getFileName());
                    Files.copy(sample, copy);
                    Desk.Said inspected = desk.call("inspect", "--json", copy.toString());
                    JsonNode document = inspected.document();
                    assertThat(Schemas.complaints(document)).isEmpty();
                    JsonNode file = document.path("files").path(0);
                    Desk.Said drafted = desk.call(
                            "init", "-o", desk.folder.resolve("draft.yaml").toString(), copy.toString());
                    if (drafted.exit() != 0) {
                        assertThat(drafted.exit()).isEqualTo(2);
                        assertThat(REASONS)
                                .as(drafted.err())
                                .anyMatch(
                                        reason -> reason.matcher(drafted.err()).find());
                        assertThat(inspected.exit() != 0
                                        || file.path("badRecords").asLong() > 0
                                        || file.path("schema").isEmpty())
                                .as(inspected.out())
                                .isTrue();
                        return;
                    }
                    assertThat(inspected.exit()).as(inspected.out()).isZero();
                    runEquals(desk, file);
                }));
    }

    private static void runEquals(Desk desk, JsonNode file) {
        String draft = desk.folder.resolve("draft.yaml").toString();
        Desk.Said _ = desk.done("validate", draft);
        JsonNode flow =
                desk.done("run", draft, "--json").document().path("flows").path(0);
        assertThat(flow.path("recordsWritten").asLong())
                .isEqualTo(file.path("rows").asLong());
        assertThat(flow.path("recordsRead").asLong())
                .isEqualTo(file.path("rows").asLong());
        assertThat(file.path("badRecords").asLong()).isZero();
    }

    /// The executed twin of the comparison: a draft that leaves a record out, and one that reads elements of another
    /// name.
    @Test
    void aDraftThatReadsLessIsFound() throws IOException {
        twin("made-here/null_vs_empty.csv", "withHeader: true", "withHeader: true, skipFirst: true");
        twin("spark-xml/cars.xml", "rowTag: \"ROW\"", "rowTag: \"ROWSET\"");
    }

    private void twin(String sample, String from, String to) throws IOException {
        Desk desk = desk(sample);
        Path copy = desk.folder.resolve("in").resolve(Path.of(sample).getFileName());
        Files.copy(SAMPLES.resolve(sample), copy);
        JsonNode file = desk.done("inspect", "--json", copy.toString())
                .document()
                .path("files")
                .path(0);
        Path draft = desk.folder.resolve("draft.yaml");
        Desk.Said _ = desk.done("init", "-o", draft.toString(), copy.toString());
        String text = Files.readString(draft);
        assertThat(text).contains(from);
        Files.writeString(draft, text.replace(from, to));
        assertThatThrownBy(() -> runEquals(desk, file)).isInstanceOf(AssertionError.class);
    }

    /// Of every format that this build reads there is a sample that is drafted; rows are those that others count.
    @Test
    void rowsAreThoseThatOthersCount() throws IOException {
        Map<String, Long> drafted = new TreeMap<>();
        for (Path sample : samples()) {
            Path expected = sample.resolveSibling(sample.getFileName() + ".expected.json");
            if (!Files.exists(expected)) {
                continue;
            }
            JsonNode said = Desk.parse(Files.readString(expected));
            JsonNode file = inspected(sample, said.path("options"));
            if (said.has("error")) {
                assertThat(file.isMissingNode() || file.path("badRecords").asLong() > 0)
                        .as(sample.toString())
                        .isTrue();
                continue;
            }
            long rows = said.has("rows")
                    ? said.path("rows").asLong()
                    : said.path("columns").iterator().next().size();
            assertThat(file.path("rows").asLong()).as(sample.toString()).isEqualTo(rows);
            drafted.merge(file.path("format").asText(), 1L, Long::sum);
        }
        assertThat(drafted).containsKeys("avro", "csv", "grokLog", "ion", "json", "parquet", "xml");
    }

    /// @param options those that whoever knows the rows used
    private JsonNode inspected(Path sample, JsonNode options) throws IOException {
        List<String> words = new ArrayList<>(List.of("inspect", "--json", sample.toString()));
        if (options.has("format")) {
            words.addAll(List.of("--format", options.path("format").asText()));
        }
        options.path("formatOptions")
                .properties()
                .forEach(option -> words.addAll(List.of(
                        "--option", option.getKey() + "=" + option.getValue().asText())));
        return desk("rows")
                .call(words.toArray(String[]::new))
                .document()
                .path("files")
                .path(0);
    }
}
