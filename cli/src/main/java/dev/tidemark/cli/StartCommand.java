package dev.tidemark.cli;

import dev.tidemark.aws.StepFunctions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.json.CommandJson;
import dev.tidemark.json.ReportText;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.run.JobState;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunInterruptedException;
import dev.tidemark.spi.Executions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `tidemark start`: the deployed state machine does the work.
@Command(
        name = "start",
        description = "Start a run of a deployed job's state machine.",
        mixinStandardHelpOptions = true)
final class StartCommand extends JobCommand {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

    @Option(
            names = "--bookmark",
            paramLabel = "enable|disable|pause",
            description = "Overrides the job's bookmark mode.")
    @Nullable
    BookmarkMode bookmark;

    @Option(names = "--as-of", paramLabel = "TIME", description = "What run_timestamp() says, ISO 8601.")
    @Nullable
    Instant asOf;

    @Option(names = "--accept-rewritten", description = "Read rewritten objects however many there are.")
    boolean acceptRewritten;

    @Option(names = "--wait", description = "Wait for its end, and end as it ends.")
    boolean waits;

    @Override
    Where where() {
        return root().aws();
    }

    @Override
    Answer answer(Session session) {
        if (!options.namesDeployedJob()) {
            throw new UsageException(
                    "start starts what is deployed: name the job, not a file. Files run in this process:"
                            + " tidemark run " + options.jobFile + " --on aws.");
        }
        StepFunctions executions = session.stage().orElseThrow().executions();
        String job = session.job().name();
        String runId = session.newRunId();
        about(runId);
        RunOptions request = new RunOptions(bookmark, null, null, asOf, acceptRewritten);
        executions.start(job, runId, request.text());
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("job", job);
        fields.put("runId", runId);
        if (!waits) {
            fields.put("state", "STARTED");
            return say(fields, "Started run %s of job %s.".formatted(runId, job));
        }
        // Step Functions may know an execution a moment after it said that it was started.
        while (executions.status(job, runId) != Executions.Status.ENDED) {
            if (!session.context().patience().pause(LOOK_AGAIN)) {
                throw new RunInterruptedException();
            }
        }
        return ended(session, runId, fields);
    }

    /// A run that has no item was refused before its claim: another one holds the job.
    private Answer ended(Session session, String runId, Map<String, @Nullable Object> fields) {
        JobState state = new JobState(session.context());
        Optional<Run> run = state.run(runId);
        if (run.isEmpty()) {
            throw new JobBusyException(
                    session.job().name(),
                    state.head().runId().map(holder -> "run " + holder).orElse("another run"));
        }
        fields.put("state", run.get().state().name());
        String text = "Run " + runId + " is " + run.get().state() + ".";
        String name = run.get().report().orElse("");
        if (!name.isEmpty()) {
            byte[] report = state.object(name);
            fields.put("report", CommandJson.embedded(report, name));
            text = ReportText.of(new String(report, StandardCharsets.UTF_8));
        }
        boolean well = run.get().state() == Run.State.COMMITTED || run.get().state() == Run.State.NOTHING_TO_DO;
        Answer answer = say(fields, text);
        return new Answer(answer.document(), answer.text(), well ? ExitCodes.OK : ExitCodes.FAILED);
    }
}
