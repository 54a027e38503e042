package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.job.NotBuiltException;
import dev.tidemark.job.Unbuilt;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What validate accepts and a run refuses, with flow, option, line and a way out.
class UnbuiltTest {

    @ParameterizedTest
    @CsvSource({
        "2-app-events.yaml, onSchemaChange: rescue, 20",
        "3-share-orders.yaml, source.catalog, 9",
        "5-shop-orders.yaml, source.jdbc, 9"
    })
    void aRunOfAJobForALaterVersionIsRefused(String name, String feature, int line) {
        NotBuiltException refused =
                Unbuilt.check(JobFiles.read(JobFiles.good(name)).job()).orElseThrow();
        assertThat(refused.feature()).isEqualTo(feature);
        assertThat(refused).hasMessageContaining("asks for " + feature + " at line " + line + ",");
    }

    @Test
    void jobsOfThisVersionRun() {
        for (String name : List.of("1-orders-drop.yaml", "4-clicks-by-customer.yaml", "6-payments.yaml")) {
            assertThat(Unbuilt.check(JobFiles.read(JobFiles.good(name)).job())).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"'filter: \"amount > 0\"', 'resolveChoice: { choice: make_cols }', resolveChoice"})
    void eachThingThatIsNotBuiltIsNamed(String from, String to, String feature) {
        String yaml = JobFiles.resource("/broken/base.yaml").replace(from, to);
        assertThat(Unbuilt.check(JobFiles.read(yaml).job()).map(NotBuiltException::feature))
                .contains(feature);
    }
}
