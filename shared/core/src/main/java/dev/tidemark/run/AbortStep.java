package dev.tidemark.run;

import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Ends a run without a commit, and only then drops what it staged (PROTOCOL "Abort").
public final class AbortStep {

    /// Ends a run from outside.
    ///
    /// @param reason for people, kept with the run
    /// @return the run as it ended; COMMITTED when its commit had been decided
    /// @throws PublishingException         when its decided commit is being published by somebody else: call again
    /// @throws PublishLostException        when its decided commit cannot be published
    /// @throws StateContradictionException when the run is being published and the job is not
    public Run run(JobContext context, String runId, String reason) {
        return run(context, runId, FailureReport.aborted(runId, reason));
    }

    /// Ends a run whose execution failed.
    ///
    /// @param failure what failed, as the execution knows it
    /// @return the run as it ended; COMMITTED when its commit had been decided
    /// @throws PublishingException         as above
    /// @throws PublishLostException        as above
    /// @throws StateContradictionException as above
    public Run run(JobContext context, String runId, RunReport.Failure failure) {
        return run(context, runId, FailureReport.failed(failure));
    }

    /// Ends a run that cannot go on.
    Run run(JobContext context, String runId, FailureReport failure) {
        JobState state = new JobState(context);
        while (true) {
            Optional<Run> found = state.run(runId);
            if (found.isEmpty()) {
                tombstone(context, state, runId, failure);
                continue;
            }
            Run run = found.get();
            switch (run.state()) {
                case COMMITTED, NOTHING_TO_DO -> {
                    return run;
                }
                case PUBLISHING -> {
                    new Settlement(context).settle();
                    state.refuseContradiction(runId);
                }
                case ABORTED -> {
                    HiddenFiles.discard(context, runId);
                    return run;
                }
                case CLAIMED, PLANNED -> abort(context, state, run, failure);
            }
        }
    }

    /// A Plan still under way must not claim after its Abort. And a job whose runs fail before they claim it is started
    /// less and less often too, so an idle head counts that one did: in the same transaction, so once a run.
    private static void tombstone(JobContext context, JobState state, String runId, FailureReport failure) {
        Item item = Item.EMPTY
                .with(Run.STATE, Run.State.ABORTED.name())
                .with(Run.REASON, failure.reason())
                .with(Run.ENDED_AT, context.ports().now());
        Write put = new Write.Put(context.runKey(runId), item, List.of(new Condition.Absent()));
        // Refused: somebody else moved; the loop reads again.
        Optional<Write> counted = counted(context, state, failure);
        var _ = counted.isPresent()
                ? context.ports().state().transact(List.of(counted.get(), put))
                : context.ports().state().write(put);
    }

    /// On one machine nobody starts runs by himself. A head that cannot be read is not written to: the sweep cannot
    /// read
    /// it either.
    private static Optional<Write> counted(JobContext context, JobState state, FailureReport failure) {
        if (context.soleClaimant() || failure.status() != RunReport.Status.FAILED) {
            return Optional.empty();
        }
        try {
            Head head = state.head();
            return head.item() == null || head.state() != Head.State.IDLE
                    ? Optional.empty()
                    : Optional.of(state.failed(head));
        } catch (DamagedStateException | NewerStateException unreadable) {
            return Optional.empty();
        }
    }

    private static void abort(JobContext context, JobState state, Run run, FailureReport failure) {
        String runId = run.runId();
        Map<String, String> texts = failure.keep(context, state, run);
        Head head = state.head();
        Write ended = state.runBecomes(runId, Run.State.ABORTED, List.of(Run.State.CLAIMED, Run.State.PLANNED), texts);
        boolean holds = head.state() == Head.State.CLAIMED
                && head.runId().filter(runId::equals).isPresent();
        // Refused: somebody else moved; the loop reads again.
        boolean _ =
                state.transact(holds ? List.of(release(context, state, run, head, failure), ended) : List.of(ended));
    }

    /// A run that met new fields did not fail: the next one knows them. But not for ever.
    private static Write release(JobContext context, JobState state, Run run, Head head, FailureReport failure) {
        List<String> before = head.grown();
        if (failure.grew() && before.size() < SchemaGrowth.MOST_IN_A_ROW) {
            Optional<String> name = SchemaGrowth.keep(context, state, run);
            if (name.isPresent()) {
                List<String> names = new ArrayList<>(before);
                names.add(name.get());
                return state.releaseGrown(run.runId(), names);
            }
        }
        return state.release(run.runId(), true, true);
    }
}
