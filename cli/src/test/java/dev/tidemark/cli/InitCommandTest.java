package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What init drafts is a job that runs, and loses no leading zero.
class InitCommandTest {

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("InitCommandTest").random();
        desk = new Desk(folder, random);
    }

    @Test
    void aDraftForCsvRunsAndKeepsLeadingZeros() throws IOException {
        String separator = List.of(",", ";", "|", "\t").get(random.nextInt(4));
        List<String> expected = new ArrayList<>();
        StringBuilder text = new StringBuilder("Zip Code" + separator + "count\n");
        for (int row = random.nextInt(1, 50); row > 0; row--) {
            String zip = "%05d".formatted(random.nextInt(10_000));
            text.append(zip).append(separator).append(row).append('\n');
            expected.add("{\"Zip Code\":\"%s\",\"count\":\"%d\"}".formatted(zip, row));
        }
        desk.write("in put/zips/a.csv", text.toString());
        ran(folder.resolve("in put/zips/a.csv"));
        assertThat(rows()).containsExactlyInAnyOrderElementsOf(expected);
        // The broken twin: a zero lost.
        assertThat(rows()).doesNotContain(expected.getFirst().replaceFirst(":\"0", ":\""));
        assertThat(Files.readString(folder.resolve("drafted.yaml"))).contains("name: \"count\", type: bigint");
    }

    @Test
    void aDraftForJsonLinesRuns() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int row = random.nextInt(1, 50); row > 0; row--) {
            expected.add("{\"code\":\"%04d\",\"n\":%d}".formatted(random.nextInt(100), row));
        }
        desk.write("events/day=1/a.jsonl", String.join("\n", expected) + "\n");
        ran(folder.resolve("events/day=1/a.jsonl"));
        List<String> rows =
                rows().stream().map(row -> row.replaceAll(",\"day\":\"1\"", "")).toList();
        assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void withoutATargetTheDraftIsPrintedAndAnExistingFileStays() {
        desk.write("zips/a.csv", "a,b\n1,2\n");
        String sample = folder.resolve("zips/a.csv").toString();
        assertThat(desk.done("init", sample).out()).startsWith("# Drafted").contains("format: csv");
        JsonNode document = desk.done("init", sample, "--json").document();
        assertThat(Schemas.complaints(document)).isEmpty();
        assertThat(desk.call("init", sample, "-o", desk.job().toString()).exit())
                .isEqualTo(2);
        assertThat(desk.job()).content().isEqualTo(Desk.JOB);
        assertThat(desk.call("init", folder.resolve("none.csv").toString()).exit())
                .isEqualTo(2);
        assertThat(desk.call("init", desk.job().toString()).exit()).isEqualTo(2);
    }

    @Test
    void theSeparatorIsTheOneThatFitsEveryLineQuotesRespected() throws IOException {
        desk.write("in/events/2026/11/28/x.csv", """
                Event ID;Höhe (m);Preis, EUR;"When";"ok";day;note
                "007";1.5;"1,20";"2026-11-28T01:02:03Z";"true";2026-11-28;"a ""b"", c;
                d"
                "008";2;3;"2026-11-28 01:02:03.5";"FALSE";2026-11-29;
                """);
        Path job = folder.resolve("ev.yaml");
        Desk.Said _ =
                desk.done("init", folder.resolve("in/events/2026/11/28/x.csv").toString(), "-o", job.toString());
        assertThat(job)
                .content()
                .contains("tidemark plan ev.yaml\njob: events\n")
                .contains("separator: \";\"")
                .contains("{ name: \"Höhe (m)\", type: double }")
                .contains("{ name: \"When\", type: timestamp }")
                .contains("{ name: \"ok\", type: boolean }")
                .contains("{ name: \"day\", type: date }")
                .doesNotContain("Event ID", "Preis", "note");
        Desk.Said _ = desk.done("plan", job.toString());
        // The broken twin: a guess by the number of commas.
        assertThat(CsvGuess.of("a,b,c,d;e\n1;2\n").separator()).isEqualTo(';');
        assertThat(CsvGuess.of("a;b,c\n1;2\n3,4\n").separator()).isEqualTo(',');
    }

    @Test
    void withoutATypedColumnThereIsNoEmptySchema() {
        desk.write("zips/a.csv", "a,b\nx,01\n");
        assertThat(desk.done("init", folder.resolve("zips/a.csv").toString()).out())
                .doesNotContain("# schema:")
                .contains("leading zeros survive");
    }

    @Test
    void whatCannotBeDraftedSaysWhyAndTheWayOut() {
        desk.write("bad/twice.csv", "id,name,ID\n1,2,3\n");
        desk.write("bad/broken.jsonl", "{\"a\":1}\n\n{\"a\":\n{\"a\":2}\n");
        assertThat(refusal("bad/twice.csv")).contains("'id' and 'ID'", "by position");
        assertThat(refusal("bad")).contains("is a folder", "FILE.csv");
        assertThat(refusal("bad/broken.jsonl")).contains("Line 3 of", "broken.jsonl is not JSON");
    }

    @Test
    void recordsThatSpanLinesAreDraftedSo() {
        desk.write("docs/a.json", "{\n  \"a\": 1\n}\n");
        assertThat(desk.done("init", folder.resolve("docs/a.json").toString()).out())
                .contains("multiLine: true");
    }

    /// The broken twin is a draft without multiLine: its run finds no fields.
    @Test
    void anArrayOnOneLineIsDraftedAsADocumentAndRuns() {
        desk.write("docs/a.json", "[{\"a\":1},{\"a\":2}]");
        String job = folder.resolve("array.yaml").toString();
        Desk.Said _ = desk.done("init", folder.resolve("docs/a.json").toString(), "-o", job);
        assertThat(desk.done("run", job).out()).contains("2 read, 2 written");
        String text =
                desk.done("init", folder.resolve("docs/a.json").toString()).out();
        desk.write("twin.yaml", text.replace("formatOptions: { multiLine: true }", "formatOptions: {}"));
        assertThat(desk.call(
                                "run",
                                folder.resolve("twin.yaml").toString(),
                                "--state",
                                folder.resolve("twin").toString())
                        .exit())
                .isEqualTo(1);
    }

    /// The broken twin names the folder that they share, and reads the job file as data.
    @Test
    void aSampleBesideTheJobFileIsReadAndTheJobFileIsNot() throws IOException {
        desk.write("flat/ev.json", "{\"a\":1}\n{\"a\":2}\n");
        desk.write("flat/raw/month=1/other.csv", "x\n1\n");
        String job = folder.resolve("flat/job.yaml").toString();
        Desk.Said _ = desk.done("init", folder.resolve("flat/ev.json").toString(), "-o", job);
        assertThat(desk.done("run", job).out()).contains("1 listed: 1 new", "2 read, 2 written");
        assertThat(desk.done("run", job).out()).contains("NOTHING_TO_DO");
        String text = Files.readString(folder.resolve("flat/job.yaml"));
        desk.write("flat/twin.yaml", text.replace("\"./ev.json\"", "\"./\"").replace("./curated/", "../twin-out/"));
        assertThat(desk.call(
                                "run",
                                folder.resolve("flat/twin.yaml").toString(),
                                "--state",
                                folder.resolve("twin").toString())
                        .exit())
                .isEqualTo(1);
    }

    private String refusal(String sample) {
        Desk.Said said = desk.call("init", folder.resolve(sample).toString());
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        return said.err();
    }

    private void ran(Path sample) throws IOException {
        Path job = folder.resolve("drafted.yaml");
        Desk.Said _ = desk.done("init", sample.toString(), "-o", job.toString());
        Desk.Said _ = desk.done("validate", job.toString());
        // JSON can be looked at here.
        Files.writeString(
                job,
                Files.readString(job)
                        .replace("format: parquet", "format: json")
                        .replace("      formatOptions: { compression: zstd }\n", ""));
        Desk.Said _ = desk.done("run", job.toString());
    }

    private List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        try (var walk = Files.walk(folder.resolve("curated"))) {
            for (Path file :
                    walk.filter(path -> path.toString().endsWith(".json")).toList()) {
                rows.addAll(Files.readAllLines(file));
            }
        }
        return rows;
    }
}
