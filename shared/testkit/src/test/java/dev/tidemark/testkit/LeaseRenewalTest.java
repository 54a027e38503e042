package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.LeaseRenewal;
import dev.tidemark.run.Ports;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A process that works longer than its lease keeps its job.
final class LeaseRenewalTest {

    private static final Duration THREE_MINUTES = Duration.ofMinutes(3);

    private final ProtocolWorld world = new ProtocolWorld(false);
    private final JobContext context = world.context(world.ports);

    @Test
    void aRenewedClaimIsNotTakenOverAfterFiveMinutes() {
        world.work("A");
        for (int minutes = 0; minutes < 60; minutes += 3) {
            world.now.addAndGet(THREE_MINUTES.toMillis());
            assertThat(LeaseRenewal.renew(context, List.of("A"))).isTrue();
        }
        world.now.addAndGet(THREE_MINUTES.toMillis());

        assertThat(world.run(world.ports, "B")).isEqualTo("BUSY");
        assertThat(world.state().head().runId()).contains("A");
    }

    /// The broken twin renews nothing: after as long, its claim is taken.
    @Test
    void aTwinThatDoesNotRenewLosesItsClaim() {
        world.work("A");
        world.now.addAndGet(2 * THREE_MINUTES.toMillis());

        assertThat(world.run(world.ports, "B")).isEqualTo("COMMITTED");
    }

    @Test
    void onlyOnesOwnClaimIsRenewed() {
        assertThat(LeaseRenewal.renew(context, List.of("A"))).as("no head").isFalse();
        world.work("A");
        long until = world.state().head().leaseUntil();
        world.now.addAndGet(THREE_MINUTES.toMillis());
        assertThat(LeaseRenewal.renew(context, List.of("B"))).isFalse();
        assertThat(LeaseRenewal.renew(context, List.of())).isFalse();
        assertThat(world.state().head().leaseUntil()).isEqualTo(until);

        world.decide("A");
        assertThat(world.state().head().state()).isEqualTo(Head.State.PUBLISHING);
        assertThat(LeaseRenewal.renew(context, List.of("A")))
                .as("a commit that began needs no lease")
                .isFalse();
    }

    @Test
    void itIsRenewedAgainAndAgainUntilItIsClosed() throws InterruptedException {
        world.work("A");
        CountDownLatch renewals = new CountDownLatch(3);
        long before = world.state().head().leaseUntil();
        Ports ports = world.ports;
        JobContext told = context.on(new Ports(
                ports.objects(),
                ports.staging(),
                ports.state(),
                ports.catalog(),
                ports.codec(),
                () -> {
                    renewals.countDown();
                    return Instant.ofEpochMilli(world.now.addAndGet(1_000));
                },
                ports.random()));

        try (LeaseRenewal _ = LeaseRenewal.every(Duration.ofMillis(1), told, List.of("A"))) {
            assertThat(renewals.await(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(world.state().head().leaseUntil()).isGreaterThan(before);
    }
}
