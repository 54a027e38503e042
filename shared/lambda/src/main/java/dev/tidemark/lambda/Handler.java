package dev.tidemark.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.TidemarkException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A Lambda function: reads its message, works, answers. A problem that Tidemark understands leaves it as
/// the exception that it is, so that the state machine sees its class.
///
/// Constructors remember and do nothing else. Lambda may take a snapshot of the process when they are done
/// and start many functions from it: what asks the clock, the environment or for random numbers is made at
/// the first message.
public abstract class Handler implements RequestStreamHandler {

    private final String function;
    private final Supplier<Outside> makeOutside;
    private volatile @Nullable Outside outside;

    /// @param function    its name, for logs
    /// @param makeOutside called once, at the first message
    protected Handler(String function, Supplier<Outside> makeOutside) {
        this.function = function;
        this.makeOutside = makeOutside;
    }

    /// @param message whatever JSON was sent
    /// @return the answer
    protected abstract ObjectNode answer(JsonNode message, Invocation invocation);

    @Override
    public final void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        Outside world;
        Invocation invocation;
        try {
            world = outside();
            invocation = Invocation.of(world, function, context.getAwsRequestId(), context.getRemainingTimeInMillis());
        } catch (TidemarkException problem) {
            logWithoutOutside(context, problem);
            throw problem;
        }
        ObjectNode about = Wire.object();
        boolean known = false;
        try {
            JsonNode message = Wire.read(in.readAllBytes());
            Wire.optional(message, "job").ifPresent(job -> about.put("job", Wire.shortened(job)));
            Wire.optional(message, "runId").ifPresent(run -> about.put("runId", Wire.shortened(run)));
            ObjectNode answer = answer(message, invocation);
            about.set("answer", answer);
            invocation.log("INFO", "answered", about.put("millis", invocation.millis()));
            out.write(Wire.bytes(answer));
            known = true;
        } catch (TidemarkException problem) {
            known = true;
            about.put("error", problem.getClass().getName()).put("retryable", problem.retryable());
            invocation.log("ERROR", String.valueOf(problem.getMessage()), about.put("millis", invocation.millis()));
            throw problem;
        } finally {
            if (!known) {
                invocation.log("ERROR", "met a fault of Tidemark", about.put("millis", invocation.millis()));
            }
            world.tidy();
        }
    }

    /// Where there are no settings, there is neither a stage nor a clock: the line says what is known.
    private void logWithoutOutside(Context context, TidemarkException problem) {
        context.getLogger()
                .log(Wire.object()
                                .put("level", "ERROR")
                                .put("function", function)
                                .put("requestId", context.getAwsRequestId())
                                .put("error", problem.getClass().getName())
                                .put("retryable", problem.retryable())
                                .put("message", problem.getMessage())
                                .toString()
                        + "\n");
    }

    /// Lambda sends one message at a time; tests send more.
    private Outside outside() {
        Outside made = outside;
        if (made == null) {
            synchronized (this) {
                made = outside;
                if (made == null) {
                    made = makeOutside.get();
                    outside = made;
                }
            }
        }
        return made;
    }
}
