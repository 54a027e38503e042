package dev.tidemark.run;

import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.job.Flow;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// An operator's acts on a bookmark (PROTOCOL "Operator"). Each makes a generation; the number never goes down.
public final class OperatorStep {

    private final JobContext context;
    private final JobState state;
    private final String by;

    /// @param by who acts, for the history
    public OperatorStep(JobContext context, String by) {
        this.context = context;
        this.state = new JobState(context);
        this.by = by;
    }

    /// Forgets everything that was taken in, of all flows together.
    public Generation reset(String reason) {
        Head head = idle();
        return put(head, head.generation(), Generation.Kind.RESET, reason, forgotten(head));
    }

    /// Flows stay known with nothing taken in, so that `initial` does not count again.
    private Map<String, FlowState> forgotten(Head head) {
        Map<String, FlowState> flows = new TreeMap<>();
        state.generation(head.generation())
                .flows()
                .forEach((name, flow) -> flows.put(name, new FlowState(List.of(), flow.schema())));
        return flows;
    }

    /// Returns to what was taken in right after generation `target`.
    ///
    /// @throws GenerationMissingException when it is not kept
    public Generation rewind(long target, String reason) {
        Head head = idle();
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
        Head head = idle();
        Generation base = state.generation(head.generation());
        String attempt = context.ports().attempt();
        SegmentWriting segments = new SegmentWriting(context, state, "setNow", attempt);
        Map<String, FlowState> flows = new TreeMap<>(base.flows());
        for (Flow flow : context.job().flows()) {
            flows.put(
                    flow.name(),
                    segments.add(base.flow(flow.name()), objects.getOrDefault(flow.name(), List.of()), null));
        }
        return put(head, head.generation(), Generation.Kind.SET_NOW, reason, flows);
    }

    /// A decided commit is finished first; a claim refuses.
    private Head idle() {
        Head head = state.head();
        if (head.state() == Head.State.PUBLISHING) {
            new Settlement(context).settle();
            head = state.head();
        }
        if (head.state() == Head.State.CLAIMED) {
            throw new JobClaimedException(context.job().name(), head.runId().orElseThrow());
        }
        return head;
    }

    private Generation put(Head head, long parent, Generation.Kind kind, String reason, Map<String, FlowState> flows) {
        Generation next = new Generation(
                head.generation() + 1,
                parent,
                kind,
                null,
                by,
                reason.isEmpty() ? null : reason,
                Instant.ofEpochMilli(context.ports().now()),
                flows);
        List<Condition> unchanged = new ArrayList<>(head.unchanged());
        Write advance = new Write.Update(
                context.headKey(),
                Map.of(Head.STATE, Head.State.IDLE.name()),
                Map.of(Head.GENERATION, next.number(), Head.VERSION, Head.FORMAT_VERSION),
                Map.of(),
                java.util.Set.of(),
                unchanged);
        if (!state.transact(List.of(advance, state.put(next)))) {
            throw new JobClaimedException(context.job().name(), "that began just now");
        }
        return next;
    }
}
