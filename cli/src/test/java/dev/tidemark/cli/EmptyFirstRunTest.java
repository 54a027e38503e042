package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Files of 0 bytes at a first run are data of no rows (GF-05), whatever the job says of columns; the run
/// says so.
class EmptyFirstRunTest {

    private static final String JOB = """
            job: first
            flows:
              - name: f
                source:
                  s3: { paths: [ ./in/ ] }
                  format: FORMAT
                transforms: [ STEP ]
                sink:
                  path: ./out/
                  format: parquet
                  partitionKeys: [ KEYS ]
                  catalog: { database: lake, table: first }
            """;

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("EmptyFirstRunTest").random();
        desk = new Desk(folder, random);
    }

    /// Executed twins: files that are not empty, one of a header alone and one of blank JSON, are judged as
    /// before.
    @ParameterizedTest
    @CsvSource({
        "csv, in/e.csv, '', ''",
        "csv, in/e.csv, 'filter: \"id > 0\"', ''",
        "csv, in/e.csv, 'filter: \"id > 0\"', id",
        "csv, in/day=1/e.csv, '', ''",
        "csv, in/day=1/e.csv, '', day",
        "csv, in/day=1/e.csv, 'derive: { x: \"id + 1\" }', 'day, x'",
        "json, in/e.json, 'applyMapping: [ [ id, bigint, id, bigint ] ]', ''",
    })
    void emptyFilesAreTakenInAndTheNextRunReadsWhatComes(String format, String file, String step, String keys) {
        for (int more = random.nextInt(1, 4); more > 0; more--) {
            desk.write(file.replace("/e.", "/e" + more + "."), "");
        }
        write(format, step, keys);
        Desk.Said _ = desk.done("validate", "JOB");
        assertThat(desk.done("plan", "JOB").out()).contains("new, 0 rewritten");
        assertThat(desk.done("run", "JOB").out()).contains("COMMITTED", "0 read, 0 written", "0 written in");
        assertThat(desk.done("run", "JOB").out()).contains("NOTHING_TO_DO");
        String twin = file.replace("/e.", "/twin.");
        if (keys.isEmpty() && step.startsWith("filter")) {
            desk.write(twin, "name\n");
            Desk.Said refused = desk.call("run", "JOB");
            assertThat(refused.exit()).isEqualTo(2);
            assertThat(refused.err()).contains("there is no column 'id'");
        }
        desk.write(twin, format.equals("csv") ? "id,other\n1,2\n" : "{\"id\":1,\"other\":2}\n");
        write(format, step.replace("id > 0", "id = '1'").replace("id + 1", "cast(id as int) + 1"), keys);
        assertThat(desk.done("run", "JOB").out()).contains("COMMITTED", "1 read, 1 written");
    }

    @Test
    void theReportSaysThatColumnsWereNotChecked() {
        desk.write("in/e.csv", "");
        write("csv", "filter: \"id > 0\"", "");
        assertThat(desk.done("run", "JOB", "--json").out())
                .contains("All objects to be read are empty (0 bytes)", "checked when one comes");
        desk.write("blank/in/e.json", "\n\n");
        desk.write("blank/job.yaml", job("json", "", ""));
        Desk.Said blank = desk.call("run", folder.resolve("blank/job.yaml").toString());
        assertThat(blank.exit()).isEqualTo(1);
        assertThat(blank.err()).contains("Flow f has no columns", "Declare a schema");
    }

    /// With a predicate that compares the key it is the folder's fault, which is met when the predicate is
    /// evaluated. Executed twin: the key as text.
    @ParameterizedTest
    @CsvSource({"int, abc", "date, 2026-13-01", "timestamp, yesterday", "'decimal(3,1)', 12345"})
    void aKeyWhoseFoldersAreOfAnotherTypeIsTheJobFilesMistake(String type, String value) {
        desk.write("in/day=" + value + "/a.csv", "id\n1\n");
        for (String predicate : new String[] {"", "      pushDownPredicate: \"day is not null\"\n"}) {
            String keyed = """
                    job: keyed
                    flows:
                      - name: f
                        source:
                          s3: { paths: [ ./in/ ] }
                          partitionKeys: [ { name: day, type: "%s" } ]
                          format: csv
                          formatOptions: { withHeader: true }
                        sink: { path: ./out/, format: json }
                    """.formatted(type).replace("      format: csv\n", predicate + "      format: csv\n");
            desk.write("job.yaml", keyed);
            for (String command : new String[] {"plan", "run"}) {
                Desk.Said said = desk.call(command, "JOB");
                assertThat(said.exit()).as(said.err()).isEqualTo(predicate.isEmpty() ? 2 : 1);
                assertThat(said.err()).contains("Flow f", "day", value, type, "exclude the folder");
            }
            if (predicate.isEmpty()) {
                assertThat(folder.resolve(".tidemark")).doesNotExist();
            }
            desk.write("twin.yaml", keyed.replace("\"" + type + "\"", "string"));
            Desk.Said _ = desk.done("plan", folder.resolve("twin.yaml").toString());
        }
    }

    private void write(String format, String step, String keys) {
        desk.write("job.yaml", job(format, step, keys));
    }

    private static String job(String format, String step, String keys) {
        return JOB.replace(
                        "FORMAT\n",
                        format + (format.equals("csv") ? "\n      formatOptions: { withHeader: true }\n" : "\n"))
                .replace("transforms: [ STEP ]", step.isEmpty() ? "# no step" : "transforms:\n      - " + step)
                .replace("KEYS", keys);
    }
}
