package dev.tidemark.integration.asl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/// Runs executions of a definition in virtual time, as Step Functions would.
///
/// Children of a map run in an order drawn from the seed; now and then one is invoked twice at the same time, as Lambda
/// does when an answer is lost; once one has failed, some that were under way go on and nobody looks at them.
public final class StrictRunner {

    /// Bytes that a state's input, effective input and output may have (Step Functions quotas).
    static final int MOST_PAYLOAD_BYTES = 256 << 10;

    private static final int ONE_IN_IS_TWINNED = 6;

    private final State.StateMachine machine;
    private final World world;
    private final Random random;

    /// @param definition the deployed file, its function names filled in or not
    /// @throws AslException when it holds anything that this runner does not implement
    public StrictRunner(String definition, World world, Random random) {
        this.machine = StateMachineReader.read(definition);
        this.world = world;
        this.random = random;
    }

    public enum Status {
        SUCCEEDED,
        FAILED,
        TIMED_OUT,
        ABORTED
    }

    /// @param output       null unless it succeeded
    /// @param error        null unless it failed
    /// @param largestBytes of all payloads between its states, the children's included
    /// @param trail        names of the states it went through, without the children's
    public record Ended(
            Status status,
            @Nullable JsonNode output,
            @Nullable String error,
            @Nullable String cause,
            int largestBytes,
            List<String> trail) {}

    /// @param name of the execution
    public Ended run(String name, JsonNode input) {
        Execution execution = new Execution(name, input);
        try {
            JsonNode output = execution.run(machine, input, execution.context);
            return execution.ended(Status.SUCCEEDED, output, null);
        } catch (StateFailure failure) {
            return execution.ended(Status.FAILED, null, failure);
        } catch (ExecutionStopped stopped) {
            return execution.ended(Status.ABORTED, null, null);
        } catch (TimedOut timedOut) {
            return execution.ended(Status.TIMED_OUT, null, null);
        }
    }

    private static final class TimedOut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final class Execution {

        private final ObjectNode context = StateMachineReader.JSON.createObjectNode();
        private final String name;
        private final Instant until;
        private final List<String> trail = new ArrayList<>();
        private int largest;
        private boolean inChild;

        Execution(String name, JsonNode input) {
            this.name = name;
            this.until = world.now().plusSeconds(machine.timeoutSeconds());
            ObjectNode about = context.putObject("Execution");
            about.put("Id", "arn:aws:states:eu-central-1:123456789012:execution:etl:" + name);
            about.put("Name", name);
            about.put("StartTime", world.now().toString());
            about.set("Input", input);
        }

        Ended ended(Status status, @Nullable JsonNode output, @Nullable StateFailure failure) {
            return new Ended(
                    status,
                    output,
                    failure == null ? null : failure.error(),
                    failure == null ? null : failure.cause(),
                    largest,
                    List.copyOf(trail));
        }

        JsonNode run(State.StateMachine states, JsonNode input, JsonNode inContext) {
            String at = states.start();
            JsonNode value = limited(input);
            while (true) {
                if (world.now().isAfter(until)) {
                    throw new TimedOut();
                }
                if (!inChild) {
                    trail.add(at);
                }
                State state = java.util.Objects.requireNonNull(states.states().get(at));
                String next;
                switch (state) {
                    case State.Succeed _ -> {
                        return value;
                    }
                    case State.Fail fail -> {
                        String error =
                                Paths.value(fail.errorPath(), value, inContext).asText();
                        if (error.startsWith("States.")) {
                            throw new AslException(at, "a Fail state may not raise the service's own " + error);
                        }
                        throw new StateFailure(
                                error,
                                Paths.value(fail.causePath(), value, inContext).asText());
                    }
                    case State.Choice choice -> next = choose(choice, value, inContext);
                    case State.Task task -> {
                        JsonNode before = value;
                        Step step = retried(task.flow(), before, inContext, () -> invoke(task, before, inContext));
                        value = step.output();
                        next = step.next();
                    }
                    case State.DistributedMap map -> {
                        JsonNode before = value;
                        Step step = retried(map.flow(), before, inContext, () -> children(map, before, inContext));
                        value = step.output();
                        next = step.next();
                    }
                }
                if (next == null) {
                    return value;
                }
                at = next;
            }
        }

        /// @param next null at the end
        private record Step(JsonNode output, @Nullable String next) {}

        private interface Work {
            JsonNode run();
        }

