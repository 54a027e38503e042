package dev.tidemark.cli;

import dev.tidemark.job.BookmarkMode;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import java.time.Instant;
import picocli.CommandLine.Command;

/// `runs repair`.
@Command(
        name = "repair",
        description = "Do the chunks of a decided commit again whose staged files are lost, and publish it.",
        mixinStandardHelpOptions = true)
final class RunsRepair extends RunsCommand.OneRun {

    @Override
    Answer answer(Session session) {
        Run _ = find(session);
        session.lock();
        Run run = find(session);
        Instant asOf = run.asOf()
                .map(Instant::parse)
                .orElseGet(() -> Instant.ofEpochMilli(session.context().ports().now()));
        LocalRunner runner = new LocalRunner(
                session.context(),
                session.formats(),
                session.functions(),
                RunCommand.limits(session.job()),
                new Silence());
        var _ = runner.repair(new RunRequest(runId, BookmarkMode.ENABLE, null, null, asOf, session.params(), false));
        return standing(session);
    }

    /// Only how it ends is said.
    private record Silence() implements LocalRunner.Progress {

        @Override
        public void planned(WorkPlan plan) {}

        @Override
        public void chunkDone(ChunkResult result) {}

        @Override
        public void committing() {}
    }
}
