package dev.tidemark.run;

import dev.tidemark.plan.Planner;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Claims the job for a run and saves what the run will do (PROTOCOL "Plan").
///
/// May be repeated at any moment: a second call finds the first one's claim and plan.
public final class PlanStep {

    private final Planning planning;
    private final boolean whole;

    /// @param planning gives whole plans
    public PlanStep(Planning planning) {
        this(planning, true);
    }

    private PlanStep(Planning planning, boolean whole) {
        this.planning = planning;
        this.whole = whole;
    }

    /// A step that runs where no format is: it answers [PlanOutcome.Probe] where files must be opened.
    public static PlanStep drafting() {
        return new PlanStep(new JobListing(), false);
    }

    /// @throws PublishingException         when an earlier commit is being published by somebody else
    /// @throws PublishLostException        when an earlier commit cannot be published
    /// @throws StateContradictionException when the job cannot be claimed because its state contradicts itself
    public PlanOutcome run(JobContext context, RunRequest request) {
        JobState state = new JobState(context);
        while (true) {
            Head head = state.head();
            if (head.state() == Head.State.PUBLISHING) {
                new Settlement(context).settle();
                continue;
            }
            Optional<Run> own = state.run(request.runId());
            if (own.isPresent() && own.get().state().ended()) {
                return new PlanOutcome.Ended(own.get());
            }
            String holder = head.state() == Head.State.CLAIMED ? head.runId().orElseThrow() : null;
            if (holder != null && holder.equals(request.runId())) {
                return claimed(
                        context,
                        state,
                        request,
                        own.orElseThrow(() -> state.contradiction(head, request.runId(), own)));
            }
            if (holder != null && !context.soleClaimant() && context.ports().now() < head.leaseUntil()) {
                if (leaveMark(context, state, head)) {
                    return new PlanOutcome.Busy(holder);
                }
                continue;
            }
            if (isBehind(context, state, head)) {
                continue;
            }
            // Whether it took effect or not, the items now say whose claim it is.
            if (!claim(context, state, request, head, holder)) {
                state.refuseContradiction(request.runId());
                if (holder != null) {
                    state.refuseContradiction(holder);
                }
            } else if (holder != null) {
                HiddenFiles.discard(context, holder);
            }
        }
    }

    /// Whether the head moved meanwhile, so that it has to be read again.
    ///
    /// @throws HeadBehindException when a generation is newer than the head: Finish makes both at once
    private static boolean isBehind(JobContext context, JobState state, Head head) {
        long newest = state.newestGeneration();
        if (newest <= head.generation()) {
            return false;
        }
        if (Objects.equals(state.head().item(), head.item())) {
            throw new HeadBehindException(context.job().name(), head.generation(), newest);
        }
        return true;
    }

    /// A busy job is told that somebody came, so that it is started again after the release.
    private static boolean leaveMark(JobContext context, JobState state, Head head) {
        return state.transact(List.of(new Write.Update(
                context.headKey(), Map.of(), Map.of(), Map.of(Head.MARK, 1L), Set.of(), head.unchanged())));
    }