        private String choose(State.Choice choice, JsonNode input, JsonNode inContext) {
            for (State.Rule rule : choice.rules()) {
                JsonNode found = Paths.find(rule.variable(), input, inContext);
                // Also where there is a Default: it is for values that no rule matches, not for a path to nowhere.
                if (found == null) {
                    throw new StateFailure(StateFailure.RUNTIME, rule.variable() + " is not in the input");
                }
                if (rule.equal().equals(found)) {
                    return rule.next();
                }
            }
            if (choice.otherwise() == null) {
                throw new StateFailure("States.NoChoiceMatched", "no rule matches " + input);
            }
            return choice.otherwise();
        }

        /// Runs the work of a state with its retriers, then its catchers.
        private Step retried(State.Flow flow, JsonNode input, JsonNode inContext, Work work) {
            Map<State.Retrier, Integer> tries = new HashMap<>();
            while (true) {
                try {
                    JsonNode result = limited(work.run());
                    JsonNode selected = flow.resultSelector() == null
                            ? result
                            : limited(Paths.fill(flow.resultSelector(), result, inContext));
                    return new Step(limited(Paths.place(flow.resultPath(), input, selected)), flow.next());
                } catch (StateFailure failure) {
                    State.Retrier retrier = flow.retriers().stream()
                            .filter(each -> failure.isOneOf(each.errors()))
                            .findFirst()
                            .orElse(null);
                    int tried = retrier == null ? 0 : tries.merge(retrier, 1, Integer::sum);
                    if (retrier == null || tried > retrier.attempts()) {
                        return caught(flow, input, failure);
                    }
                    Duration longest = retrier.longest(tried);
                    world.pass(retrier.jitter() ? Duration.ofMillis(random.nextLong(longest.toMillis() + 1)) : longest);
                    if (world.now().isAfter(until)) {
                        throw new TimedOut();
                    }
                }
            }
        }

        private Step caught(State.Flow flow, JsonNode input, StateFailure failure) {
            for (State.Catcher catcher : flow.catchers()) {
                if (failure.isOneOf(catcher.errors())) {
                    ObjectNode error = StateMachineReader.JSON.createObjectNode();
                    error.put("Error", failure.error());
                    error.put("Cause", failure.cause());
                    return new Step(limited(Paths.place(catcher.resultPath(), input, error)), catcher.next());
                }
            }
            throw failure;
        }

        private JsonNode invoke(State.Task task, JsonNode input, JsonNode inContext) {
            JsonNode parameters = limited(Paths.fill(task.payload(), input, inContext));
            JsonNode payload = parameters.get("Payload");
            boolean twinned = inChild && random.nextInt(ONE_IN_IS_TWINNED) == 0;
            JsonNode answer = twinned ? twice(task, payload) : once(task, payload);
            ObjectNode result = StateMachineReader.JSON.createObjectNode();
            result.put("ExecutedVersion", "1");
            result.put("StatusCode", 200);
            result.set("Payload", answer);
            return result;
        }

        private JsonNode once(State.Task task, JsonNode payload) {
            Instant began = world.now();
            JsonNode answer;
            try {
                answer = world.invoke(task.function(), payload.deepCopy());
            } catch (FunctionFailure failure) {
                ObjectNode cause = StateMachineReader.JSON.createObjectNode();
                cause.put("errorMessage", failure.getMessage());
                cause.put("errorType", failure.errorType());
                throw new StateFailure(failure.errorType(), cause.toString());
            }
            if (Duration.between(began, world.now()).toSeconds() > task.timeoutSeconds()) {
                throw new StateFailure("States.Timeout", "the function took longer than TimeoutSeconds");
            }
            return answer;
        }

        /// The first answer counts; the other call runs to its end all the same.
        private JsonNode twice(State.Task task, JsonNode payload) {
            CompletableFuture<JsonNode> first = CompletableFuture.supplyAsync(() -> once(task, payload));
            CompletableFuture<JsonNode> twin = CompletableFuture.supplyAsync(() -> once(task, payload));
            if (failure(twin) instanceof Error error) {
                throw error;
            }
            return switch (failure(first)) {
                case null -> first.join();
                case Error error -> throw error;
                case RuntimeException failed -> throw failed;
                case Throwable impossible -> throw new IllegalStateException(impossible);
            };
        }

        /// What a call ended by, once it has ended; null for an answer.
        private static @Nullable Throwable failure(CompletableFuture<JsonNode> call) {
            try {
                JsonNode _ = call.join();
                return null;
            } catch (CompletionException failed) {
                return failed.getCause();
            }
        }

