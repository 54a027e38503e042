package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.job.Flow;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.spi.Formats;
import dev.tidemark.testkit.Seeded;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is wrong with a job file for the columns that it meets ends with exit code 2, the place and the way out,
/// before a byte is written.
class ToldBeforeRunsTest {

    private static final String JOB = """
            job: told
            flows:
              - name: events
                source:
                  s3: { paths: [ ./in/ ] }
                  format: json
            SCHEMA
                transforms:
                  - STEP
                sink:
                  path: ./out/
                  format: FORMAT
            """;

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("ToldBeforeRunsTest").random();
        desk = new Desk(folder, random);
    }

    /// Executed twins: the same job writes JSON; a reader of job files that knows no writers lets the declared column
    /// pass.
    @ParameterizedTest
    @ValueSource(strings = {"array<int>", "map<string,int>", "struct<k:int>"})
    void aColumnThatTheSinksFormatCannotHoldIsToldByValidate(String type) {
        String schema = "      schema: [ { name: c, type: \"" + type + "\" } ]";
        String text = job("csv", schema, "filter: \"c is not null\"");
        desk.write("declared.yaml", text);
        desk.write("in/a.json", "{\"id\":1}\n");
        Map<String, String> before = desk.snapshot();
        for (String command : List.of("validate", "plan", "run")) {
            assertThat(told(command, "declared.yaml"))
                    .contains("line 12, column 15 (flows[0].sink.format)", "Flow events: Column 'c' has type " + type)
                    .contains("json or parquet", "dropFields");
        }
        assertThat(desk.snapshot()).isEqualTo(before);
        desk.write("twin.yaml", text.replace("format: csv", "format: json"));
        Desk.Said _ = desk.done("validate", path("twin.yaml"));
        Formats formats = Formats.load();
        FormatCatalogue all =
                FormatCatalogue.of(formats.readers().values(), formats.writers().values());
        JobFile.Result twin = JobFile.read(
                text.getBytes(StandardCharsets.UTF_8),
                "twin",
                Map.of(),
                Map.of(),
                "file:///",
                new FormatCatalogue(all.sources(), all.sinks()));
        assertThat(twin.job().flows()).extracting(Flow::name).containsExactly("events");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "{\"k\":1}"})
    void aColumnThatIsSampledSoIsToldByPlanAndByRun(String value) {
        desk.write("in/a.json", "{\"id\":1,\"c\":" + value + "}\n");
        write("csv", "", "filter: \"id > 0\"");
        Desk.Said _ = desk.done("validate", desk.job().toString());
        Map<String, String> before = desk.snapshot();
        for (String command : List.of("plan", "run")) {
            assertThat(told(command, "job.yaml")).contains("Flow events: Column 'c' has type ", "dropFields");
        }
        assertThat(desk.snapshot()).isEqualTo(before);
        // The way out.
        write("csv", "", "dropFields: [ c ]");
        assertThat(desk.done("run", desk.job().toString()).out()).contains("1 read, 1 written");
    }

    /// The executed twin has no table.
    @Test
    void aTableOfCsvWantsTextBeforeTheRunToo() {
        desk.write("in/a.json", "{\"id\":1}\n");
        desk.write(
                "job.yaml",
                job("csv", "", "filter: \"id > 0\"") + "      catalog: { database: lake, table: events }\n");
        assertThat(told("plan", "job.yaml")).contains("lake.events", "column 'id' is bigint", "Cast it to string");
        write("csv", "", "filter: \"id > 0\"");
        Desk.Said _ = desk.done("plan", desk.job().toString());
    }

    /// The executed twin is the same file with the column in its first record.
    @Test
    void aColumnBehindTheFirstMegabyteIsToldWithTheSchemaAsTheWayOut() {
        int before = random.nextInt(12_000, 14_000);
        String line = "{\"id\":1,\"pad\":\"" + "x".repeat(100) + "\"}\n";
        String late = "{\"id\":2,\"late\":5}\n";
        desk.write("in/a.json", line.repeat(before) + late);
        write("json", "", "filter: \"id > 0 and (late is null or late > 0)\"");
        assertThat(told("run", "job.yaml"))
                .contains("there is no column 'late'", "first megabyte", "declare it in the source's schema");
        write(
                "json",
                "      schema: [ { name: late, type: bigint } ]",
                "filter: \"id > 0 and (late is null or late > 0)\"");
        assertThat(desk.done("run", desk.job().toString()).out()).contains("%,d written".formatted(before + 1));
        desk.write("in/a.json", late + line.repeat(before));
        write("json", "", "filter: \"id > 0 and (late is null or late > 0)\"");
        assertThat(desk.done("plan", desk.job().toString(), "--state", path("twin"))
                        .out())
                .contains("1 new");
    }

    /// The executed twin drops nothing, and the same filter is fine.
    @Test
    void aColumnThatAStepDroppedIsExplainedByValidate() {
        String steps = "selectFields: [ id ]\n      - filter: \"note is not null\"";
        write("json", "      schema: [ { name: note, type: string } ]", steps);
        assertThat(told("validate", "job.yaml"))
                .contains("there is no column 'note'", "selectFields on line 9 drops it: name it there too.")
                .doesNotContain("There are none");
        write("json", "", steps);
        assertThat(told("validate", "job.yaml")).contains("Known are id.").doesNotContain("There are none");
        write("json", "", steps.replace("[ id ]", "[ id, note ]"));
        Desk.Said _ = desk.done("validate", desk.job().toString());
    }

    /// The executed twin has the pattern that was meant.
    @Test
    void aWrongRegularExpressionIsToldByValidate() {
        write("json", "", "filter: \"note rlike '(a'\"");
        assertThat(told("validate", "job.yaml"))
                .contains("line 9, column 29", "the regular expression '(a' is wrong: Unclosed group");
        write("json", "", "filter: \"note rlike '[(]a'\"");
        Desk.Said _ = desk.done("validate", desk.job().toString());
    }

    /// A twin that gives the message alone leaves open which of the two steps it was.
    @Test
    void aRecordThatATransformCannotWorkOnNamesStepAndExpression() {
        desk.write("in/a.json", "{\"id\":0}\n");
        write("json", "", "derive: { share: \"10 / id\" }");
        assertThat(desk.call("run", desk.job().toString()).err())
                .contains("share", "derive \"10 / id\": division by zero");
        write("json", "", "filter: \"10 % id >\n          1\"");
        assertThat(desk.call("run", desk.job().toString()).err()).contains("filter \"10 % id > 1\": ");
        write("json", "", "applyMapping: [ [ id, bigint, flag, tinyint ] ]");
        desk.write("in/a.json", "{\"id\":1000}\n");
        assertThat(desk.call("run", desk.job().toString()).err()).contains("flag", "applyMapping of 'id': ");
    }

    /// The executed twin is the text as it was given: it makes two lines of one.
    @Test
    void aReasonIsShownEscapedInTheHistory() {
        String reason = "moved\n\u001b[31mg:9  forged\tline " + random.nextInt(100);
        Desk.Said _ = desk.done("bookmark", "reset", "JOB", "--reason", reason);
        String history = desk.done("bookmark", "history", "JOB").out();
        assertThat(history.lines()).hasSize(1);
        assertThat(history).contains("moved\\n\\u001b[31mg:9  forged\\tline").doesNotContain("\u001b");
        assertThat(desk.done("bookmark", "history", "JOB", "--json")
                        .document()
                        .path("generations")
                        .path(0)
                        .path("reason")
                        .asText())
                .isEqualTo(reason);
        assertThat(reason.lines()).hasSize(2);
    }

    /// A twin with a fixed example names a day that nobody asked for.
    @Test
    void theHintOfAWrongTimeHasTheDateThatWasGiven() {
        Map<String, String> meant = Map.of(
                "2025-03-04", "2025-03-04T00:00:00Z",
                "2025-03-04T10:11", "2025-03-04T10:11:00Z",
                "2025-03-04 10:11:12", "2025-03-04T10:11:12Z",
                "2025-3-4", "2025-03-04T00:00:00Z",
                "2025/03/04", "2025-03-04T00:00:00Z",
                "2025-03-04T25:00", "2025-03-04T00:00:00Z");
        meant.forEach((given, right) -> {
            Desk.Said before = desk.call("bookmark", "rewind", "JOB", "--before", given);
            assertThat(before.exit()).isEqualTo(2);
            assertThat(before.err()).contains("'" + given + "' is not an instant; write " + right);
            Desk.Said at = desk.call("bookmark", "rewind", "JOB", given);
            assertThat(at.exit()).isEqualTo(2);
            assertThat(at.err()).contains("write " + right).doesNotContain("2026-11-30");
        });
    }

    private String told(String command, String job) {
        Desk.Said said = desk.call(command, path(job));
        assertThat(said.exit()).as(said.out() + said.err()).isEqualTo(2);
        return said.err();
    }

    private void write(String format, String schema, String step) {
        desk.write("job.yaml", job(format, schema, step));
    }

    private static String job(String format, String schema, String step) {
        return JOB.replace("SCHEMA", schema.isEmpty() ? "      # no schema" : schema)
                .replace("STEP", step)
                .replace("FORMAT", format);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }
}
