package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Samples that a draft would not read, or fail at: init says so, or drafts what reads them.
class InitRefusalsTest {

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("InitRefusalsTest").random();
        desk = new Desk(folder, random);
    }

    /// The executed twin is a job on the sample's folder: its run passes the sample over.
    @ParameterizedTest
    @ValueSource(strings = {"_a.csv", ".a.csv", "_x/a.csv", ".day=1/a.csv", "day=1/.b/a.csv"})
    void aHiddenSampleIsRefusedWithTheRuleOfRuns(String name) throws IOException {
        desk.write("in/" + name, "id,v\n" + random.nextInt(100) + ",2\n");
        desk.write("in/seen.csv", "id,v\n1,2\n");
        assertThat(refusal("in/" + name, "in/seen.csv"))
                .contains("No run would read the sample", name, "begins with _ or .", "Rename it");
        desk.write("twin.yaml", draft("in/seen.csv"));
        assertThat(desk.done("run", path("twin.yaml")).out()).contains("1 read, 1 written", "hidden");
        // Beside the job file it is named itself, and read.
        desk.write("beside/_a.csv", "id,v\n1,2\n");
        Desk.Said _ = desk.done("init", path("beside/_a.csv"), "-o", path("beside/job.yaml"));
        assertThat(desk.done("run", path("beside/job.yaml")).out()).contains("1 read, 1 written");
    }

    /// The executed twin names both folders, and the job file is refused or reads a file as a duplicate.
    @Test
    void foldersOfSamplesThatLieInEachOtherAreOnePath() throws IOException {
        desk.write("sp/a.csv", "id,v\n1,2\n");
        desk.write("sp/x/b.csv", "id,v\n3,4\n");
        String draft = draft("sp/a.csv", "sp/x/b.csv");
        assertThat(draft).contains("paths: [ \"./sp/\" ]");
        desk.write("one.yaml", draft);
        assertThat(desk.done("run", path("one.yaml")).out()).contains("2 read, 2 written");
        desk.write("twin.yaml", draft.replace("[ \"./sp/\" ]", "[ \"./sp/\", \"./sp/x/\" ]"));
        Desk.Said twin = desk.call("run", path("twin.yaml"), "--state", path("twin"), "--json");
        assertThat(twin.out()).doesNotContain("\"ignored\":0");
    }

    @Test
    void samplesOfDifferentPartitionKeysAreRefused() {
        desk.write("in/day=1/a.csv", "id,v\n1,2\n");
        desk.write("in/b.csv", "id,v\n1,2\n");
        assertThat(refusal("in/day=1/a.csv", "in/b.csv")).contains("different partition keys, none and day");
    }

    /// The executed twin is a draft that reads the file as lines: its run takes nothing of it.
    @Test
    void recordsThatAreNoObjectsAreRefused() throws IOException {
        for (String text : List.of("1\n2\n", "[1, 2]", "\"a\"\n", "null\n", "[[1]]")) {
            desk.write("in/scalars.json", text);
            assertThat(refusal("in/scalars.json"))
                    .contains("scalars.json has no record that a run can read", "at byte ", "{\"name\": value}");
        }
        for (String text : List.of("{}\n{}\n", "[]")) {
            desk.write("in/scalars.json", text);
            assertThat(refusal("in/scalars.json")).contains("no record has a field");
        }
        desk.write("in/scalars.json", "{\"a\":1}\n");
        String draft = draft("in/scalars.json");
        desk.write("in/scalars.json", "1\n2\n");
        desk.write("twin.yaml", draft);
        assertThat(desk.call("run", path("twin.yaml")).exit()).isNotZero();
        // One that is no object among others is a bad record, and a draft says so.
        desk.write("mixed/a.json", "{\"a\":1}\n2\n");
        assertThat(draft("mixed/a.json")).contains("# a.json at byte 8: ", "onBadRecord: quarantine");
    }

    /// A twin that knows nothing of open quotes takes the line for one name, as the other separators find it.
    @Test
    void anOpenQuoteInTheHeaderIsBlamedOnTheQuote() {
        for (String separator : List.of(",", ";", "\t", "|")) {
            desk.write("in/open.csv", "id%1$s\"na me\n1%1$s2\n3%1$s4\n".formatted(separator));
            assertThat(refusal("in/open.csv"))
                    .contains("open.csv has no header: a quote in its first record is not closed")
                    .doesNotContain("separator");
        }
        assertThat(CsvGuess.of("id,\"na me\n1,2\n").openHeader()).isTrue();
        assertThat(CsvGuess.of("id,\"na me\n1,2\n").names()).hasSize(1);
        assertThat(CsvGuess.of("id,\"na me\"\n1,2\n").openHeader()).isFalse();
    }

    /// The executed twin goes by the name and reads CSV: each line is a record of its header's fields, or bad.
    @Test
    void jsonLinesUnderANameOfCsvAreDraftedAsJson() throws IOException {
        int rows = random.nextInt(2, 30);
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows; row++) {
            text.append("{\"id\": ").append(row).append(", \"t\": \"a;b\"}\n");
        }
        desk.write("in/lines.csv", text.toString());
        String draft = draft("in/lines.csv");
        assertThat(draft).contains("format: json\n");
        desk.write("lines.yaml", draft);
        assertThat(desk.done("run", path("lines.yaml")).out()).contains(rows + " read, " + rows + " written");
        desk.write(
                "twin.yaml",
                draft.replace("format: json\n", "format: csv\n      formatOptions: { withHeader: true }\n"));
        assertThat(desk.call("run", path("twin.yaml"), "--state", path("twin")).out())
                .doesNotContain(rows + " read, " + rows + " written");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two\nlines.csv", "\u001b[31mred.csv", "tab\t.csv", "cr\r.csv", "sub\n/a.csv"})
    void namesWithControlCharactersAreDraftedAndShownEscaped(String name) throws IOException {
        desk.write("in/" + name, "id,v\n1,2\n");
        String job = path("job\n1.yaml");
        Desk.Said said = desk.done("init", path("in/" + name), "-o", job);
        assertThat(said.out().strip()).contains("job\\n1.yaml").doesNotContain("\n", "\u001b");
        assertThat(Files.readAllLines(Path.of(job)).getFirst()).endsWith("tidemark plan job\\n1.yaml");
        assertThat(desk.done("run", job).out()).contains("1 read, 1 written");
        // What is wrong with it is said in one line too.
        desk.write("in/" + name, "");
        assertThat(refusal("in/" + name).strip())
                .contains(Shown.of(name) + " is empty")
                .doesNotContain("\n", "\u001b", "Cannot tell");
    }

    /// The executed twin names the folder that holds the job file, and its run takes that for a record of data.
    @Test
    void aSampleAboveTheJobFileStandsForItself() throws IOException {
        desk.write("up/a.csv", "id,v\n1,2\n");
        Files.createDirectories(folder.resolve("up/jobs"));
        String job = path("up/jobs/job.yaml");
        Desk.Said _ = desk.done("init", path("up/a.csv"), "-o", job);
        String draft = Files.readString(Path.of(job));
        assertThat(draft).contains("paths: [ \"../a.csv\" ]");
        assertThat(desk.done("run", job).out()).contains("1 listed: 1 new", "1 read, 1 written");
        desk.write("up/jobs/twin.yaml", draft.replace("../a.csv", "../").replace("\"./curated/", "\"../../twin-out/"));
        assertThat(desk.call("run", path("up/jobs/twin.yaml"), "--state", path("twin"))
                        .exit())
                .isNotZero();
    }

    private String draft(String... samples) throws IOException {
        Path job = folder.resolve("draft.yaml");
        Files.deleteIfExists(job);
        List<String> words = new ArrayList<>(List.of(words(samples)));
        words.addAll(List.of("-o", job.toString()));
        Desk.Said _ = desk.done(words.toArray(String[]::new));
        return Files.readString(job);
    }

    private String refusal(String... samples) {
        Desk.Said said = desk.call(words(samples));
        assertThat(said.exit()).as(said.err() + said.out()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        return said.err();
    }

    private String[] words(String... samples) {
        List<String> words = new ArrayList<>(List.of("init"));
        for (String sample : samples) {
            words.add(path(sample));
        }
        return words.toArray(String[]::new);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }
}
