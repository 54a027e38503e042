package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Overwriting runs whose inputs leave a partition without rows: the old rows stay there, and the report says so.
class OverwriteKeepsTest {

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("OverwriteKeepsTest").random());
        for (int day = 0; day < 8; day++) {
            desk.write("lake/raw/day=d" + day + "/a.csv", "id,amount\n" + day + ",500\n");
        }
    }

    @Test
    void aRunThatReadsEverythingNamesThePartitionsThatItWroteNothingTo() {
        job("mode: overwritePartitions", "bookmark: disable\n");
        assertThat(kept(run())).isEmpty();
        for (int day = 0; day < 7; day++) {
            desk.write("lake/raw/day=d" + day + "/a.csv", "id,amount\n" + day + ",1\n");
        }
        desk.write("lake/curated/elsewhere/x.csv", "1\n");
        desk.write("lake/curated/day=d9/_SUCCESS", "");
        Desk.Said said = run();
        assertThat(kept(said))
                .singleElement()
                .asString()
                .startsWith("7 partitions of file://" + folder)
                .contains("keep rows of earlier runs (day=d0/, day=d1/, day=d2/, day=d3/, day=d4/, …)")
                .contains("as Spark's dynamic overwrite does", "Delete the files there");
        assertThat(desk.rows()).as("nothing is deleted unasked").hasSize(8);
        assertThat(desk.done("run", "JOB").out()).contains("warning     7 partitions of ");
        // The broken twin: rows in every partition.
        for (int day = 0; day < 8; day++) {
            desk.write("lake/raw/day=d" + day + "/a.csv", "id,amount\n" + day + ",900\n");
        }
        assertThat(kept(run())).isEmpty();
    }

    @Test
    void aRunThatRefreshesNamesThoseOfTheSourcePartitionsThatItReadAgain() {
        job("mode: overwritePartitions\n      refresh: touched", "");
        assertThat(kept(run())).isEmpty();
        desk.write("lake/raw/day=d1/b.csv", "id,amount\n9,1\n");
        desk.write("lake/raw/day=d1/a.csv", "id,amount\n1,1\n");
        desk.write("lake/raw/day=d2/b.csv", "id,amount\n9,900\n");
        assertThat(kept(run()))
                .singleElement()
                .asString()
                .startsWith("1 partition of file://")
                .contains("keeps rows of earlier runs (day=d1/)");
        assertThat(desk.rows()).hasSize(9).contains("{\"id\":1,\"amount\":500}");
        desk.write("lake/raw/day=d3/b.csv", "id,amount\n9,900\n");
        assertThat(kept(run())).as("d1 was not read again").isEmpty();
    }

    @Test
    void aSinkWithoutKeysKeepsAllOfItsRows() {
        job("mode: overwritePartitions", "bookmark: disable\n");
        desk.write(
                "job.yaml",
                text().replace("      partitionKeys: [ day ]\n", "")
                        .replace("      catalog: { database: lake, table: orders }\n", ""));
        assertThat(kept(run())).isEmpty();
        for (int day = 0; day < 8; day++) {
            desk.write("lake/raw/day=d" + day + "/a.csv", "id,amount\n" + day + ",1\n");
        }
        assertThat(kept(run())).singleElement().asString().contains("1 partition of ", "(all of it)");
    }

    private String text = "";

    private String text() {
        return text;
    }

    private void job(String mode, String before) {
        text = before + Desk.JOB.replace("format: json\n", "format: json\n      " + mode + "\n");
        desk.write("job.yaml", text);
    }

    private Desk.Said run() {
        return desk.done("run", "JOB", "--json");
    }

    private static List<String> kept(Desk.Said said) {
        List<String> warnings = new ArrayList<>();
        for (JsonNode warning : said.document().path("flows").path(0).path("warnings")) {
            if (warning.asText().contains("rows of earlier runs")) {
                warnings.add(warning.asText());
            }
        }
        return warnings;
    }
}
