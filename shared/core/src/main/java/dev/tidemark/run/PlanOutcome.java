package dev.tidemark.run;

import dev.tidemark.plan.WorkPlan;

/// How planning ended.
public sealed interface PlanOutcome {

    /// There is work; the plan is saved.
    record Planned(String runId, WorkPlan plan) implements PlanOutcome {}

    /// There is none. The run has ended.
    record NothingToDo(String runId, WorkPlan plan, long generation) implements PlanOutcome {}

    /// Another run holds the job. Nothing was claimed.
    record Busy(String holder) implements PlanOutcome {}

    /// The run had ended before.
    record Ended(Run run) implements PlanOutcome {}
}
