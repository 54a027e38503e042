package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.functions.abort.AbortHandler;
import dev.tidemark.functions.commit.CommitHandler;
import dev.tidemark.functions.plan.PlanHandler;
import dev.tidemark.functions.process.ProcessHandler;
import dev.tidemark.functions.trigger.TriggerHandler;
import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.integration.asl.World;
import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.json.JobJson;
import dev.tidemark.json.JsonRunCodec;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.Settings;
import dev.tidemark.lambda.StateMachines;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Run;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Write;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.MemoryCatalog;
import dev.tidemark.testkit.MemoryObjectStore;
import dev.tidemark.testkit.MemoryStaging;
import dev.tidemark.testkit.MemoryStateStore;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.TappedPorts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A stage on AWS in this process: the real handlers, two instances of each, over ports in memory; the
/// deployed state machine on the strict runner; a clock that moves only when somebody waits.
final class VirtualAws implements World {

    static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    static final ObjectMapper JSON = new ObjectMapper();
    static final String MACHINES = "arn:aws:states:eu-central-1:123456789012:stateMachine:tidemark-test-";
    static final String STATE = "s3://state/";

    private static final Duration FUNCTION_TIMEOUT = Duration.ofMinutes(15);
    private static final int MOST_EXECUTIONS = 50;

    /// @param runId of an execution that was started
    record Started(String job, String runId, RunOptions options) {}

    /// Stands around an invocation; a test's chance to do something else meanwhile.
    interface Around {
        JsonNode invoke(String function, JsonNode payload, int instance);
    }

    final MemoryObjectStore objects = new MemoryObjectStore();
    final MemoryStaging staging = new MemoryStaging(objects);
    final MemoryStateStore items = new MemoryStateStore();
    final MemoryCatalog catalog = new MemoryCatalog();
    final AtomicLong now = new AtomicLong(Instant.parse("2026-11-30T12:00:00Z").toEpochMilli());
    final Deque<Started> waiting = new ArrayDeque<>();
    final List<Started> all = new ArrayList<>();
    final Map<String, StrictRunner.Ended> ended = new HashMap<>();
    final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();
    final Random random;

    /// What the functions' ports pass through, by function.
    final Map<String, PortTap> taps = new HashMap<>();

    /// Whether ends of executions are told to the trigger.
    boolean statusRule = true;

    Around around = this::direct;

    /// What stands before the objects.
    UnaryOperator<ObjectStore> store = UnaryOperator.identity();

    private final Map<String, List<Handler>> instances = new HashMap<>();
    private final Map<String, AtomicInteger> turns = new HashMap<>();
    private final AtomicLong drawn = new AtomicLong();
    private final Map<String, dev.tidemark.spi.Executions.Status> executions = new HashMap<>();

    VirtualAws(Random random) {
        this.random = random;
        for (String function : List.of("Plan", "Process", "Commit", "Abort", "Trigger")) {
            instances.put(function, List.of(made(function), made(function)));
            turns.put(function, new AtomicInteger());
        }
    }

    private Handler made(String function) {
        Outside outside = new Memory(function);
        return switch (function) {
            case "Plan" -> new PlanHandler(() -> outside);
            case "Process" -> new ProcessHandler(() -> outside);
            case "Commit" -> new CommitHandler(() -> outside);
            case "Abort" -> new AbortHandler(() -> outside);
            default -> new TriggerHandler(() -> outside);
        };
    }

    /// Deploys a job file, as the construct does.
    Job deploy(String yaml, Map<String, String> params) {
        Formats formats = Formats.load();
        Job job = JobFile.read(
                        yaml.getBytes(StandardCharsets.UTF_8),
                        "job.yaml",
                        params,
                        Map.of(),
                        "s3://nowhere/",
                        FormatCatalogue.of(
                                formats.readers().values(), formats.writers().values()))
                .job();
        byte[] bytes = JobJson.write(job);
        String key = "jobs/" + job.name() + "/" + sha256(bytes) + ".json";
        objects.put(STATE + key, bytes);
        Item pointer = Item.EMPTY.with("file", key);
        var _ = items.write(new Write.Put(new ItemKey("job#" + job.name(), "file"), pointer, List.<Condition>of()));
        return job;
    }

