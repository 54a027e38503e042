package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.HiddenFilesExpireException;
import dev.tidemark.run.JobListing;
import dev.tidemark.spi.StagedExpiry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rules by which a store drops files that wait for their commit, as a plan finds them.
final class SinkExpiryTest {

    private final ProtocolWorld world = new ProtocolWorld(true);

    private WorkPlan plan() {
        return new JobListing().plan(world.context(world.ports), world.request("R1"), Generation.START);
    }

    private List<String> warnings() {
        return plan().flows().getFirst().warnings();
    }

    @Test
    void aStoreThatDropsNothingIsNotSpokenOf() {
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, false", "7, false"})
    void lessThanThreeDaysAreWarnedOf(int days, boolean warned) {
        world.staging.expiring(new StagedExpiry.After(Duration.ofDays(days)));

        assertThat(warnings()).hasSize(warned ? 1 : 0);
        if (warned) {
            assertThat(warnings().getFirst()).contains("mem:///out/", "after " + days + " days", "Let it be 7 days");
        }
    }

    /// A twin that only warns lets a run work whose files are gone before they can be published.
    @Test
    void lessThanADayIsRefusedBeforeAnyWork() {
        world.staging.expiring(new StagedExpiry.After(Duration.ofHours(23)));

        assertThatThrownBy(this::plan)
                .isInstanceOf(HiddenFilesExpireException.class)
                .hasMessageContaining("mem:///out/")
                .hasMessageContaining("after 23 hours")
                .hasMessageContaining("after 7 days");
    }

    @Test
    void whoMayNotAskSaysSo() {
        world.staging.expiring(new StagedExpiry.Unknown("it is not allowed."));

        assertThat(warnings()).singleElement().asString().contains("mem:///out/", "it is not allowed.");
    }
}
