package dev.tidemark.integration.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.functions.abort.AbortHandler;
import dev.tidemark.functions.commit.CommitHandler;
import dev.tidemark.functions.plan.PlanHandler;
import dev.tidemark.functions.process.ProcessHandler;
import dev.tidemark.functions.trigger.TriggerHandler;
import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Outside;
import dev.tidemark.testkit.Halt;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/// The real handlers, some instances of each, called as Lambda calls them.
final class Functions {

    static final List<String> NAMES = List.of("Plan", "Process", "Commit", "Abort", "Trigger");

    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    private final Map<String, List<Handler>> instances = new HashMap<>();
    private final AtomicLong requests = new AtomicLong();

    /// @param outside what a function sees, by its name; two instances of each are made
    Functions(Function<String, Outside> outside) {
        for (String name : NAMES) {
            Supplier<Outside> seen = () -> outside.apply(name);
            instances.put(name, List.of(made(name, seen), made(name, seen)));
        }
    }

    /// A fresh instance.
    static Handler made(String name, Supplier<Outside> outside) {
        return switch (name) {
            case "Plan" -> new PlanHandler(outside);
            case "Process" -> new ProcessHandler(outside);
            case "Commit" -> new CommitHandler(outside);
            case "Abort" -> new AbortHandler(outside);
            case "Trigger" -> new TriggerHandler(outside);
            default -> throw new IllegalArgumentException(name);
        };
    }

    /// @param function as the state machine's placeholder has it: `${PlanFunction}`
    static String name(String function) {
        return function.replaceAll("[${}]|Function", "");
    }

    JsonNode call(String name, JsonNode payload, int instance) {
        return call(name, payload, instance, TIMEOUT);
    }

    /// @param time that Lambda gives it
    JsonNode call(String name, JsonNode payload, int instance, Duration time) {
        Handler handler = Objects.requireNonNull(instances.get(name)).get(instance);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            handler.handleRequest(
                    new ByteArrayInputStream(payload.toString().getBytes(StandardCharsets.UTF_8)),
                    out,
                    new LambdaCall("request-" + requests.incrementAndGet(), time.toMillis()));
            return VirtualStage.JSON.readTree(out.toByteArray());
        } catch (TidemarkException problem) {
            throw new FunctionFailure(problem.getClass().getName(), String.valueOf(problem.getMessage()));
        } catch (ExecutionStopped stopped) {
            throw stopped;
        } catch (Halt died) {
            throw new FunctionFailure("Runtime.ExitError", "the process is gone at " + died.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
