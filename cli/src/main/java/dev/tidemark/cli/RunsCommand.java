package dev.tidemark.cli;

import dev.tidemark.json.CommandJson;
import dev.tidemark.json.ReportText;
import dev.tidemark.run.AbortStep;
import dev.tidemark.run.JobState;
import dev.tidemark.run.Run;
import dev.tidemark.run.Settlement;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `tidemark runs`: what happened, and how to end what stands.
@Command(
        name = "runs",
        description = "List, show, abort or finish runs.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "list|show|abort|finish",
        subcommands = {
            RunsCommand.ListRuns.class,
            RunsCommand.Show.class,
            RunsCommand.Abort.class,
            RunsCommand.Finish.class
        })
final class RunsCommand implements Callable<Integer> {

    @ParentCommand
    @Nullable
    Tidemark parent;

    @Override
    public Integer call() {
        throw new UsageException("Name what to do: tidemark runs list|show|abort|finish JOB.");
    }

    /// What the commands have in common.
    abstract static class Act implements Callable<Integer> {

        @ParentCommand
        @Nullable
        RunsCommand parent;

        @Mixin
        JobOptions options = new JobOptions();

        World world() {
            return Objects.requireNonNull(Objects.requireNonNull(parent).parent).world();
        }

        void print(String command, Map<String, @Nullable Object> fields, String text) {
            World world = world();
            if (options.json) {
                byte[] document = CommandJson.document(command, fields);
                world.out().write(document, 0, document.length);
            } else {
                world.out().println(text);
            }
            world.out().flush();
        }

        static Map<String, @Nullable Object> row(Run run) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("runId", run.runId());
            row.put("state", run.state().name());
            row.put("base", run.base());
            row.put(
                    "claimedAt",
                    run.claimedAt() == 0
                            ? null
                            : Instant.ofEpochMilli(run.claimedAt()).toString());
            row.put(
                    "endedAt",
                    run.endedAt() == 0
                            ? null
                            : Instant.ofEpochMilli(run.endedAt()).toString());
            row.put("reason", run.reason().orElse(null));
            return row;
        }

        static Run find(JobState state, String runId) {
            return state.run(runId)
                    .orElseThrow(
                            () -> new UsageException("There is no run '" + runId + "'. See: tidemark runs list JOB."));
        }
    }

    /// `runs list`.
    @Command(name = "list", description = "All runs, oldest first.", mixinStandardHelpOptions = true)
    static final class ListRuns extends Act {
        @Override
        public Integer call() {
            try (Session session = Session.open(options, world())) {
                List<Object> rows = new ArrayList<>();
                StringBuilder text = new StringBuilder();
                for (Run run : new JobState(session.context()).runs()) {
                    Map<String, @Nullable Object> row = row(run);
                    rows.add(row);
                    text.append("%s  %-13s  %s%n".formatted(run.runId(), run.state(), row.get("claimedAt")));
                }
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                fields.put("runs", rows);
                print(
                        "runs list",
                        fields,
                        text.isEmpty() ? "No run yet." : text.toString().stripTrailing());
                return Endings.OK;
            }
        }
    }

    /// `runs show`.
    @Command(name = "show", description = "One run and its report.", mixinStandardHelpOptions = true)
    static final class Show extends Act {

        @Parameters(index = "1", paramLabel = "RUN", description = "The run's id.")
        String runId = "";

        @Override
        public Integer call() {
            try (Session session = Session.open(options, world())) {
                JobState state = new JobState(session.context());
                Run run = find(state, runId);
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                fields.put("run", row(run));
                String text = "%s  %s%s"
                        .formatted(
                                run.runId(),
                                run.state(),
                                run.reason().map(why -> ": " + why).orElse(""));
                String report = run.report().orElse("");
                if (!report.isEmpty()) {
                    fields.put("report", report);
                    text = ReportText.of(new String(state.object(report), StandardCharsets.UTF_8))
                            .stripTrailing();
                }
                print("runs show", fields, text);
                return Endings.OK;
            }
        }
    }

    /// `runs abort`.
    @Command(name = "abort", description = "End a dead run's claim.", mixinStandardHelpOptions = true)
    static final class Abort extends Act {

        @Parameters(index = "1", paramLabel = "RUN", description = "The run's id.")
        String runId = "";

        @Override
        public Integer call() {
            try (Session session = Session.open(options, world())) {
                session.lock();
                Run found = find(new JobState(session.context()), runId);
                Run run = new AbortStep().run(session.context(), found.runId(), "an operator aborted it");
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                fields.put("run", row(run));
                print("runs abort", fields, "Run %s is %s.".formatted(run.runId(), run.state()));
                return Endings.OK;
            }
        }
    }

    /// `runs finish`.
    @Command(name = "finish", description = "Publish a decided commit now.", mixinStandardHelpOptions = true)
    static final class Finish extends Act {

        @Parameters(index = "1", paramLabel = "RUN", description = "The run's id.")
        String runId = "";

        @Override
        public Integer call() {
            try (Session session = Session.open(options, world())) {
                session.lock();
                JobState state = new JobState(session.context());
                find(state, runId);
                new Settlement(session.context()).settle();
                Run run = find(state, runId);
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                fields.put("run", row(run));
                print("runs finish", fields, "Run %s is %s.".formatted(run.runId(), run.state()));
                return Endings.OK;
            }
        }
    }
}
