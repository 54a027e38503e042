package dev.tidemark.run;

import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.job.Flow;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// An operator's acts on a bookmark (PROTOCOL "Operator"). Each makes a generation; the number never goes down.
///
/// Every act throws [JobClaimedException] while a run holds the job, unless the operator wants that run aborted.
public final class OperatorStep {

    private final JobContext context;
    private final JobState state;
    private final String by;
    private final boolean abortRun;

    /// Acts that are refused while a run holds the job.
    ///
    /// @param by who acts, for the history
    public OperatorStep(JobContext context, String by) {
        this(context, by, false);
    }

    /// @param by       who acts, for the history
    /// @param abortRun whether a run that holds the job is aborted by the same transaction
    public OperatorStep(JobContext context, String by, boolean abortRun) {
        this.context = context;
        this.state = new JobState(context);
        this.by = by;
        this.abortRun = abortRun;
    }

    /// Forgets everything that was taken in, of all flows together.
    public Generation reset(String reason) {
        Head head = free();
        return put(head, base(head), Generation.Kind.RESET, reason, forgotten(head));
    }

    /// Flows stay known with nothing taken in, so that `initial` does not count again.
    private Map<String, FlowState> forgotten(Head head) {
        Map<String, FlowState> flows = new TreeMap<>();
        state.generation(base(head))
                .flows()
                .forEach((name, flow) -> flows.put(name, new FlowState(List.of(), flow.schema())));
        return flows;
    }

    /// Returns to what was taken in right after generation `target`.
    ///
    /// @throws GenerationMissingException when it is not kept
    public Generation rewind(long target, String reason) {
        Head head = free();
        return put(
                head,
                target,
                Generation.Kind.REWIND,
                reason,
                state.generation(target).flows());
    }

    /// Records versions as taken in without reading them.
    ///
    /// @param objects by flow
    public Generation setNow(Map<String, List<SourceObject>> objects, String reason) {
        Head head = free();
        Generation base = state.generation(base(head));
        String attempt = context.ports().attempt();
        SegmentWriting segments = SegmentWriting.ofAct(state, base.number(), attempt);
        Map<String, FlowState> flows = new TreeMap<>(base.flows());
        for (Flow flow : context.job().flows()) {
            flows.put(
                    flow.name(),
                    segments.add(base.flow(flow.name()), objects.getOrDefault(flow.name(), List.of()), null));
        }
        return put(head, base.number(), Generation.Kind.SET_NOW, reason, flows);
    }

    /// A decided commit is finished first; a claim refuses, or is ended together with the act.
    private Head free() {
        Head head = state.head();
        if (head.state() == Head.State.PUBLISHING) {
            new Settlement(context).settle();
            head = state.head();
        }
        if (head.state() == Head.State.CLAIMED && !abortRun) {
            throw new JobClaimedException(context.job().name(), head.runId().orElseThrow());
        }
        return head;
    }

    /// The generation that the act follows: the head's, or the newest where the head was lost or restored from an
    /// older
    /// copy. So an act mends that, and the number never goes down.
    private long base(Head head) {
        return Math.max(head.generation(), state.newestGeneration());
    }

    private Generation put(Head head, long parent, Generation.Kind kind, String reason, Map<String, FlowState> flows) {
        if (head.state() == Head.State.PUBLISHING) {
            throw new PublishingException(context.job().name(), head.runId().orElseThrow());
        }
        Generation next = new Generation(
                base(head) + 1,
                parent,
                kind,
                null,
                by,
                reason.isEmpty() ? null : reason,
                Instant.ofEpochMilli(context.ports().now()),
                flows);
        boolean claimed = head.state() == Head.State.CLAIMED;
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Update(
                context.headKey(),
                Map.of(Head.STATE, Head.State.IDLE.name()),
                Map.of(Head.GENERATION, next.number(), Head.VERSION, Head.FORMAT_VERSION),
                // What the aborted run had taken is for another run.
                claimed ? Map.of(Head.MARK, 1L) : Map.of(),
                claimed ? Set.of(Head.RUN_ID, Head.LEASE_UNTIL) : Set.of(),
                head.unchanged()));
        writes.add(state.put(next));
        if (claimed) {
            Run run = state.run(head.runId().orElseThrow()).orElseThrow();
            FailureReport failure = FailureReport.aborted(run.runId(), "aborted by " + by + " for " + kind);
            writes.add(state.runBecomes(
                    run.runId(),
                    Run.State.ABORTED,
                    List.of(Run.State.CLAIMED, Run.State.PLANNED),
                    failure.keep(context, state, run)));
        }
        if (parent > 0) {
            writes.add(state.generationStays(parent));
        }
        if (!state.transact(writes) && !isThere(next)) {
            Generation _ = state.generation(parent);
            if (claimed) {
                state.refuseContradiction(head.runId().orElseThrow());
            }
            throw state.head()
                    .runId()
                    .map(runId -> new JobClaimedException(context.job().name(), runId))
                    .orElseGet(() ->
                            JobClaimedException.movedMeanwhile(context.job().name()));
        }
        if (claimed) {
            HiddenFiles.discard(context, head.runId().orElseThrow());
        }
        return next;
    }

    /// A refusal is not yet a loss: the answer of our own act may have been lost.
    private boolean isThere(Generation next) {
        return state.head().generation() >= next.number()
                && state.findGeneration(next.number()).filter(next::equals).isPresent();
    }
}
