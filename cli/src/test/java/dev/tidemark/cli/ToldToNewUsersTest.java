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

/// What somebody who runs a job for the first time has to be told.
class ToldToNewUsersTest {

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("ToldToNewUsersTest").random());
    }

    @Test
    void onlyPartitionsThatTheCatalogDidNotHaveAreAdded() {
        desk.addFile("a.csv", "id,amount\n1,500\n");
        assertThat(run().path("partitionsAdded")).hasSize(1);
        desk.addFile("b.csv", "id,amount\n2,500\n");
        desk.write("lake/raw/day=d5/a.csv", "id,amount\n3,500\n");
        JsonNode added = run().path("partitionsAdded");
        assertThat(added).hasSize(1);
        assertThat(added.path(0).path("day").asText()).isEqualTo("d5");
    }

    @Test
    void whereBadRecordsAreSetAsideIsSaid() {
        desk.addFile("a.csv", "id,amount\nx,500\ny,500\n1,500\n");
        assertThat(warnings(run()))
                .singleElement()
                .asString()
                .startsWith("2 bad records are set aside in file://" + folder)
                .contains("/.tidemark/quarantine/orders/orders/")
                .endsWith("bad.json.gz.");
        // The broken twin: nothing is set aside.
        desk.addFile("b.csv", "id,amount\n1,500\n");
        assertThat(warnings(run())).isEmpty();
    }

    @Test
    void fieldsThatOnSchemaChangeIgnoresAreNamed() {
        job("onBadRecord: quarantine", "onSchemaChange: ignore");
        desk.addFile("a.csv", "id,amount\n0,50\n");
        assertThat(warnings(run())).as("the first run's columns are the job's").isEmpty();
        desk.addFile("b.csv", "id,amount,colour,shape\n1,500,red,round\n");
        assertThat(warnings(run()))
                .containsExactly("2 fields of the files are left out (onSchemaChange: ignore): colour, shape.");
        assertThat(desk.rows()).containsExactly("{\"id\":1,\"amount\":500}");
    }

    @Test
    void whatIsWrongWithAPredicateNamesItsFlow() {
        desk.addFile("a.csv", "id,amount\n1,500\n");
        job("format: csv", "pushDownPredicate: \"day > 5\"\n      format: csv");
        for (String words : List.of("run JOB", "plan JOB", "bookmark set-now JOB")) {
            assertThat(desk.call(words.split(" ")).err()).as(words).contains("Flow orders: Expression \"day > 5\"");
        }
        job("      partitionKeys: [ { name: day, type: string } ]\n", "      pushDownPredicate: \"dey = 'd0'\"\n");
        assertThat(desk.call("run", "JOB").err()).contains("Flow orders: pushDownPredicate");
    }

    @Test
    void explainDoesNotSayThatARunReadWhatSetNowRecorded() {
        desk.addFile("a.csv", "id,amount\n1,500\n");
        Desk.Said _ = desk.done("bookmark", "set-now", "JOB");
        assertThat(desk.done(
                                "explain",
                                "JOB",
                                folder.resolve("lake/raw/day=d0/a.csv").toString())
                        .out())
                .contains("was taken in before, by a committed run or by bookmark set-now");
    }

    @Test
    void oneIsOneAndManyAreMany() {
        desk.addFile("1 files.csv", "id,amount\n1,500\n");
        assertThat(desk.done("plan", "JOB").out()).contains("1 object listed", "1 group in 1 chunk,");
        assertThat(desk.done("bookmark", "set-now", "JOB", "--dry-run").out()).contains("record 1 object as");
        Desk.Said run = desk.done("run", "JOB");
        assertThat(run.out())
                .contains("1 written in 1 chunk, 1 partition registered")
                .doesNotContain("1 chunks");
        for (int i = 0; i < 11; i++) {
            desk.addFile("f" + i + ".csv", "id,amount\n1,500\n");
        }
        assertThat(desk.done("plan", "JOB").out()).contains("12 objects listed", "11 new");
    }

    @Test
    void aCompressionThatParquetDoesNotHaveIsAMistakeOfTheJobFile() {
        job("format: json", "format: parquet\n      formatOptions: { compression: lz5 }");
        Desk.Said said = desk.call("validate", "JOB");
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err()).contains("'lz5' is no value of 'compression'", "zstd, snappy, gzip, uncompressed");
        for (String codec : List.of("zstd", "Snappy", "none")) {
            job("format: json", "format: parquet\n      formatOptions: { compression: " + codec + " }");
            Desk.Said _ = desk.done("validate", "JOB");
        }
    }

    private void job(String from, String to) {
        assertThat(Desk.JOB).contains(from);
        desk.write("job.yaml", Desk.JOB.replaceFirst(java.util.regex.Pattern.quote(from), to));
    }

    private JsonNode run() {
        return desk.done("run", "JOB", "--json").document().path("flows").path(0);
    }

    private static List<String> warnings(JsonNode flow) {
        List<String> warnings = new ArrayList<>();
        flow.path("warnings").forEach(warning -> warnings.add(warning.asText()));
        return warnings;
    }
}
