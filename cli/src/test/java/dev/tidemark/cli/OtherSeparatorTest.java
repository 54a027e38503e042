package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files whose names stand between another separator than the job says, where columns are found from the files:
/// they are refused before they teach a column, and one that is meant so has a way in.
class OtherSeparatorTest {

    private static final List<String> SEPARATORS = List.of(",", ";", "|");
    private static final String JOB = """
            job: orders
            params: { lake: ./lake }
            flows:
              - name: orders
                onSchemaChange: addNewColumns
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: day, type: string } ]
                  format: csv
                  formatOptions: { withHeader: true, separator: "SEPARATOR" }
                sink:
                  path: "${lake}/curated/"
                  format: json
                  partitionKeys: [ day ]
                  catalog: { database: lake, table: orders }
            """;

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;
    private String separator;
    private String other;

    @BeforeEach
    void setUp() {
        random = Seeded.of("OtherSeparatorTest").random();
        desk = new Desk(folder, random);
        separator = SEPARATORS.get(random.nextInt(3));
        other = SEPARATORS.stream()
                .filter(each -> !each.equals(separator))
                .toList()
                .get(random.nextInt(2));
        desk.write("job.yaml", JOB.replace("SEPARATOR", separator));
    }

    private String file(String between) {
        StringBuilder text = new StringBuilder("id" + between + "v\n");
        for (int row = random.nextInt(1, 20); row > 0; row--) {
            text.append(random.nextInt(100))
                    .append(between)
                    .append(random.nextInt(100))
                    .append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"alone", "first", "among", "later"})
    void isRefusedByPlanAndRunNamingObjectAndSeparator(String when) {
        if (!when.equals("alone")) {
            desk.addFile("m.csv", file(separator));
        }
        if (when.equals("among")) {
            desk.addFile("z.csv", file(separator));
        }
        if (when.equals("later")) {
            Desk.Said _ = desk.done("run", "JOB");
        }
        List<String> before = desk.rows();
        String name = when.equals("first") ? "a.csv" : "n.csv";
        desk.addFile(name, file(other));
        for (String command : List.of("plan", "run")) {
            Desk.Said said = desk.call(command, "JOB");
            assertThat(said.exit()).as(said.err()).isEqualTo(1);
            assertThat(said.err())
                    .contains("/lake/raw/day=d0/" + name + ": its header has one name, 'id" + other + "v'")
                    .contains("Set the option separator: \"" + other + "\"");
        }
        assertThat(desk.rows()).isEqualTo(before);
        // The way out that the message names.
        desk.write("job.yaml", JOB.replace("SEPARATOR", other));
        if (when.equals("alone")) {
            assertThat(desk.done("run", "JOB").out()).contains("COMMITTED");
            assertThat(desk.rows()).allMatch(row -> row.matches("\\{\"id\":\"\\d+\",\"v\":\"\\d+\".*"));
        }
    }

    /// The broken twin of the test above: the same name in quotes is one column, and so is a declared one.
    @Test
    void aNameThatHoldsASeparatorHasTwoWaysIn() {
        desk.addFile("a.csv", "\"id" + other + "v\"\nx\n");
        Desk.Said _ = desk.done("run", "JOB");
        // Once it is known, quotes are no longer needed.
        desk.addFile("b.csv", "id" + other + "v\ny\n");
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(desk.rows())
                .containsExactlyInAnyOrder("{\"id" + other + "v\":\"x\"}", "{\"id" + other + "v\":\"y\"}");
    }

    @Test
    void aDeclaredNameIsTakenWithoutQuotes() {
        desk.write(
                "job.yaml",
                JOB.replace("SEPARATOR", separator)
                        .replace(
                                "    sink:",
                                "      schema: [ { name: \"id" + other + "v\", type: bigint } ]\n    sink:"));
        desk.addFile("a.csv", "id" + other + "v\n7\n");
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(desk.rows()).containsExactly("{\"id" + other + "v\":7}");
    }

    /// The broken twin reads the header as `new String` does: U+FFFD is in the table for ever.
    @ParameterizedTest
    @ValueSource(strings = {"alone", "among", "later"})
    void aHeaderThatIsNoTextIsRefusedByPlanAndRun(String when) {
        if (!when.equals("alone")) {
            desk.addFile("a.csv", file(separator));
        }
        if (when.equals("later")) {
            Desk.Said _ = desk.done("run", "JOB");
        }
        List<String> before = desk.rows();
        desk.addBytes(
                "n.csv",
                ("id" + separator + "gr\u00F6\u00DFe\n1" + separator + "2\n")
                        .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        for (String command : List.of("plan", "run")) {
            Desk.Said said = desk.call(command, "JOB");
            assertThat(said.exit()).as(said.err()).isEqualTo(1);
            assertThat(said.err())
                    .contains("/n.csv: name 2 of its header is not text in UTF-8: the byte 0xF6 at offset 5")
                    .contains("Set the option encoding");
        }
        assertThat(desk.rows()).isEqualTo(before);
    }
}
