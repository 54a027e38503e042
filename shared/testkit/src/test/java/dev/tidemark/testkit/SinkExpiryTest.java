package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.HiddenFilesExpireException;
import dev.tidemark.run.JobListing;
import dev.tidemark.run.Ports;
import dev.tidemark.run.PublishLostException;
import dev.tidemark.spi.StagedExpiry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rules by which a store drops files that wait for their commit, as a plan finds them.
final class SinkExpiryTest {

    private final ProtocolWorld world = new ProtocolWorld(true);

    private WorkPlan plan(Ports ports) {
        return new JobListing().plan(world.context(ports), world.request("R1"), Generation.START);
    }

    private List<String> warnings() {
        return plan(world.ports).flows().getFirst().warnings();
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

    private void isRefusedBeforeAnyWork(Ports ports) {
        assertThatThrownBy(() -> plan(ports))
                .isInstanceOf(HiddenFilesExpireException.class)
                .hasMessageContaining("mem:///out/")
                .hasMessageContaining("after 23 hours")
                .hasMessageContaining("after 7 days");
    }

    @Test
    void lessThanADayIsRefusedBeforeAnyWork() {
        world.staging.expiring(new StagedExpiry.After(Duration.ofHours(23)));
        isRefusedBeforeAnyWork(world.ports);
    }

    /// It lets a run work whose files are gone before they can be published.
    @Test
    void theTwinThatOnlyWarnsIsCaught() {
        world.staging.expiring(new StagedExpiry.After(Duration.ofHours(23)));
        Ports onlyWarned =
                TwinPorts.withStaging(world.ports, "expiry", (real, in) -> new StagedExpiry.After(Duration.ofDays(1)));
        assertThatThrownBy(() -> isRefusedBeforeAnyWork(onlyWarned)).isInstanceOf(AssertionError.class);

        world.work("A");
        world.now.addAndGet(Duration.ofHours(24).toMillis());
        assertThatThrownBy(() -> new CommitStep(0).run(world.context(onlyWarned), "A"))
                .isInstanceOf(PublishLostException.class);
    }

    @Test
    void whoMayNotAskSaysSo() {
        world.staging.expiring(new StagedExpiry.Unknown("it is not allowed."));

        assertThat(warnings()).singleElement().asString().contains("mem:///out/", "it is not allowed.");
    }
}
