package dev.tidemark.functions.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.expression.Functions;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.BrokenMessageException;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Metrics;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.Wire;
import dev.tidemark.run.ChunkItem;
import dev.tidemark.run.ChunkStep;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobSampling;
import dev.tidemark.run.ProbeStep;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunEndedException;
import dev.tidemark.run.WorkerLimits;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Formats;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Behind the states Probe and Process: the one function that knows the formats. Messages are told apart by
/// `kind`.
public final class ProcessHandler extends Handler {

    private volatile @Nullable Formats formats;

    /// Lambda ends a function after 15 minutes at the latest, and this one is deployed with all of them.
    private static final WorkerLimits LIMITS = WorkerLimits.within(Duration.ofMinutes(15));

    public ProcessHandler() {
        this(AwsOutside::atFirstMessage);
    }

    public ProcessHandler(Supplier<Outside> outside) {
        super("process", outside);
    }

    @Override
    protected ObjectNode answer(JsonNode message, Invocation invocation) {
        Wire.check(message);
        String kind = Wire.text(message, "kind");
        String job = Wire.job(message);
        String runId = Wire.runId(message);
        JobContext context = invocation.context(invocation.jobFiles().frozen(job, runId));
        return switch (kind) {
            case "probe" -> probe(context, runId, invocation);
            case "chunk" -> chunk(context, runId, item(message.path("chunk")), invocation);
            default -> throw new BrokenMessageException("'kind' is one of probe, chunk");
        };
    }

    private ObjectNode probe(JobContext context, String runId, Invocation invocation) {
        Run run = new ProbeStep(new JobSampling(formats(), Functions.standard(), LIMITS)).run(context, runId);
        if (run.state() == Run.State.ABORTED) {
            throw new RunEndedException(runId, run.state());
        }
        new Metrics(context.job().name()).millis(invocation.millis()).write(invocation);
        return Wire.answer("PROBED");
    }

    private ObjectNode chunk(JobContext context, String runId, ChunkItem item, Invocation invocation) {
        long budget = Runtime.getRuntime().maxMemory() / 4;
        ChunkResult result = new ChunkStep(formats(), Functions.standard(), budget).run(context, runId, item);
        new Metrics(context.job().name())
                .count("Objects", result.taken().size())
                .bytes("Bytes", result.counts().bytesRead())
                .count("Records", result.counts().read())
                .count("Chunks", 1)
                .millis(invocation.millis())
                .write(invocation);
        return Wire.answer("DONE").put("chunk", result.chunk());
    }

    private static ChunkItem item(JsonNode chunk) {
        long number = number(chunk, "chunk");
        long head = number(chunk, "head");
        long from = number(chunk, "from");
        long to = number(chunk, "to");
        try {
            return new ChunkItem(Math.toIntExact(number), head, from, to);
        } catch (IllegalArgumentException | ArithmeticException noPart) {
            throw new BrokenMessageException("its chunk is no part of a plan: " + noPart.getMessage());
        }
    }

    private static long number(JsonNode chunk, String name) {
        JsonNode number = chunk.path(name);
        if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < 0) {
            throw new BrokenMessageException("its chunk has no number '" + name + "'");
        }
        return number.longValue();
    }

    private Formats formats() {
        Formats loaded = formats;
        if (loaded == null) {
            loaded = Formats.load();
            formats = loaded;
        }
        return loaded;
    }
}
