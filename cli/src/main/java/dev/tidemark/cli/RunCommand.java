package dev.tidemark.cli;

import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Job;
import dev.tidemark.job.SinkMode;
import dev.tidemark.json.ReportJson;
import dev.tidemark.run.JobState;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.Reports;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunReport;
import dev.tidemark.run.RunRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/// `tidemark run`.
@Command(name = "run", description = "Read what is new, write it, commit once.", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

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

    @Option(names = "--from", paramLabel = "RUN", description = "With pause: take what runs after this one took in.")
    @Nullable
    String from;

    @Option(names = "--to", paramLabel = "RUN", description = "With pause: up to and including this one.")
    @Nullable
    String to;

    @Option(names = "--as-of", paramLabel = "TIME", description = "What run_timestamp() says, ISO 8601.")
    @Nullable
    Instant asOf;

    @Option(names = "--accept-rewritten", description = "Read rewritten objects however many there are.")
    boolean acceptRewritten;

    @Override
    public Integer call() {
        World world = Objects.requireNonNull(parent).world();
        try (Session session = Session.open(options, world)) {
            BookmarkMode mode = bookmark == null ? session.job().bookmark() : bookmark;
            if ((from != null || to != null) && mode != BookmarkMode.PAUSE) {
                throw new UsageException("--from and --to go with --bookmark pause.");
            }
            if ((from == null) != (to == null)) {
                throw new UsageException("--from and --to go together.");
            }
            dev.tidemark.job.Unbuilt.check(session.job()).ifPresent(refused -> {
                throw refused;
            });
            refuseLosingOverwrite(session.job(), mode);
            session.lock();
            return run(session, world, mode);
        }
    }

    /// An increment that overwrites partitions would replace what earlier increments wrote there.
    private void refuseLosingOverwrite(Job job, BookmarkMode mode) {
        boolean overwrites = job.flows().stream()
                .flatMap(flow -> flow.sinks().stream())
                .anyMatch(sink -> sink.mode() == SinkMode.OVERWRITE_PARTITIONS);
        boolean whole = mode == BookmarkMode.DISABLE || (mode == BookmarkMode.PAUSE && from != null);
        if (overwrites && !whole) {
            throw new UsageException(
                    "Job " + job.name() + " overwrites partitions, and a run that reads only what is new"
                            + " would lose the rows written before. Use --bookmark disable, or pause with --from and --to"
                            + " (refresh: touched is not built yet).");
        }
    }

    private int run(Session session, World world, BookmarkMode mode) {
        JobState state = new JobState(session.context());
        Instant now = Instant.ofEpochMilli(session.context().ports().now());
        Generations generations = new Generations(state);
        RunRequest request = new RunRequest(
                session.newRunId(),
                mode,
                from == null ? null : generations.number(from),
                to == null ? null : generations.number(to),
                asOf == null ? now : asOf,
                session.params(),
                acceptRewritten);
        ProgressLines progress = new ProgressLines(world, options.json);
        int cores = Runtime.getRuntime().availableProcessors();
        Integer declared = session.job().concurrency();
        int parallelism = declared == null ? cores : Math.min(cores, declared);
        long budget = Runtime.getRuntime().maxMemory() / 4 / parallelism;
        LocalRunner runner = new LocalRunner(
                session.context(),
                session.formats(),
                session.functions(),
                new LocalRunner.Limits(parallelism, budget),
                progress);
        world.stopping().onSignal(runner::stop);
        PlanOutcome outcome = runner.run(request, session::newRunId);
        return report(session, world, state, request, outcome);
    }

    private int report(Session session, World world, JobState state, RunRequest request, PlanOutcome outcome) {
        return switch (outcome) {
            case PlanOutcome.Ended(Run run) -> {
                String report = run.report().orElse("");
                byte[] bytes = report.isEmpty() ? new byte[0] : state.object(report);
                print(world, session, bytes);
                yield Endings.OK;
            }
            case PlanOutcome.NothingToDo nothing -> {
                RunReport report = Reports.nothing(
                        session.context(),
                        request,
                        nothing.plan(),
                        nothing.generation(),
                        session.context().ports().now() - request.asOf().toEpochMilli());
                print(world, session, ReportJson.bytes(report));
                yield Endings.OK;
            }
            case PlanOutcome.Busy(String holder) ->
                throw new JobBusyException(session.job().name(), "run " + holder);
            case PlanOutcome.Planned _ -> throw new IllegalStateException("the run stopped after planning");
        };
    }

    private void print(World world, Session session, byte[] document) {
        if (options.json) {
            world.out().write(document, 0, document.length);
            world.out().flush();
        } else {
            world.out()
                    .print(HumanReport.of(
                            new String(document, StandardCharsets.UTF_8),
                            session.job().name()));
            session.warnings().forEach(warning -> world.err().println("warning: " + warning));
            world.out().flush();
        }
    }
}
