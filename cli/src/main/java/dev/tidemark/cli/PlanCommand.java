package dev.tidemark.cli;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.json.CommandJson;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobPlanning;
import dev.tidemark.run.JobState;
import dev.tidemark.run.RunRequest;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// `tidemark plan`: a dry run that writes nothing.
@Command(
        name = "plan",
        description = "Say what the next run would read. Writes nothing.",
        mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {

    @ParentCommand
    @Nullable
    Tidemark parent;

    @Mixin
    JobOptions options = new JobOptions();

    @Option(
            names = "--bookmark",
            paramLabel = "enable|disable|pause",
            description = "Overrides the job's bookmark mode.")
    @Nullable
    BookmarkMode bookmark;

    @Override
    public Integer call() {
        World world = Objects.requireNonNull(parent).world();
        try (Session session = Session.open(options, world)) {
            JobState state = new JobState(session.context());
            Generation base = state.generation(state.head().generation());
            RunRequest request =
                    request(session, bookmark == null ? session.job().bookmark() : bookmark);
            WorkPlan plan = new JobPlanning(session.formats(), session.functions(), Set.of())
                    .plan(session.context(), request, base);
            if (options.json) {
                byte[] document = CommandJson.plan(session.job().name(), base.number(), plan);
                world.out().write(document, 0, document.length);
            } else {
                for (FlowPlan flow : plan.flows()) {
                    long bytes = plan.chunks().stream()
                            .filter(chunk -> chunk.flow().equals(flow.name()))
                            .mapToLong(dev.tidemark.plan.Chunk::sizeBytes)
                            .sum();
                    world.out()
                            .println(
                                    "%s: %,d objects listed, %,d new, %,d rewritten, %,d already processed, %,d ignored; %,d partitions kept, %,d pruned; %,d groups, %,d bytes to read"
                                            .formatted(
                                                    flow.name(),
                                                    flow.counts().listed(),
                                                    flow.counts().fresh(),
                                                    flow.counts().rewritten(),
                                                    flow.counts().alreadyProcessed(),
                                                    flow.counts().ignored(),
                                                    flow.counts().partitionsKept(),
                                                    flow.counts().partitionsPruned(),
                                                    flow.groups(),
                                                    bytes));
                }
            }
            world.out().flush();
            return Endings.OK;
        }
    }

    static RunRequest request(Session session, BookmarkMode mode) {
        Instant now = Instant.ofEpochMilli(session.context().ports().now());
        return new RunRequest("", mode, null, null, now, session.params(), true);
    }
}