        private JsonNode children(State.DistributedMap map, JsonNode input, JsonNode inContext) {
            JsonNode from = Paths.fill(map.reader(), input, inContext);
            JsonNode concurrency = Paths.value(map.concurrencyPath(), input, inContext);
            if (!concurrency.isInt() || concurrency.asInt() < 0) {
                throw new StateFailure(StateFailure.RUNTIME, "MaxConcurrencyPath leads to " + concurrency);
            }
            ArrayNode items = items(from);
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < items.size(); i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            ArrayNode succeeded = StateMachineReader.JSON.createArrayNode();
            ArrayNode failed = StateMachineReader.JSON.createArrayNode();
            int underWay = Math.max(1, concurrency.asInt());
            for (int index : order) {
                // Those under way when the first one failed are not waited for; what they do has its effects.
                if (!failed.isEmpty() && (--underWay < 1 || random.nextBoolean())) {
                    continue;
                }
                child(map, input, inContext, index, items.get(index), succeeded, failed);
            }
            return written(map, input, inContext, succeeded, failed);
        }

        private void child(
                State.DistributedMap map,
                JsonNode input,
                JsonNode inContext,
                int index,
                JsonNode item,
                ArrayNode succeeded,
                ArrayNode failed) {
            ObjectNode childContext = inContext.deepCopy();
            ObjectNode about = childContext.putObject("Map").putObject("Item");
            about.put("Index", index);
            about.set("Value", item);
            ObjectNode entry = StateMachineReader.JSON.createObjectNode();
            entry.put("Name", map.label() + "-" + index);
            inChild = true;
            try {
                JsonNode selected = limited(Paths.fill(map.selector(), input, childContext));
                JsonNode output = run(map.processor(), selected, childContext);
                entry.put("Output", output.toString());
                succeeded.add(entry);
            } catch (StateFailure failure) {
                entry.put("Error", failure.error());
                entry.put("Cause", failure.cause());
                failed.add(entry);
            } finally {
                inChild = false;
            }
        }

        private ArrayNode items(JsonNode from) {
            byte[] bytes =
                    world.object(from.get("Bucket").asText(), from.get("Key").asText());
            try {
                if (bytes != null && StateMachineReader.JSON.readTree(bytes) instanceof ArrayNode list) {
                    return list;
                }
            } catch (IOException notJson) {
                throw new StateFailure("States.ItemReaderFailed", "not JSON: " + from);
            }
            throw new StateFailure("States.ItemReaderFailed", "no list at " + from);
        }

        private JsonNode written(
                State.DistributedMap map, JsonNode input, JsonNode inContext, ArrayNode succeeded, ArrayNode failed) {
            JsonNode to = Paths.fill(map.writer(), input, inContext);
            String bucket = to.get("Bucket").asText();
            String folder = to.get("Prefix").asText() + "/" + new java.util.UUID(random.nextLong(), random.nextLong());
            if (!succeeded.isEmpty()) {
                write(bucket, folder + "/SUCCEEDED_0.json", succeeded);
            }
            if (!failed.isEmpty()) {
                write(bucket, folder + "/FAILED_0.json", failed);
            }
            ObjectNode result = StateMachineReader.JSON.createObjectNode();
            result.put("MapRunArn", "arn:aws:states:eu-central-1:123456789012:mapRun:etl/" + map.label() + ":" + name);
            ObjectNode details = result.putObject("ResultWriterDetails");
            details.put("Bucket", bucket);
            details.put("Key", folder + "/manifest.json");
            write(bucket, folder + "/manifest.json", result);
            if (!failed.isEmpty()) {
                throw new StateFailure(
                        "States.ExceedToleratedFailureThreshold",
                        "The specified tolerated failure threshold was exceeded");
            }
            return result;
        }

        private void write(String bucket, String key, JsonNode node) {
            world.write(bucket, key, node.toString().getBytes(StandardCharsets.UTF_8));
        }

        private JsonNode limited(JsonNode payload) {
            int bytes = payload.toString().getBytes(StandardCharsets.UTF_8).length;
            largest = Math.max(largest, bytes);
            if (bytes > MOST_PAYLOAD_BYTES) {
                throw new StateFailure(StateFailure.DATA_LIMIT, "a payload has " + bytes + " bytes");
            }
            return payload;
        }
    }
}
