package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jobs that read and write Ion, from the job file to the rows.
class IonJobsTest {

    private static final String JOB = """
            job: events
            params: { lake: ./lake }
            flows:
              - name: events
                onBadRecord: quarantine
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  format: ion
                sink:
                  path: "${lake}/curated/"
                  format: json
            """;

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        Random random = Seeded.of("IonJobsTest").random();
        desk = new Desk(folder, random);
    }

    /// Types of one object and of another become one schema; what was dropped is told.
    @Test
    void ionIsReadWithoutASchema() {
        desk.write("job.yaml", JOB);
        desk.write("lake/raw/a.ion", "{id: 1, day: 2026-03-01, price: EUR::2.50, tags: (a b)}\n{id: 2, id: 3}\n5\n");
        desk.write("lake/raw/b.ion", "{id: 99999999999999999999, day: 2026-03-02T10:00+02:00}\n{id: 12:34}\n{id: 4}");
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("recordsRejected").asInt()).isEqualTo(2);
        assertThat(flow.path("warnings").toString())
                .contains("1 annotation of values in")
                .contains("a.ion was dropped")
                .contains("1 name stands again in one object");
        assertThat(desk.rows())
                .containsExactlyInAnyOrder(
                        "{\"day\":\"2026-03-01T00:00:00Z\",\"id\":1,\"price\":\"2.50\",\"tags\":[\"a\",\"b\"]}",
                        "{\"id\":3}",
                        "{\"day\":\"2026-03-02T08:00:00Z\",\"id\":99999999999999999999}",
                        "{\"id\":4}");
    }

    /// The broken twin of the warnings: without annotations and names that stand twice there are none.
    @Test
    void nothingIsWarnedOfWhereNothingIsDropped() {
        desk.write("job.yaml", JOB);
        desk.write("lake/raw/a.ion", "{id: 1} {id: 2}");
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("warnings").toString())
                .doesNotContain("annotation")
                .doesNotContain("stands again");
    }

    /// JSON becomes Ion, and that Ion rows again, in both encodings.
    @Test
    void whatIsWrittenIsReadAgain() {
        desk.write(
                "lake/first/a.json",
                "{\"id\":1,\"t\":\"ü\",\"s\":{\"x\":[1,null,3]},\"b\":true,\"r\":1.5}\n{\"id\":2}\n");
        for (String encoding : new String[] {"binary", "text"}) {
            desk.write(
                    "job.yaml",
                    JOB.replace("job: events", "job: to-" + encoding)
                            .replace("/raw/", "/first/")
                            .replace("format: ion", "format: json")
                            .replace(
                                    "/curated/\"\n      format: json",
                                    "/" + encoding + "/\"\n      format: ion\n      formatOptions: { encoding: "
                                            + encoding + " }"));
            desk.done("run", "JOB");
            desk.write(
                    "job.yaml",
                    JOB.replace("job: events", "job: from-" + encoding).replace("/raw/", "/" + encoding + "/"));
            desk.done("run", "JOB");
        }
        String row = "{\"b\":true,\"id\":1,\"r\":1.5,\"s\":{\"x\":[1,null,3]},\"t\":\"ü\"}";
        assertThat(desk.rows()).containsExactlyInAnyOrder(row, "{\"id\":2}", row, "{\"id\":2}");
    }

    @Test
    void anObjectThatIsNoIonEndsTheRunWithItsName() {
        desk.write("job.yaml", JOB);
        desk.write("lake/raw/a.ion", "id,v\n1,2\n");
        Desk.Said refused = desk.call("run", "JOB");
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.err()).contains("a.ion").contains("its Ion text is broken at byte 2");
        assertThat(desk.rows()).isEmpty();
    }
}
