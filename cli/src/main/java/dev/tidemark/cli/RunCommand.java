package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Job;
import dev.tidemark.job.SinkMode;
import dev.tidemark.job.Unbuilt;
import dev.tidemark.json.ReportText;
import dev.tidemark.run.FirstLook;
import dev.tidemark.run.JobState;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunAbortedException;
import dev.tidemark.run.RunRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `tidemark run`.
@Command(name = "run", description = "Read what is new, write it, commit once.", mixinStandardHelpOptions = true)
final class RunCommand extends JobCommand {

    @Option(
            names = "--bookmark",
            paramLabel = "enable|disable|pause",
            description = "Overrides the job's bookmark mode.")
    @Nullable
    BookmarkMode bookmark;

    @Option(
            names = "--from",
            paramLabel = "RUN|TIME",
            description = "With pause: take what runs after this one took in.")
    @Nullable
    String from;

    @Option(names = "--to", paramLabel = "RUN|TIME", description = "With pause: up to and including this one.")
    @Nullable
    String to;

    @Option(names = "--as-of", paramLabel = "TIME", description = "What run_timestamp() says, ISO 8601.")
    @Nullable
    Instant asOf;

    @Option(names = "--accept-rewritten", description = "Read rewritten objects however many there are.")
    boolean acceptRewritten;

    @Option(names = "--replace", description = "Not built: refused.")
    boolean replace;

    @Override
    Answer answer(Session session) {
        BookmarkMode mode = bookmark == null ? session.job().bookmark() : bookmark;
        refuseWrongOptions(mode);
        Unbuilt.check(session.job()).ifPresent(refused -> {
            throw refused;
        });
        refuseLosingOverwrite(session.job(), mode);
        RunRequest request = request(session, mode);
        if (session.mayBegin()) {
            new FirstLook(session.formats(), session.functions()).look(session.context(), request);
        }
        session.lock();
        return run(session, request);
    }

    private void refuseWrongOptions(BookmarkMode mode) {
        if (replace) {
            throw new ReplaceRefusedException();
        }
        if ((from != null || to != null) && mode != BookmarkMode.PAUSE) {
            throw new UsageException("--from and --to go with --bookmark pause.");
        }
        if ((from == null) != (to == null)) {
            throw new UsageException("--from and --to go together.");
        }
    }

    /// An increment that overwrites partitions would replace what earlier increments wrote there.
    private void refuseLosingOverwrite(Job job, BookmarkMode mode) {
        boolean overwrites = job.flows().stream()
                .flatMap(flow -> flow.sinks().stream())
                .anyMatch(sink -> sink.mode() == SinkMode.OVERWRITE_PARTITIONS && !sink.refreshTouched());
        boolean whole = mode == BookmarkMode.DISABLE || (mode == BookmarkMode.PAUSE && from != null);
        if (overwrites && !whole) {
            throw new UsageException(
                    "Job " + job.name() + " overwrites partitions, and a run that reads only what is new"
                            + " would lose the rows written before. Use --bookmark disable, or pause with --from and --to,"
                            + " or set refresh: touched on the sink.");
        }
    }

    private RunRequest request(Session session, BookmarkMode mode) {
        Instant now = Instant.ofEpochMilli(session.context().ports().now());
        Generations generations = new Generations(new JobState(session.context()));
        Long after = from == null ? null : generations.number(from);
        Long upTo = to == null ? null : generations.number(to);
        if (after != null && upTo != null && after > upTo) {
            throw new UsageException(
                    "--from " + from + " is later than --to " + to + ": there is nothing between them.");
        }
        return new RunRequest(
                session.newRunId(), mode, after, upTo, asOf == null ? now : asOf, session.params(), acceptRewritten);
    }

    private Answer run(Session session, RunRequest request) {
        about(request.runId());
        Log log = root().logFor(!json());
        session.warnings().forEach(warning -> log.say("warning: " + warning));
        LocalRunner runner = new LocalRunner(
                session.context(),
                session.formats(),
                session.functions(),
                limits(session.job()),
                new ProgressLines(world(), log));
        world().stopping().onSignal(runner::stop);
        List<String> runIds = new CopyOnWriteArrayList<>(List.of(request.runId()));
        try (Session.Claim _ = session.keepClaim(runIds)) {
            return report(session, runner.run(request, () -> newRunId(session, runIds)));
        } catch (TidemarkException error) {
            log.keep(error.toString());
            return failed(session, error);
        }
    }

    private String newRunId(Session session, List<String> runIds) {
        String id = session.newRunId();
        runIds.add(id);
        about(id);
        return id;
    }

    static LocalRunner.Limits limits(Job job) {
        int cores = Runtime.getRuntime().availableProcessors();
        Integer declared = job.concurrency();
        int parallelism = declared == null ? cores : Math.min(cores, declared);
        return new LocalRunner.Limits(parallelism, Runtime.getRuntime().maxMemory() / 4 / parallelism);
    }

    private static Answer report(Session session, PlanOutcome outcome) {
        return switch (outcome) {
            case PlanOutcome.Ended(Run run) -> ended(session, run);
            case PlanOutcome.NothingToDo nothing ->
                ended(
                        session,
                        new JobState(session.context()).run(nothing.runId()).orElseThrow());
            case PlanOutcome.Busy(String holder) ->
                throw new JobBusyException(session.job().name(), "run " + holder);
            case PlanOutcome.Planned _, PlanOutcome.Probe _ ->
                throw new IllegalStateException("the run stopped after planning");
        };
    }

    private static Answer ended(Session session, Run run) {
        if (run.state() == Run.State.ABORTED) {
            throw new RunAbortedException(run.runId(), run.reason().orElse("somebody ended it"));
        }
        byte[] report = new JobState(session.context()).object(run.report().orElseThrow());
        return new Answer(report, ReportText.of(new String(report, StandardCharsets.UTF_8)), ExitCodes.OK);
    }

    /// The report that the run left, or the error alone where it left none: before its claim, and after Decide.
    private Answer failed(Session session, TidemarkException error) {
        JobState state = new JobState(session.context());
        String runId = runId();
        Run run = runId == null ? null : state.run(runId).orElse(null);
        if (run == null || run.state() != Run.State.ABORTED || run.report().isEmpty()) {
            throw error;
        }
        if (root().verbose()) {
            error.printStackTrace(world().err());
        }
        byte[] report = state.object(run.report().get());
        return new Answer(report, "tidemark: " + error.getMessage() + "\n", ExitCodes.of(error));
    }
}
