package dev.tidemark.cli;

import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.sink.ChunkResult;
import java.util.concurrent.atomic.AtomicInteger;

/// Progress for people, on standard error: one line that moves on a terminal, a few lines elsewhere, none with --json
/// unless somebody watches.
final class ProgressLines implements LocalRunner.Progress {

    private final World world;
    private final boolean quiet;
    private final AtomicInteger done = new AtomicInteger();
    private volatile int chunks;

    ProgressLines(World world, boolean json) {
        this.world = world;
        this.quiet = json && !world.terminal();
    }

    @Override
    public void planned(WorkPlan plan) {
        chunks = plan.chunks().size();
        for (FlowPlan flow : plan.flows()) {
            long files = flow.counts().fresh() + flow.counts().rewritten();
            line("%s: %,d objects listed, %,d to read, in %,d groups"
                    .formatted(flow.name(), flow.counts().listed(), files, flow.groups()));
        }
    }

    @Override
    public void chunkDone(ChunkResult result) {
        int now = done.incrementAndGet();
        if (world.terminal() && !quiet) {
            world.err().print("\r%d of %d chunks".formatted(now, chunks) + (now == chunks ? "\n" : ""));
        }
    }

    @Override
    public void committing() {
        line("committing");
    }

    private void line(String text) {
        if (!quiet) {
            world.err().println(text);
        }
    }
}
