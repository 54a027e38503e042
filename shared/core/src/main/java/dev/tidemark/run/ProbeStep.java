package dev.tidemark.run;

import dev.tidemark.plan.SampledFlow;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.spi.Condition;
import java.util.List;
import java.util.Map;

/// Opens files for a plan that was drafted where no format is, and fixes once what they told (PROTOCOL "Plan").
///
/// May be repeated at any moment, also at the same time: the first one to write decides.
public final class ProbeStep {

    private final JobSampling sampling;

    public ProbeStep(JobSampling sampling) {
        this.sampling = sampling;
    }

    /// @return the run, with its schema fixed unless it has ended
    /// @throws RunMissingException    when there is no such run
    /// @throws RunNotPlannedException when there is nothing to be probed
    /// @throws DamagedStateException  when the schema cannot be fixed
    public Run run(JobContext context, String runId) {
        JobState state = new JobState(context);
        Run run = state.run(runId)
                .orElseThrow(
                        () -> RunMissingException.neverStarted(context.job().name(), runId));
        if (run.state() != Run.State.CLAIMED || run.schema().isPresent()) {
            return run;
        }
        String draftName = run.draft().orElseThrow(() -> new RunNotPlannedException(runId));
        WorkPlan draft = state.plan(draftName);
        List<SampledFlow> samples = sampling.sample(context, draft, state.generation(run.base()));
        String location = context.runName(runId) + "schema-" + context.ports().attempt() + ".json";
        state.write(location, context.ports().codec().samples(samples));
        boolean _ = state.update(
                context.runKey(runId),
                Map.of(Run.SCHEMA, location),
                Map.of(),
                List.of(
                        new Condition.TextIs(Run.STATE, Run.State.CLAIMED.name()),
                        new Condition.AttributeAbsent(Run.SCHEMA)));
        Run probed = state.run(runId)
                .orElseThrow(
                        () -> RunMissingException.neverStarted(context.job().name(), runId));
        if (probed.state() == Run.State.CLAIMED && probed.schema().isEmpty()) {
            // Nobody can fix it any more: Plan would ask for it again, and again.
            throw state.damaged("run " + runId, "has a '" + Run.SCHEMA + "' that is no text");
        }
        return probed;
    }
}
