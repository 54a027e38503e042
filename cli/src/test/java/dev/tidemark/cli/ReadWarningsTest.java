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

/// A report says which values were read in another way than they stand in the files.
class ReadWarningsTest {

    private static final String JSON_JOB = """
            job: orders
            params: { lake: ./lake }
            flows:
              - name: orders
                onSchemaChange: addNewColumns
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: day, type: string } ]
                  format: json
                  schema: [ { name: id, type: bigint }, { name: at, type: timestamp }, { name: o, type: "struct<a:int>" } ]
                sink:
                  path: "${lake}/curated/"
                  format: json
            """;

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("ReadWarningsTest").random());
    }

    @Test
    void jsonValuesThatWereChangedAreNamedOnceEach() {
        desk.write("job.yaml", JSON_JOB);
        desk.addFile("plain.json", "{\"id\":1,\"at\":\"2026-01-01T00:00:00.000001Z\",\"o\":{\"a\":1}}\n");
        // The broken twin: without such values nothing may be said.
        assertThat(warnings()).isEmpty();
        desk.addFile(
                "more.json", "{\"id\":1,\"id\":2,\"at\":\"2026-01-01T00:00:00.0000019Z\",\"o\":{\"a\":1}}\n".repeat(3));
        desk.addFile("nested.json", "{\"id\":3,\"o\":{\"a\":1,\"zip\":\"01\"}}\n".repeat(2));
        List<String> warnings = warnings();
        assertThat(warnings).hasSize(3);
        assertThat(warnings).anyMatch(line -> line.contains("'at'") && line.contains("below the microsecond"));
        assertThat(warnings).anyMatch(line -> line.startsWith("3 names stand again") && line.contains("last value"));
        assertThat(warnings).anyMatch(line -> line.contains("'o.zip'") && line.contains("nested.json"));
        assertThat(desk.rows())
                .contains("{\"at\":\"2026-01-01T00:00:00.000001Z\",\"id\":2,\"o\":{\"a\":1},\"day\":\"d0\"}");
    }

    @Test
    void anUnknownFieldOfAStructFailsTheRunWhereNewFieldsDo() {
        desk.write("job.yaml", JSON_JOB.replace("addNewColumns", "fail"));
        desk.addFile("nested.json", "{\"id\":3,\"at\":null,\"o\":{\"a\":1,\"zip\":\"01\"}}\n");
        Desk.Said said = desk.call("run", "JOB");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err()).contains("nested.json has a field 'o.zip'");
        assertThat(desk.rows()).isEmpty();
    }

    @Test
    void anIgnoredFieldOfAStructIsDroppedWithoutAWord() {
        desk.write("job.yaml", JSON_JOB.replace("addNewColumns", "ignore"));
        desk.addFile("nested.json", "{\"id\":3,\"o\":{\"a\":1,\"zip\":\"01\"}}\n");
        assertThat(warnings()).isEmpty();
        assertThat(desk.rows()).hasSize(1);
    }

    @Test
    void csvTimestampsThatWereRoundedDownAreNamed() {
        desk.write("job.yaml", Desk.JOB.replace("name: id, type: bigint", "name: id, type: timestamp"));
        desk.addFile("a.csv", "id,amount\n2026-01-01T00:00:00.000000999Z,500\n");
        assertThat(warnings()).singleElement().asString().contains("'id'").contains("below the microsecond");
        assertThat(desk.rows()).singleElement().asString().contains("\"2026-01-01T00:00:00Z\"");
    }

    @Test
    void declaredColumnsThatHeadersDoNotHaveAreNamed() {
        desk.addFile("a.csv", "amount,id\n500,1\n");
        // The broken twin: where all are there nothing may be said.
        assertThat(warnings()).isEmpty();
        desk.addFile("b.csv", "id,\n2,700\n");
        desk.addFile("c.csv", "id,Total\n3,800\n");
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("Column 'amount'")
                .contains("b.csv and of 1 more objects");
        assertThat(desk.rows()).contains("{\"id\":2,\"col1\":\"700\"}");
    }

    @Test
    void aFileWithoutTheHeaderThatTheJobSpeaksOfIsRefused() {
        desk.addFile("a.csv", "1,500\n2,700\n");
        Desk.Said said = desk.call("run", "JOB");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err())
                .contains("a.csv: its header has no column that the source's schema declares ('id', 'amount')")
                .contains("withHeader");
        assertThat(desk.rows()).isEmpty();
        // Its way out, for an object that is right.
        desk.write("job.yaml", Desk.JOB.replace("schema: [ ", "schema: [ { name: \"500\", type: string }, "));
        assertThat(warnings()).hasSize(2);
        assertThat(desk.rows()).hasSize(1);
    }

    private List<String> warnings() {
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        List<String> warnings = new ArrayList<>();
        flow.path("warnings").forEach(line -> warnings.add(line.asText()));
        return warnings;
    }
}
