package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.integration.JobAsset;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.integration.asl.World;
import dev.tidemark.job.Job;
import dev.tidemark.json.JobJson;
import dev.tidemark.lambda.Bus;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.Settings;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Run;
import dev.tidemark.spi.Executions;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.Write;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.TappedPorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A stage whose executions are carried out in this process: the real handlers, two instances of each; the deployed
/// state machine on the strict runner; a clock that moves only when somebody waits. Where objects, items and tables
/// are, its kinds say.
abstract class VirtualStage implements World {

    static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    static final ObjectMapper JSON = new ObjectMapper();
    static final String MACHINES = "arn:aws:states:eu-central-1:123456789012:stateMachine:tidemark-test-";

    private static final int MOST_EXECUTIONS = 50;
    private static final int MOST_SWEEPS = 40;

    /// @param runId of an execution that was started
    record Started(String job, String runId, RunOptions options) {}

    /// Stands around an invocation; a test's chance to do something else meanwhile.
    interface Around {
        JsonNode invoke(String function, JsonNode payload, int instance);
    }

    final AtomicLong now;
    final Deque<Started> waiting = new ArrayDeque<>();
    final List<Started> all = new ArrayList<>();
    final Map<String, StrictRunner.Ended> ended = new HashMap<>();
    final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();
    final Random random;

    /// Events that were put on the bus, and a test's chance to stand before it.
    final List<JsonNode> told = new CopyOnWriteArrayList<>();

    UnaryOperator<Bus> bus = UnaryOperator.identity();

    /// What the functions' ports pass through, by function.
    final Map<String, PortTap> taps = new ConcurrentHashMap<>();

    /// Whether ends of executions are told to the trigger.
    boolean statusRule = true;

    Around around = this::direct;

    private final Functions functions = new Functions(function -> new VirtualOutside(this, function));
    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();
    private final AtomicLong drawn = new AtomicLong();
    private final Map<String, Executions.Status> executions = new HashMap<>();

    VirtualStage(Random random, Instant begins) {
        this.random = random;
        this.now = new AtomicLong(begins.toEpochMilli());
    }

    /// What the environment of a function says here.
    abstract Settings settings();

    /// Stores without taps, as a function sees them by its own rights.
    abstract Ports plain();

    /// The same, and a job's places.
    abstract Ports plain(Job job);

    /// Location of the data, ending in `/`.
    abstract String lake();

    /// Somebody else writes an object.
    abstract void put(String location, byte[] bytes);

    /// Targets of what is staged in the lake.
    abstract List<String> hidden();

    final void put(String location, String text) {
        put(location, text.getBytes(StandardCharsets.UTF_8));
    }

    /// 64 bits that nobody draws again.
    final long draw() {
        return drawn.incrementAndGet() * 0x9E3779B97F4A7C15L;
    }

    /// Deploys a job file, as the construct does.
    final Job deploy(String yaml, Map<String, String> params) {
        JobAsset asset = JobAsset.of(yaml, params);
        put(settings().root() + asset.key(), asset.bytes());
        var _ = plain().state()
                .write(new Write.Put(pointer(asset.job().name()), Item.EMPTY.with("file", asset.key()), List.of()));
        return asset.job();
    }

    private static ItemKey pointer(String job) {
        return new ItemKey("job#" + job, "file");
    }

    private String deployed(String job) {
        return settings().root()
                + plain().state()
                        .get(pointer(job))
                        .flatMap(item -> item.text("file"))
                        .orElseThrow();
    }

    /// Somebody changed a deployed job's file.
    final void deployDamaged(String job) {
        put(deployed(job), text(deployed(job)) + " ");
    }

    /// An execution, as somebody starts it.
    final String start(String job) {
        String runId = RunIds.of(now(), "test " + all.size());
        start(new Started(job, runId, RunOptions.NONE));
        return runId;
    }

    final synchronized void start(Started started) {
        if (executions.putIfAbsent(started.runId, Executions.Status.RUNNING) == null) {
            waiting.add(started);
            all.add(started);
        }
    }

    /// Carries out what is started, one after the other, and what that starts.
    final void drain() {
        for (int i = 0; !waiting.isEmpty(); i++) {
            assertThat(i).as("executions that start each other").isLessThan(MOST_EXECUTIONS);
            carryOut(waiting.removeFirst());
        }
    }

    /// Starts a run and carries it out with all that follows.
    final StrictRunner.Ended run(String job) {
        String runId = start(job);
        drain();
        return Objects.requireNonNull(ended.get(runId));
    }

