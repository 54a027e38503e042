package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.listing.ListPage;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import java.util.List;

/// Makes the record of a decided commit again, where it follows from what is written once: the plan and the chunks'
/// results. Which files are published and what is taken in are the same then, whoever settles by the first one.
///
/// @param plan of the run
record LostRecord(JobContext context, JobState state, Run run, WorkPlan plan) {

    /// @param lost its name
    /// @return the name of the new one
    /// @throws RecordLostException when something of it is nowhere else
    String write(String lost, TidemarkException cause) {
        String location = context.location(lost);
        refuseOverwriting(location, cause);
        refuseRepaired(location, cause);
        CommitStep.CommitInput input = CommitStep.CommitInput.of(
                context,
                plan,
                new ResultReading(context, state, 1, ResultReading.STRIDE)
                        .read(run, plan.chunks().size(), context.ports().now()));
        refuseOtherJob(input.results(), location, cause);
        return CommitStep.writeRecord(
                context, state, run, plan, input, context.ports().now());
    }

    /// What lay in the partitions when the commit was decided is not known any more: what came since must stay.
    private void refuseOverwriting(String location, TidemarkException cause) {
        for (Flow flow : context.job().flows()) {
            if (flow.sinks().stream().anyMatch(sink -> sink.mode() == SinkMode.OVERWRITE_PARTITIONS)) {
                throw RecordLostException.forGood(
                        run.runId(),
                        location,
                        "flow " + flow.name() + " overwrites partitions, and which files it replaces stood only there",
                        cause);
            }
        }
    }

    /// A repaired commit publishes what its repairs made, not what the first results say.
    private void refuseRepaired(String location, TidemarkException cause) {
        String repaired = RepairStep.resultFolder(context, run.runId());
        String token = null;
        do {
            ListPage page = context.ports().objects().list(context.runFolder(run.runId()), true, token);
            if (page.objects().stream().anyMatch(object -> object.location().startsWith(repaired))) {
                throw RecordLostException.forGood(
                        run.runId(),
                        location,
                        "the run was repaired before, and what is left out stood only there",
                        cause);
            }
            token = page.next();
        } while (token != null);
    }

    /// The job file may have changed since: the files must still be what its flows and sinks would have made.
    private void refuseOtherJob(List<ChunkResult> results, String location, TidemarkException cause) {
        for (ChunkResult result : results) {
            Flow flow = context.job().flows().stream()
                    .filter(each -> each.name().equals(result.flow()))
                    .findFirst()
                    .orElse(null);
            boolean same =
                    flow != null && flow.sinks().size() == result.sinkSchemas().size();
            for (StagedFile file : result.files()) {
                same &= flow != null && file.target().startsWith(root(flow, file));
            }
            if (!same) {
                throw RecordLostException.forGood(
                        run.runId(),
                        location,
                        "flow " + result.flow()
                                + " of the job file is not what it was when the run began. Put back the job"
                                + " file of then and repair again",
                        cause);
            }
        }
    }

    private String root(Flow flow, StagedFile file) {
        if (file.kind() == StagedFile.Kind.QUARANTINE) {
            return context.quarantineRoot(flow);
        }
        List<Sink> sinks = flow.sinks();
        return file.sink() < sinks.size() ? context.sinkRoot(sinks.get(file.sink())) : "no such sink";
    }
}
