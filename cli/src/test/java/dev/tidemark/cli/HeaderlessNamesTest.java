package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// CSV without a header whose `schema` names the fields by their places.
class HeaderlessNamesTest {

    private static final String SCHEMA = "[ { name: a, type: int }, { name: b, type: int } ]";
    private static final String JOB = """
            job: orders
            params: { lake: ./lake }
            flows:
              - name: orders
                onSchemaChange: POLICY
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: day, type: string } ]
                  format: csv
                  formatOptions: { withHeader: false, skipFirst: SKIP }
                  schema: SCHEMA
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

    @BeforeEach
    void setUp() {
        random = Seeded.of("HeaderlessNamesTest").random();
        desk = new Desk(folder, random);
    }

    private void job(String policy, boolean skip, String schema) {
        desk.write(
                "job.yaml",
                JOB.replace("POLICY", policy)
                        .replace("SKIP", String.valueOf(skip))
                        .replace("SCHEMA", schema));
    }

    /// One more file, of so many fields, whose first line no reader of numbers takes when it is to be left out.
    ///
    /// @return the rows that it must become
    private List<String> file(String name, int fields, boolean skip, List<String> names) {
        StringBuilder text = new StringBuilder(skip ? "x,".repeat(fields - 1) + "x\n" : "");
        List<String> rows = new ArrayList<>();
        for (int record = random.nextInt(1, 20); record > 0; record--) {
            List<String> values = new ArrayList<>();
            List<String> row = new ArrayList<>();
            for (int field = 0; field < fields; field++) {
                int value = random.nextInt(1_000);
                values.add(String.valueOf(value));
                // What the schema does not type is text.
                row.add("\"" + names.get(field) + "\":"
                        + (names.get(field).startsWith("col") ? "\"" + value + "\"" : value));
            }
            text.append(String.join(",", values)).append('\n');
            rows.add("{" + String.join(",", row) + "}");
        }
        desk.addFile(name, text.toString());
        return rows;
    }

    /// The broken twin has `col0` and `col1` beside the names, so that each record has too few fields.
    @ParameterizedTest
    @CsvSource({
        "addNewColumns, false, 2",
        "addNewColumns, true, 2",
        "addNewColumns, false, 13",
        "ignore, false, 2",
        "ignore, true, 2",
        "ignore, false, 4",
        "fail, false, 2",
        "fail, true, 2",
        "fail, false, 13"
    })
    void namesOfTheSchemaTakeThePlaceOfPositions(String policy, boolean skip, int fields) {
        job(policy, skip, SCHEMA);
        List<String> names = new ArrayList<>(List.of("a", "b"));
        for (int field = 2; field < fields; field++) {
            names.add("col" + field);
        }
        List<String> rows = new ArrayList<>();
        for (String name : List.of("f0.csv", "f1.csv", "f2.csv")) {
            rows.addAll(file(name, fields, skip, names));
            // The second and third run know the columns of the first.
            assertThat(desk.done("run", "JOB").out()).contains("COMMITTED");
            assertThat(desk.rows()).containsExactlyInAnyOrderElementsOf(rows);
        }
    }

    @Test
    void aNameThatTheSchemaGetsLaterTakesItsPlace() {
        job("addNewColumns", false, SCHEMA);
        List<String> rows = file("f0.csv", 3, false, List.of("a", "b", "col2"));
        Desk.Said _ = desk.done("run", "JOB");
        job("addNewColumns", false, SCHEMA.replace(" ]", ", { name: c, type: int } ]"));
        rows.addAll(file("f1.csv", 3, false, List.of("a", "b", "c")));
        Desk.Said _ = desk.done("run", "JOB");
        // Without one again, the name that runs know stays; so does its type.
        job("addNewColumns", false, SCHEMA);
        rows.addAll(file("f2.csv", 3, false, List.of("a", "b", "c")));
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(desk.rows()).containsExactlyInAnyOrderElementsOf(rows);
    }
}