    private void carryOut(Started started) {
        ObjectNode input = JSON.createObjectNode().put("job", started.job);
        input.set("request", started.options.json());
        StrictRunner.Ended end = new StrictRunner(definition(), this, random).run(started.runId, input);
        ended.put(started.runId, end);
        executions.put(started.runId, Executions.Status.ENDED);
        if (statusRule && end.status() != StrictRunner.Status.SUCCEEDED) {
            JsonNode event = json(house("events/execution-status.json"));
            ((ObjectNode) event.path("detail"))
                    .put("stateMachineArn", settings().stateMachines() + started.job)
                    .put("name", started.runId)
                    .put("status", end.status().name());
            JsonNode _ = invoke("${TriggerFunction}", event);
        }
    }

    static String definition() {
        return house("statemachines/etl.asl.json");
    }

    private static String house(String file) {
        try {
            return Files.readString(HOUSE.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The sweep comes every five minutes; all that it starts is carried out.
    final void sweep() {
        pass(Duration.ofMinutes(5));
        JsonNode answer = invoke("${TriggerFunction}", json("{\"wire\":1,\"kind\":\"sweep\"}"));
        assertThat(answer.path("failed").asInt()).as(lines.toString()).isZero();
        drain();
    }

    /// Sweeps until the job is idle, nobody waits, and all commits are told of.
    final void sweepUntilQuiet(String job) {
        for (int i = 0; i < MOST_SWEEPS; i++) {
            Head head = state(job).head();
            if (head.state() == Head.State.IDLE
                    && head.mark() == head.seen()
                    && head.untold().isEmpty()) {
                return;
            }
            sweep();
        }
        throw new AssertionError("the job never comes to rest");
    }

    final JobState state(String job) {
        return new JobState(context(job));
    }

    final JobContext context(String job) {
        String file = deployed(job);
        Job read = JobJson.read(bytes(file), file);
        return new JobContext(
                read,
                tapped("test", plain(read)),
                settings().workRoot(job),
                settings().root() + "quarantine/",
                Duration.ZERO,
                false);
    }

    final Run runItem(String job, String runId) {
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
    public final JsonNode invoke(String function, JsonNode payload) {
        String name = Functions.name(function);
        int turn = turns.computeIfAbsent(name, each -> new AtomicInteger()).getAndIncrement();
        calls.add(name);
        return around.invoke(name, payload, turn % 2);
    }

    /// An instance's handler is given the message as Lambda gives it.
    final JsonNode direct(String function, JsonNode payload, int instance) {
        return functions.call(function, payload, instance);
    }

    /// As above, with less time.
    final JsonNode direct(String function, JsonNode payload, int instance, Duration time) {
        return functions.call(function, payload, instance, time);
    }

    /// Locations below a prefix, in order.
    final List<String> names(String prefix) {
        List<String> names = new ArrayList<>();
        String token = null;
        do {
            ListPage page = plain().objects().list(prefix, false, token);
            page.objects().stream().map(SourceObject::location).forEach(names::add);
            token = page.next();
        } while (token != null);
        return names;
    }

    final String text(String location) {
        return new String(bytes(location), StandardCharsets.UTF_8);
    }

    final byte[] bytes(String location) {
        try (ObjectInput input = plain().objects().open(location, null);
                InputStream bytes = input.stream(0)) {
            return bytes.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Somebody else deletes an object.
    final void delete(String location) {
        plain().objects().delete(List.of(location));
    }

    final List<CatalogPartition> partitions(String database, String table) {
        return plain().catalog().partitions(database, table);
    }

    /// What is put on the bus, as EventBridge passes it on.
    final Bus bus() {
        return bus.apply((source, detailType, time, detail) -> {
            ObjectNode event = JSON.createObjectNode()
                    .put("source", source)
                    .put("detail-type", detailType)
                    .put("time", time.toString());
            event.set("detail", json(detail));
            told.add(event);
        });
    }

    /// Runs of whose commits somebody was told.
    final Set<String> toldOf() {
        return told.stream()
                .map(event -> event.path("detail").path("runId").asText())
                .collect(Collectors.toSet());
    }

    final Set<String> committed(String job) {
        return state(job).runs().stream()
                .filter(run -> run.state() == Run.State.COMMITTED)
                .map(Run::runId)
                .collect(Collectors.toSet());
    }

    @Override
    public final byte @Nullable [] object(String bucket, String key) {
        try {
            return bytes("s3://" + bucket + "/" + key);
        } catch (ObjectGoneException none) {
            return null;
        }
    }

    @Override
    public final void write(String bucket, String key, byte[] bytes) {
        put("s3://" + bucket + "/" + key, bytes);
    }

    @Override
    public final Instant now() {
        return Instant.ofEpochMilli(now.get());
    }

    @Override
    public final void pass(Duration time) {
        now.addAndGet(time.toMillis());
    }

    final Executions.Status status(String runId) {
        return executions.getOrDefault(runId, Executions.Status.UNKNOWN);
    }

    final Ports tapped(String function, Ports plain) {
        PortTap tap = taps.get(function);
        return tap == null ? plain : TappedPorts.of(plain, tap);
    }
}