    /// Somebody changed a deployed job's file.
    void deployDamaged(String job) {
        String key = items.get(new ItemKey("job#" + job, "file"))
                .flatMap(item -> item.text("file"))
                .orElseThrow();
        objects.put(STATE + key, objects.text(STATE + key) + " ");
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// An execution, as somebody starts it.
    String start(String job) {
        String runId = RunIds.of(now(), "test " + all.size());
        start(new Started(job, runId, RunOptions.NONE));
        return runId;
    }

    private synchronized void start(Started started) {
        if (executions.putIfAbsent(started.runId, dev.tidemark.spi.Executions.Status.RUNNING) == null) {
            waiting.add(started);
            all.add(started);
        }
    }

    /// Carries out what is started, one after the other, and what that starts.
    void drain() {
        for (int i = 0; !waiting.isEmpty(); i++) {
            assertThat(i).as("executions that start each other").isLessThan(MOST_EXECUTIONS);
            carryOut(waiting.removeFirst());
        }
    }

    /// Starts a run and carries it out with all that follows.
    StrictRunner.Ended run(String job) {
        String runId = start(job);
        drain();
        return Objects.requireNonNull(ended.get(runId));
    }

    private void carryOut(Started started) {
        ObjectNode input = JSON.createObjectNode().put("job", started.job);
        input.set("request", started.options.json());
        StrictRunner.Ended end = new StrictRunner(definition(), this, random).run(started.runId, input);
        ended.put(started.runId, end);
        executions.put(started.runId, dev.tidemark.spi.Executions.Status.ENDED);
        if (statusRule && end.status() != StrictRunner.Status.SUCCEEDED) {
            ObjectNode event = JSON.createObjectNode().put("detail-type", "Step Functions Execution Status Change");
            event.putObject("detail")
                    .put("stateMachineArn", MACHINES + started.job)
                    .put("name", started.runId)
                    .put("status", end.status().name());
            JsonNode _ = invoke("${TriggerFunction}", event);
        }
    }

    static String definition() {
        try {
            return Files.readString(HOUSE.resolve("statemachines/etl.asl.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The sweep comes every five minutes; all that it starts is carried out.
    void sweep() {
        pass(Duration.ofMinutes(5));
        JsonNode answer = invoke("${TriggerFunction}", json("{\"wire\":1,\"kind\":\"sweep\"}"));
        assertThat(answer.path("failed").asInt()).as(lines.toString()).isZero();
        drain();
    }

    /// Sweeps until the job is idle and nobody waits.
    void sweepUntilQuiet(String job) {
        for (int i = 0; i < 40; i++) {
            Head head = state(job).head();
            if (head.state() == Head.State.IDLE && head.mark() == head.seen()) {
                return;
            }
            sweep();
        }
        throw new AssertionError("the job never comes to rest");
    }

    JobState state(String job) {
        return new JobState(context(job));
    }

    JobContext context(String job) {
        return new JobContext(
                job(job),
                new Memory("test").own(),
                STATE + "work/" + job + "/",
                STATE + "quarantine/",
                Duration.ZERO,
                false);
    }

    private Job job(String name) {
        String key = items.get(new ItemKey("job#" + name, "file"))
                .flatMap(item -> item.text("file"))
                .orElseThrow();
        return JobJson.read(Objects.requireNonNull(object("state", key)), key);
    }

    Run runItem(String job, String runId) {
        return state(job).run(runId).orElseThrow();
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public JsonNode invoke(String function, JsonNode payload) {
        String name = function.replaceAll("[${}]|Function", "");
        int turn = Objects.requireNonNull(turns.get(name)).getAndIncrement();
        calls.add(name);
        return around.invoke(name, payload, turn % 2);
    }

    /// An instance's handler is given the message as Lambda gives it.
    JsonNode direct(String function, JsonNode payload, int instance) {
        Handler handler = Objects.requireNonNull(instances.get(function)).get(instance);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            handler.handleRequest(
                    new ByteArrayInputStream(payload.toString().getBytes(StandardCharsets.UTF_8)),
                    out,
                    new LambdaCall("request-" + drawn.incrementAndGet(), FUNCTION_TIMEOUT.toMillis()));
            return JSON.readTree(out.toByteArray());
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

    @Override
    public byte @Nullable [] object(String bucket, String key) {
        try (ObjectInput input = objects.open("s3://" + bucket + "/" + key, null);
                InputStream bytes = input.stream(0)) {
            return bytes.readAllBytes();
        } catch (ObjectGoneException none) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void write(String bucket, String key, byte[] bytes) {
        objects.put("s3://" + bucket + "/" + key, bytes);
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(now.get());
    }

    @Override
    public void pass(Duration time) {
        now.addAndGet(time.toMillis());
    }

    /// What a function sees.
    private final class Memory implements Outside {

        private final String function;

        Memory(String function) {
            this.function = function;
        }

        @Override
        public Settings settings() {
            return new Settings("test", "t", "state", MACHINES, Optional.empty(), Duration.ofDays(1));
        }

        @Override
        public Ports own() {
            Ports plain = new Ports(
                    store.apply(objects),
                    staging,
                    items,
                    catalog,
                    new JsonRunCodec(),
                    VirtualAws.this::now,
                    () -> drawn.incrementAndGet() * 0x9E3779B97F4A7C15L);
            PortTap tap = taps.get(function);
            return tap == null ? plain : TappedPorts.of(plain, tap);
        }

        @Override
        public Ports of(Job job) {
            return own();
        }

        @Override
        public StateMachines stateMachines() {
            return new StateMachines() {
                @Override
                public void start(String job, String runId, RunOptions options) {
                    VirtualAws.this.start(new Started(job, runId, options));
                }

                @Override
                public Status status(String job, String runId) {
                    return executions.getOrDefault(runId, Status.UNKNOWN);
                }
            };
        }

        @Override
        public boolean rest(Duration time) {
            pass(time);
            return true;
        }

        @Override
        public void say(String line) {
            lines.add(line);
        }
    }
}
