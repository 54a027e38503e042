package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.job.Job;
import dev.tidemark.spi.UnreadableObjectException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class JobJsonTest {

    @SuppressWarnings("unused") // named by the test below
    private static final List<String> GOOD = JobFiles.GOOD;

    @ParameterizedTest
    @FieldSource("GOOD")
    void aJobReadBackIsTheSameJobWithTheSamePlacesAndBytes(String name) {
        Job job = JobFiles.read(JobFiles.good(name)).job();
        byte[] bytes = JobJson.write(job);
        Job back = JobJson.read(bytes, name);
        assertThat(back).isEqualTo(job);
        assertThat(JobJson.write(back)).isEqualTo(bytes);
    }

    @Test
    void everyTransformAndSpellingSurvives() {
        String steps = """
                [ dropNullFields, dropNullFields: true,
                  custom: { name: mine, options: { cost: "5$$ ${lake}" } }, explode: items, explode: { column: a, as: b, outer: true },
                  unnest: [ user ], unnest: { separator: "_" }, renameField: [ a, b ], selectFields: [ b ],
                  resolveChoice: { choice: make_cols },
                  filter: "b rlike 'x$'" ]""";
        String yaml = JobFiles.resource("/broken/base.yaml")
                .replace("- filter: \"amount > 0\"", "- dropFields: [ z ]\n    onRewrite: skip")
                .replace("pushDownPredicate", "push_down_predicate")
                .replace("withHeader", "WITHHEADER")
                .replace("  catalog: { database: lake, table: orders }", "  transforms: " + steps);
        Job job = JobFiles.read(yaml).job();
        byte[] bytes = JobJson.write(job);
        assertThat(JobJson.read(bytes, "job")).isEqualTo(job);
        assertThat(new String(bytes, StandardCharsets.UTF_8)).contains("5$ ./lake");
    }

    /// The bytes are a wire format: a change here is a new version in `wire`.
    @Test
    void theCanonicalFormIsPinned() {
        byte[] bytes =
                JobJson.write(JobFiles.read(JobFiles.good("6-payments.yaml")).job());
        assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(JobFiles.resource("/golden/6-payments.json"));
    }

    @Test
    void anotherVersionAndDamageAreRefused() {
        assertThatThrownBy(() -> JobJson.read("{\"wire\":2}".getBytes(StandardCharsets.UTF_8), "runs/R/job"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("runs/R/job")
                .hasMessageContaining("wire format 2");
        assertThatThrownBy(() -> JobJson.read("{\"wire\"".getBytes(StandardCharsets.UTF_8), "runs/R/job"))
                .isInstanceOf(UnreadableObjectException.class);
    }
}
