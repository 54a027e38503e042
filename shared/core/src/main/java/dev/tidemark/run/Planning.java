package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.plan.WorkPlan;

/// Lists, compares and groups: what PlanStep does between claim and save.
@FunctionalInterface
public interface Planning {

    /// @param base the generation that the claim fixed
    WorkPlan plan(JobContext context, RunRequest request, Generation base);
}
