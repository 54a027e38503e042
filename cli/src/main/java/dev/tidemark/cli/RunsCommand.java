package dev.tidemark.cli;

import dev.tidemark.json.CommandJson;
import dev.tidemark.json.ReportText;
import dev.tidemark.run.AbortStep;
import dev.tidemark.run.CleanUpStep;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobState;
import dev.tidemark.run.Run;
import dev.tidemark.run.Settlement;
import dev.tidemark.run.StateMissingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `tidemark runs`: what happened, and how to end what stands.
@Command(
        name = "runs",
        description = "List, show, abort, finish or repair runs.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "list|show|abort|finish|repair",
        subcommands = {
            RunsCommand.ListRuns.class,
            RunsCommand.Show.class,
            RunsCommand.Abort.class,
            RunsCommand.Finish.class,
            RunsRepair.class
        })
final class RunsCommand {

    /// `runs list`.
    @Command(name = "list", description = "All runs, oldest first.", mixinStandardHelpOptions = true)
    static final class ListRuns extends JobCommand {

        @Override
        boolean onlyReads() {
            return true;
        }

        @Override
        Answer answer(Session session) {
            List<Object> rows = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (Run run : new JobState(session.context()).runs()) {
                rows.add(row(run));
                text.append("%s  %-13s  %s%n".formatted(run.runId(), run.state(), time(run.claimedAt())));
            }
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("job", session.job().name());
            fields.put("runs", rows);
            return say(fields, rows.isEmpty() ? "No run yet." : text.toString());
        }
    }

    /// What is done with one run.
    abstract static class OneRun extends JobCommand {

        @Parameters(index = "1", paramLabel = "RUN", description = "The run's id.")
        String runId = "";

        /// @throws UsageException when there is no such run
        final Run find(Session session) {
            Run run = RunsCommand.find(session, runId);
            about(runId);
            return run;
        }

        final Answer standing(Session session) {
            Run run = find(session);
            return say(fields(session, run), "Run %s is %s.".formatted(run.runId(), run.state()));
        }
    }

    /// `runs show`.
    @Command(name = "show", description = "One run and its report.", mixinStandardHelpOptions = true)
    static final class Show extends JobCommand {

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "RUN",
                description = "The run's id; without it the last run.")
        @Nullable
        String wanted;

        @Override
        boolean onlyReads() {
            return true;
        }

        @Override
        Answer answer(Session session) {
            Run run = wanted == null ? last(session) : named(session, wanted);
            about(run.runId());
            Map<String, @Nullable Object> fields = fields(session, run);
            String text = "%s  %s%s"
                    .formatted(
                            run.runId(),
                            run.state(),
                            run.reason().map(why -> ": " + why).orElse(""));
            String name = run.report().orElse("");
            if (!name.isEmpty()) {
                try {
                    byte[] report = new JobState(session.context()).object(name);
                    fields.put("report", CommandJson.embedded(report, name));
                    text = ReportText.of(new String(report, StandardCharsets.UTF_8));
                } catch (StateMissingException cleanedUp) {
                    text += "\nIts report is not kept any more: it goes " + CleanUpStep.WORK_STAYS.toDays()
                            + " days after the run's end, unless the run made a generation that is kept.";
                }
            }
            boolean claims = run.state() == Run.State.CLAIMED || run.state() == Run.State.PLANNED;
            return say(fields, claims && session.nobodyHolds() ? text + "\n" + dead(run) : text);
        }

        private Run named(Session session, String id) {
            Run run = find(session, id);
            about(id);
            return run;
        }

        private static Run last(Session session) {
            return new JobState(session.context())
                    .runs().stream()
                            .reduce((_, later) -> later)
                            .orElseThrow(() -> new UsageException(
                                    "Job " + session.job().name() + " has no run yet. Start one: tidemark run JOB."));
        }

        private String dead(Run run) {
            return "Its process is dead: nobody holds the job. The next run takes over; to end it now:"
                    + " tidemark runs abort "
                    + options.jobFile + " " + run.runId();
        }
    }

    /// `runs abort`.
    @Command(name = "abort", description = "End a dead run's claim.", mixinStandardHelpOptions = true)
    static final class Abort extends OneRun {

        @Override
        Answer answer(Session session) {
            Run _ = find(session);
            session.lock();
            var _ = new AbortStep().run(session.context(), runId, "an operator aborted it");
            return standing(session);
        }
    }

    /// `runs finish`.
    @Command(name = "finish", description = "Publish a decided commit now.", mixinStandardHelpOptions = true)
    static final class Finish extends OneRun {

        @Option(names = "--skip-catalog", description = "Put the catalog's change off to the next commit.")
        boolean skipCatalog;

        @Override
        Answer answer(Session session) {
            Run _ = find(session);
            session.lock();
            refuseUndecided(session);
            Settlement settlement = new Settlement(session.context());
            if (skipCatalog) {
                settlement.settleWithoutCatalog();
            } else {
                settlement.settle();
            }
            return standing(session);
        }

        /// Settling is about the commit that was decided, whichever run's it is: here one run is named.
        private void refuseUndecided(Session session) {
            Run run = find(session);
            Head head = new JobState(session.context()).head();
            String publishing =
                    head.state() == Head.State.PUBLISHING ? head.runId().orElseThrow() : "";
            if (!publishing.isEmpty() && !publishing.equals(runId)) {
                throw new UsageException(
                        "Run %s is %s: it has no commit to be finished. The one that stands is of run %s; to finish it:"
                                        .formatted(runId, run.state(), publishing)
                                + " tidemark runs finish " + options.jobFile + " " + publishing + ".");
            }
            if (publishing.isEmpty() && !run.state().ended()) {
                throw new UsageException(
                        "Run %s is %s: its commit was not decided, so nothing of it can be published. The next run takes"
                                        .formatted(runId, run.state())
                                + " over; to end it now: tidemark runs abort " + options.jobFile + " " + runId + ".");
            }
        }
    }

    /// @throws UsageException when there is no such run, or that is no run's id
    private static Run find(Session session, String id) {
        Words.runId(id);
        return new JobState(session.context())
                .run(id)
                .orElseThrow(() -> new UsageException("There is no run '" + id + "'. See: tidemark runs list JOB."));
    }

    private static Map<String, @Nullable Object> fields(Session session, Run run) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("job", session.job().name());
        fields.put("run", row(run));
        return fields;
    }

    private static Map<String, @Nullable Object> row(Run run) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("runId", run.runId());
        row.put("state", run.state().name());
        row.put("base", run.base());
        row.put("claimedAt", time(run.claimedAt()));
        row.put("endedAt", time(run.endedAt()));
        row.put("reason", run.reason().orElse(null));
        return row;
    }

    private static @Nullable String time(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis).toString();
    }
}
