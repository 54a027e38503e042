package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.expression.Functions;
import dev.tidemark.plan.Planner;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.spi.Formats;

/// Plans all flows of a job in a process that knows the formats: the draft and what files tell of it in one go.
public final class JobPlanning implements Planning {

    private final JobListing listing = new JobListing();
    private final JobSampling sampling;

    public JobPlanning(Formats formats, Functions functions) {
        this.sampling = new JobSampling(formats, functions);
    }

    @Override
    public WorkPlan plan(JobContext context, RunRequest request, Generation base) {
        WorkPlan draft = listing.plan(context, request, base);
        return Planner.complete(context.job(), draft, sampling.sample(context, draft, base));
    }
}
