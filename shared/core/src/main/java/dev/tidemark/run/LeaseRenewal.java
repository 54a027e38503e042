package dev.tidemark.run;

import dev.tidemark.spi.Condition;
import dev.tidemark.spi.StorageUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Renews the lease of a claim while a process works (PROTOCOL "Lease"): another run may try to take the job over five
/// minutes after the last renewal, not earlier.
///
/// A lease decides nothing but that. A renewal that fails is made up for by the next.
public final class LeaseRenewal implements AutoCloseable {

    private final JobContext context;
    private final Collection<String> runIds;
    private final ScheduledExecutorService timer;

    private LeaseRenewal(JobContext context, Collection<String> runIds, ScheduledExecutorService timer) {
        this.context = context;
        this.runIds = runIds;
        this.timer = timer;
    }

    /// Begins at once, until it is closed.
    ///
    /// @param runIds ids that this process runs under; more may be added by other threads
    public static LeaseRenewal every(Duration time, JobContext context, Collection<String> runIds) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "tidemark-lease");
            thread.setDaemon(true);
            return thread;
        });
        LeaseRenewal renewal = new LeaseRenewal(context, runIds, timer);
        var _ = timer.scheduleWithFixedDelay(renewal::renew, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
        return renewal;
    }

    private void renew() {
        try {
            boolean _ = renew(context, List.copyOf(runIds));
        } catch (StorageUnavailableException later) {
            return;
        }
    }

    /// Once, now.
    ///
    /// @return false when none of the runs holds the job's claim
    public static boolean renew(JobContext context, List<String> runIds) {
        return new JobState(context)
                .update(
                        context.headKey(),
                        Map.of(),
                        Map.of(
                                Head.LEASE_UNTIL,
                                context.ports().now() + context.lease().toMillis()),
                        List.of(
                                new Condition.TextIs(Head.STATE, Head.State.CLAIMED.name()),
                                new Condition.TextIn(Head.RUN_ID, runIds)));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
