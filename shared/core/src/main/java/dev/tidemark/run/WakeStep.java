package dev.tidemark.run;

import dev.tidemark.spi.Executions;
import dev.tidemark.spi.Write;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Sees to it that whoever comes is served by a run whose listing begins after he came (PROTOCOL "Waking").
///
/// The mark counts those who came, `seen` is the mark that the last claim saw. Where they differ while the job is
/// idle, a run is due: [#next] starts it right after a release, [SweepStep] if that did not happen.
public final class WakeStep {

    private final JobContext context;
    private final JobState state;
    private final Executions executions;

    public WakeStep(JobContext context, Executions executions) {
        this.context = context;
        this.state = new JobState(context);
        this.executions = executions;
    }

    /// Somebody came: something may be there to be read. To be called before the trigger's message is deleted.
    ///
    /// @param runId of the run that is started when the job is idle
    /// @return whether it was started
    public boolean wake(String runId) {
        // The mark comes before the look: a run that is released in between has a mark to find.
        var _ = context.ports()
                .state()
                .write(new Write.Update(
                        context.headKey(), Map.of(), Map.of(), Map.of(Head.MARK, 1L), Set.of(), List.of()));
        if (state.head().state() != Head.State.IDLE) {
            return false;
        }
        executions.start(context.job().name(), runId);
        return true;
    }

    /// A run was released: starts the next one if somebody came after its listing began. Failed jobs are left to the
    /// sweep, which waits longer each time.
    ///
    /// @param runId of the run that is started
    /// @return whether it was started
    public boolean next(String runId) {
        if (!state.head().due()) {
            return false;
        }
        executions.start(context.job().name(), runId);
        return true;
    }
}
