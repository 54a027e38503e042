package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sources without a declared schema whose objects are odd: the command reads them, or says which and what to do.
class OddObjectsTest {

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("OddObjectsTest").random());
    }

    private void job(String format) {
        desk.write("job.yaml", """
                job: odd
                flows:
                  - name: odd
                    source: { s3: { paths: [ ./in/ ] }, format: %s }
                    sink: { path: ./lake/curated/, format: json }
                """.formatted(format));
    }

    @ParameterizedTest
    @CsvSource({"json, '{}'", "json, ' '"})
    void objectsWithoutColumnsAreNamedWithTheWayOut(String format, String text) {
        job(format);
        desk.write("in/a", text);

        Desk.Said said = desk.call("run", "JOB");

        assertThat(said.exit()).isNotZero();
        assertThat(said.err())
                .contains("Flow odd has no columns")
                .contains("/in/a is empty")
                .contains("Declare a schema")
                .doesNotContain("partition keys");
    }

    /// The broken twin reads every key: it meets two rows more, and files that are no CSV.
    @Test
    void gf05MarkersHiddenAndZeroByteObjectsAreCountedUnderTheirReasons() {
        job("csv, formatOptions: { withHeader: true }");
        Map<String, String> objects = Map.of(
                "p=1_$folder$", "",
                "_SUCCESS", "",
                "p=1/.x.csv.crc", "crc of it all",
                "_tmp/x.csv", "v\nhidden\n",
                "_metadata", "PAR1",
                "p=1/a.csv", "v\none\n",
                "p=1/e.csv", "");
        objects.forEach((name, text) -> desk.write("in/" + name, text));

        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);

        assertThat(desk.rows()).containsExactly("{\"v\":\"one\",\"p\":\"1\"}");
        assertThat(flow.path("objects").path("new").asInt()).isEqualTo(2);
        assertThat(flow.path("ignoredBy").path("folderMarker").asInt()).isEqualTo(1);
        assertThat(flow.path("ignoredBy").path("hidden").asInt()).isEqualTo(4);
        assertThat(flow.path("objects").path("ignored").asInt()).isEqualTo(5);
        // The broken twin, which looks at an object's own name alone, finds one fewer: it reads what is half written.
        assertThat(objects.keySet().stream()
                        .map(name -> name.substring(name.lastIndexOf('/') + 1))
                        .filter(name -> name.startsWith("_") || name.startsWith(".") || name.endsWith("_$folder$")))
                .hasSize(4);
        assertThat(desk.done("run", "JOB", "--json").document().path("status").asText())
                .isEqualTo("NOTHING_TO_DO");
    }

    @Test
    void aCsvFileMayHaveMoreThanAThousandColumns() {
        job("csv, formatOptions: { withHeader: true }");
        String header = IntStream.range(0, 1_500).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        desk.write("in/a", header + "\n" + header + "\n");

        desk.done("run", "JOB");

        assertThat(desk.rows()).singleElement().asString().contains("\"c1499\":\"c1499\"");
    }

    @Test
    void aJsonFieldWithoutANameIsABadRecord() {
        job("json");
        desk.write("in/a", "{\"\":1,\"a\":2}\n");

        Desk.Said said = desk.call("run", "JOB");

        assertThat(said.exit()).isNotZero();
        assertThat(said.err())
                .contains("a field without a name")
                .contains("/in/a")
                .doesNotContain("Exception:");
    }
}
