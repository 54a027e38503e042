package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.json.CountWords;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.sink.ChunkResult;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/// Progress for people, on standard error: one line that moves on a terminal, a few lines elsewhere, none with --json
/// unless somebody watches.
final class ProgressLines implements LocalRunner.Progress {

    private final World world;
    private final Log log;
    private final AtomicInteger done = new AtomicInteger();
    private volatile int chunks;

    ProgressLines(World world, Log log) {
        this.world = world;
        this.log = log;
    }

    @Override
    public void planned(WorkPlan plan) {
        chunks = plan.chunks().size();
        for (FlowPlan flow : plan.flows()) {
            String counts = String.format(
                    Locale.ROOT,
                    "%,d objects listed, %,d to read, in %,d groups",
                    flow.counts().listed(),
                    flow.counts().fresh() + flow.counts().rewritten(),
                    flow.groups());
            log.say(flow.name() + ": " + CountWords.of(counts));
        }
    }

    @Override
    public void chunkDone(ChunkResult result) {
        int now = done.incrementAndGet();
        if (world.terminal()) {
            world.err().print("\r%d of %d chunks".formatted(now, chunks) + (now == chunks ? "\n" : ""));
        }
        log.detail(String.format(
                Locale.ROOT,
                "chunk %d of flow %s: %,d objects, %,d records read, %,d written to %,d files, in %,d ms",
                result.chunk(),
                result.flow(),
                result.taken().size(),
                result.counts().read(),
                result.counts().written(),
                result.files().size(),
                result.endMillis() - result.startMillis()));
    }

    @Override
    public void committing() {
        log.say("committing");
    }

    @Override
    public void cleanUpFailed(TidemarkException why) {
        log.say("warning: what is not needed any more was not deleted, and the run is not touched by that: "
                + why.getMessage());
    }
}