    private static boolean claim(
            JobContext context, JobState state, RunRequest request, Head head, @Nullable String holder) {
        long now = context.ports().now();
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put(Head.LEASE_UNTIL, now + context.lease().toMillis());
        numbers.put(Head.GENERATION, head.generation());
        numbers.put(Head.SEEN, head.mark());
        numbers.put(Head.MARK, head.mark());
        numbers.put(Head.VERSION, Head.FORMAT_VERSION);
        List<Condition> unchanged = new ArrayList<>(head.unchanged());
        if (head.item() != null) {
            unchanged.add(
                    head.item().has(Head.MARK)
                            ? new Condition.NumberIs(Head.MARK, head.mark())
                            : new Condition.AttributeAbsent(Head.MARK));
        }
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Update(
                context.headKey(),
                Map.of(Head.STATE, Head.State.CLAIMED.name(), Head.RUN_ID, request.runId()),
                numbers,
                Map.of(),
                Set.of(),
                unchanged));
        Item run = Item.EMPTY
                .with(Run.STATE, Run.State.CLAIMED.name())
                .with(Run.MODE, request.mode().name().toLowerCase(Locale.ROOT))
                .with(Run.BASE, head.generation())
                .with(Run.AS_OF, request.asOf().toString())
                .with(Run.CLAIMED_AT, now);
        for (Map.Entry<String, String> param : request.params().entrySet()) {
            run = run.with("param." + param.getKey(), param.getValue());
        }
        writes.add(new Write.Put(context.runKey(request.runId()), run, List.of(new Condition.Absent())));
        if (holder != null) {
            FailureReport failure = FailureReport.aborted(holder, "run " + request.runId() + " took over its claim");
            writes.add(state.runBecomes(
                    holder,
                    Run.State.ABORTED,
                    List.of(Run.State.CLAIMED, Run.State.PLANNED),
                    state.run(holder)
                            .map(other -> failure.keep(context, state, other))
                            .orElse(Map.of(Run.REASON, failure.reason()))));
        }
        return state.transact(writes);
    }

    private PlanOutcome claimed(JobContext context, JobState state, RunRequest request, Run run) {
        Optional<String> saved = run.plan();
        if (saved.isPresent()) {
            return new PlanOutcome.Planned(run.runId(), state.plan(saved.get()), context.location(saved.get()));
        }
        // On one machine nobody sweeps, so each plan does.
        if (context.soleClaimant()) {
            HiddenFiles.discardOfEndedRuns(context, state);
        }
        WorkPlan plan;
        if (whole) {
            plan = planning.plan(context, request, state.generation(run.base()));
        } else {
            Draft draft = draft(context, state, request, run);
            if (draft.probe()) {
                return draft.run().state().ended()
                        ? new PlanOutcome.Ended(draft.run())
                        : new PlanOutcome.Probe(run.runId());
            }
            plan = draft.plan();
        }
        if (plan.chunks().isEmpty()
                && plan.flows().stream().allMatch(flow -> flow.recorded().isEmpty())) {
            String report = state.keep(Reports.nothing(context, run, plan));
            boolean _ = state.transact(List.of(
                    state.release(run.runId(), false, false),
                    state.runBecomes(
                            run.runId(),
                            Run.State.NOTHING_TO_DO,
                            List.of(Run.State.CLAIMED),
                            Map.of(Run.REPORT, report))));
            return ended(state, run.runId(), plan);
        }
        String location =
                context.runName(run.runId()) + "plan-" + context.ports().attempt() + "/chunks.json";
        byte[] bytes = context.ports().codec().plan(plan);
        if (!whole) {
            state.write(
                    PlanOutcome.Planned.items(location), context.ports().codec().items(bytes, location));
        }
        state.write(location, bytes);
        boolean _ = state.update(
                context.runKey(run.runId()),
                Map.of(Run.STATE, Run.State.PLANNED.name(), Run.PLAN, location),
                Map.of(),
                List.of(
                        new Condition.TextIs(Run.STATE, Run.State.CLAIMED.name()),
                        new Condition.AttributeAbsent(Run.PLAN)));
        Run now = state.run(run.runId()).orElseThrow();
        String named = now.plan().orElse("");
        if (now.state().ended() || named.isEmpty()) {
            return new PlanOutcome.Ended(now);
        }
        return new PlanOutcome.Planned(
                run.runId(), named.equals(location) ? plan : state.plan(named), context.location(named));
    }

    private static PlanOutcome ended(JobState state, String runId, WorkPlan plan) {
        Run now = state.run(runId).orElseThrow();
        return now.state() == Run.State.NOTHING_TO_DO
                ? new PlanOutcome.NothingToDo(runId, plan, now.base())
                : new PlanOutcome.Ended(now);
    }

    /// @param run   as it was read last
    /// @param probe whether files have to tell more of the plan
    private record Draft(Run run, WorkPlan plan, boolean probe) {}

    /// Lists once: the draft is saved before anybody opens a file, and named by the run item like the plan itself.
    private Draft draft(JobContext context, JobState state, RunRequest request, Run run) {
        RunCodec codec = context.ports().codec();
        if (run.draft().isEmpty()) {
            WorkPlan plan = planning.plan(context, request, state.generation(run.base()));
            if (plan.chunks().isEmpty()) {
                return new Draft(run, plan, false);
            }
            String location =
                    context.runName(run.runId()) + "draft-" + context.ports().attempt() + ".json";
            state.write(location, codec.plan(plan));
            boolean _ = state.update(
                    context.runKey(run.runId()),
                    Map.of(Run.DRAFT, location),
                    Map.of(),
                    List.of(
                            new Condition.TextIs(Run.STATE, Run.State.CLAIMED.name()),
                            new Condition.AttributeAbsent(Run.DRAFT)));
            Run drafted = state.run(run.runId()).orElseThrow();
            if (drafted.state() == Run.State.CLAIMED && drafted.draft().isEmpty()) {
                // Nobody can name it any more: Probe would find none, and Plan would draft another, and again.
                throw state.damaged("run " + run.runId(), "has a '" + Run.DRAFT + "' that is no text");
            }
            return new Draft(drafted, plan, true);
        }
        WorkPlan draft = state.plan(run.draft().get());
        if (run.schema().isEmpty()) {
            return new Draft(run, draft, true);
        }
        return new Draft(
                run,
                Planner.complete(
                        context.job(), draft, state.samples(run.schema().get())),
                false);
    }
}
