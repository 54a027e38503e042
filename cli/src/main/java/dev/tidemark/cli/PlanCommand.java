package dev.tidemark.cli;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.json.CommandJson;
import dev.tidemark.json.CountWords;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobPlanning;
import dev.tidemark.run.JobState;
import dev.tidemark.run.RunReport;
import dev.tidemark.run.RunRequest;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `tidemark plan`: a dry run that writes nothing.
@Command(
        name = "plan",
        description = "Say what the next run would read. Writes nothing.",
        mixinStandardHelpOptions = true)
final class PlanCommand extends JobCommand {

    @Option(
            names = "--bookmark",
            paramLabel = "enable|disable|pause",
            description = "Overrides the job's bookmark mode.")
    @Nullable
    BookmarkMode bookmark;

    @Override
    boolean onlyReads() {
        return true;
    }

    @Override
    Answer answer(Session session) {
        JobState state = new JobState(session.context());
        Generation base = state.standing();
        RunRequest request = request(session, bookmark == null ? session.job().bookmark() : bookmark);
        WorkPlan plan = new JobPlanning(session.formats(), session.functions()).plan(session.context(), request, base);
        StringBuilder text = new StringBuilder();
        plan.flows().forEach(flow -> text.append(line(flow, plan)).append('\n'));
        RunReport.Cost cost = RunReport.Cost.of(session.context().ports().calls());
        return new Answer(
                CommandJson.plan(session.job().name(), base.number(), plan, cost), text.toString(), ExitCodes.OK);
    }

    private static String line(FlowPlan flow, WorkPlan plan) {
        long chunks = 0;
        long bytes = 0;
        for (Chunk chunk : plan.chunks()) {
            if (chunk.flow().equals(flow.name())) {
                chunks++;
                bytes += chunk.sizeBytes();
            }
        }
        return flow.name() + ": "
                + CountWords.of(String.format(
                        Locale.ROOT,
                        "%,d objects listed, %,d new, %,d rewritten, %,d already processed, %,d ignored; "
                                + "%,d partitions kept, %,d pruned; %,d groups in %,d chunks, %,d bytes to read",
                        flow.counts().listed(),
                        flow.counts().fresh(),
                        flow.counts().rewritten(),
                        flow.counts().alreadyProcessed(),
                        flow.counts().ignored(),
                        flow.counts().partitionsKept(),
                        flow.counts().partitionsPruned(),
                        flow.groups(),
                        chunks,
                        bytes));
    }

    static RunRequest request(Session session, BookmarkMode mode) {
        Instant now = Instant.ofEpochMilli(session.context().ports().now());
        return new RunRequest("", mode, null, null, now, session.params(), true);
    }
}
