package dev.tidemark.run;

import dev.tidemark.plan.WorkPlan;

/// How planning ended.
public sealed interface PlanOutcome {

    /// There is work; the plan is saved.
    ///
    /// @param savedAs location of the plan
    record Planned(String runId, WorkPlan plan, String savedAs) implements PlanOutcome {

        /// Where the items of [RunCodec#items] are, when the plan was drafted before it was whole.
        public String items() {
            return items(savedAs);
        }

        static String items(String savedAs) {
            return savedAs.substring(0, savedAs.lastIndexOf('/') + 1) + "items.json";
        }
    }

    /// There is work, and files have to tell of it before the plan is whole: do [ProbeStep], then plan again.
    record Probe(String runId) implements PlanOutcome {}

    /// There is none. The run has ended.
    record NothingToDo(String runId, WorkPlan plan, long generation) implements PlanOutcome {}

    /// Another run holds the job. Nothing was claimed.
    record Busy(String holder) implements PlanOutcome {}

    /// The run had ended before.
    record Ended(Run run) implements PlanOutcome {}
}
