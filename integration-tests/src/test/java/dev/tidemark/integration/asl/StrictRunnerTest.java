package dev.tidemark.integration.asl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The runner refuses what it does not implement, and runs the rest by the language's rules. The deployed file is what
/// it is tried on.
final class StrictRunnerTest {

    private static final Path FILE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent()).resolve("statemachines/etl.asl.json");

    private final Scripted world = new Scripted();
    private Random random = new Random();
    private String definition = "";

    @BeforeEach
    void setUp() throws IOException {
        definition = Files.readString(FILE);
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("StrictRunnerTest: tidemark.seed=" + seed);
        random = new Random(seed);
    }

    /// Broken twins of the deployed file: a text that is in it, what stands there instead, what the refusal says.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"StartAt\": \"Plan\"|\"StartAt\": \"Plans\"|is no state here",
                "\"Next\": \"Commit\"|\"Next\": \"Comit\"|leads to 'Comit'",
                "\"Next\": \"IsCommitted\"|\"Next\": \"Done\"|no way leads to",
                "\"Default\": \"Failed\"|\"Default\": \"Nowhere\"|leads to 'Nowhere'",
                "\"Type\": \"Succeed\"|\"Type\": \"Success\"|not implemented: \"Success\"",
                "\"Type\": \"Succeed\"|\"Type\": \"Succeed\", \"Output\": 1|not implemented: Output",
                "\"TimeoutSeconds\": 86400|\"TimeoutSeconds\": 0|above 0",
                "\"TimeoutSeconds\": 86400|\"QueryLanguage\": \"JSONata\", \"TimeoutSeconds\": 86400|not implemented: QueryLanguage",
                "\"TimeoutSeconds\": 86400|\"TimeoutSeconds\": 86400, \"TimeoutSeconds\": 1|Duplicate field",
                "\"ResultPath\": \"$.plan\"|\"ResultPath\": \"$.plan[0]\"|not a reference path",
                "\"ResultPath\": \"$.plan\"|\"ResultPath\": \"$$.plan\"|cannot be written",
                "\"ResultPath\": \"$.plan\"|\"ResultPth\": \"$.plan\"|not implemented: ResultPth",
                "\"runId.$\": \"$$.Execution.Name\"|\"runId.$\": \"States.UUID()\"|not a reference path",
                "\"runId.$\": \"$$.Execution.Name\"|\"runId.$\": \"Name\"|not a reference path",
                "\"Resource\": \"arn:aws:states:::lambda:invoke\"|\"Resource\": \"arn:aws:states:::lambda:invoke.waitForTaskToken\"|not implemented",
                "\"ExecutionType\": \"STANDARD\"|\"ExecutionType\": \"EXPRESS\"|not implemented: \"EXPRESS\"",
                "\"Mode\": \"DISTRIBUTED\"|\"Mode\": \"INLINE\"|not implemented: \"INLINE\"",
                "\"InputType\": \"JSON\"|\"InputType\": \"JSONL\"|not implemented: \"JSONL\"",
                "\"Label\": \"Chunks\"|\"Label\": \"All the chunks of this run\"|at most 40 letters",
                "\"Label\": \"Chunks\"|\"Label\": \"Chunks\", \"ItemBatcher\": {}|not implemented: ItemBatcher",
                "\"Label\": \"Chunks\"|\"Label\": \"Chunks\", \"ToleratedFailurePercentage\": 1|not implemented: Tolerated",
                "\"MaxConcurrencyPath\": \"$.plan.answer.concurrency\"|\"MaxConcurrency\": 100|lacks MaxConcurrencyPath",
                "\"ErrorEquals\": [ \"States.ALL\" ]|\"ErrorEquals\": [ \"States.ALL\", \"X\" ]|must stand alone",
                "\"ErrorEquals\": [ \"States.ALL\" ]|\"ErrorEquals\": []|names no error",
                "\"End\": true|\"End\": false|either Next or End",
                "\"StringEquals\": \"PROBE\"|\"StringMatches\": \"PRO*\"|lacks StringEquals",
                "\"JitterStrategy\": \"FULL\"|\"JitterStrategy\": \"HALF\"|not implemented: \"HALF\"",
                "\"BooleanEquals\": true|\"BooleanEquals\": \"true\"|compares with",
            })
    void aBrokenDefinitionIsRefused(String there, String instead, String says) {
        assertThat(definition).contains(there);
        String broken = definition.replaceFirst(
                java.util.regex.Pattern.quote(there), java.util.regex.Matcher.quoteReplacement(instead));
        assertThatThrownBy(() -> new StrictRunner(broken, world, random))
                .isInstanceOf(AslException.class)
                .hasMessageContaining(says);
    }

    @Test
    void aRunPlansProcessesEachChunkAndCommits() {
        StrictRunner.Ended ended = run();
        assertThat(ended.status()).isEqualTo(StrictRunner.Status.SUCCEEDED);
        assertThat(ended.trail())
                .containsExactly("Plan", "WhatIsToDo", "ProcessChunks", "Commit", "IsCommitted", "Done");
        assertThat(world.chunks).containsOnlyKeys("0", "1", "2");
        assertThat(world.objects.keySet()).anyMatch(key -> key.endsWith("/SUCCEEDED_0.json"));
    }

    @Test
    void aCommitThatNeedsMoreTimeIsCalledAgainAndTheNextRunIsStartedWhenDue() {
        world.answers.put(
                "${CommitFunction}",
                new ArrayList<>(List.of(
                        "{\"kind\":\"MORE\"}", "{\"kind\":\"MORE\"}", "{\"kind\":\"COMMITTED\",\"due\":true}")));
        StrictRunner.Ended ended = run();
        assertThat(ended.status()).isEqualTo(StrictRunner.Status.SUCCEEDED);
        assertThat(ended.trail()).containsSubsequence("Commit", "IsCommitted", "Commit", "StartNext", "Done");
        assertThat(world.calls.get("${CommitFunction}")).hasValue(3);
        assertThat(world.calls.get("${TriggerFunction}")).hasValue(1);
    }

    @Test
    void aPoisonedChunkEndsInAbortWhoseWordsAreTheExecutionsCause() {
        world.poisoned = "1";
        StrictRunner.Ended ended = run();
        assertThat(ended.status()).isEqualTo(StrictRunner.Status.FAILED);
        assertThat(ended.trail()).containsSubsequence("ProcessChunks", "Abort", "IsAborted", "Failed");
        assertThat(ended.error()).isEqualTo("dev.tidemark.X");
        assertThat(ended.cause()).isEqualTo("what the chunk said");
        assertThat(world.calls).doesNotContainKey("${CommitFunction}");
        assertThat(world.objects.keySet()).anyMatch(key -> key.endsWith("/FAILED_0.json"));
    }

    @Test
    void anAbortThatFindsACommittedRunEndsWell() {
        world.failures.put("${CommitFunction}", new ArrayList<>(List.of(new FunctionFailure("dev.tidemark.Y", "no"))));
        world.answers.put("${AbortFunction}", new ArrayList<>(List.of("{\"kind\":\"COMMITTED\"}")));
        assertThat(run().status()).isEqualTo(StrictRunner.Status.SUCCEEDED);
    }

    @Test
    void throttlingIsRetriedInVirtualTimeAndAnErrorWithoutRetrierIsNot() {
        FunctionFailure throttled = new FunctionFailure("Lambda.TooManyRequestsException", "slow down");
        world.failures.put("${PlanFunction}", new ArrayList<>(List.of(throttled, throttled, throttled)));
        Instant before = world.now();
        assertThat(run().status()).isEqualTo(StrictRunner.Status.SUCCEEDED);
        assertThat(Duration.between(before, world.now()))
                .isGreaterThan(Duration.ZERO)
                .isLessThan(Duration.ofSeconds(2 + 4 + 8));

        world.failures.put("${PlanFunction}", new ArrayList<>(List.of(new FunctionFailure("dev.tidemark.Z", "bad"))));
        world.calls.clear();
        assertThat(run().status()).isEqualTo(StrictRunner.Status.FAILED);
        assertThat(world.calls.get("${PlanFunction}")).hasValue(1);
    }

    /// The twin with `Default` took whatever a commit said for success.
    @Test
    void aCommitThatAnswersNeitherCommittedNorNothingToDoDoesNotSucceed() {
        world.answers.put("${CommitFunction}", new ArrayList<>(List.of("{\"kind\":\"PUBLISHING\",\"due\":false}")));
        StrictRunner.Ended ended = run();
        assertThat(ended.status()).isEqualTo(StrictRunner.Status.FAILED);
        assertThat(ended.error()).isEqualTo("States.NoChoiceMatched");
    }

    /// `Default` is for values that no rule matches. A path that leads nowhere ends the execution, and nobody catches
    /// it
    /// (Amazon States Language, "Choice": `States.Runtime`).
    @Test
    void aChoiceWhoseVariableIsNotThereEndsTheExecutionUncaughtAlsoWithADefault() {
        world.answers.put("${CommitFunction}", new ArrayList<>(List.of("{\"kind\":\"COMMITTED\"}")));
        StrictRunner.Ended ended = run();
        assertThat(ended.status()).isEqualTo(StrictRunner.Status.FAILED);
        assertThat(ended.error()).isEqualTo(StateFailure.RUNTIME);
        assertThat(ended.trail()).endsWith("Commit", "IsCommitted");

        world.answers.put("${CommitFunction}", new ArrayList<>(List.of("{\"kind\":\"COMMITTED\",\"due\":false}")));
        assertThat(run().trail()).endsWith("IsCommitted", "Done");
    }

    @Test
    void aPayloadOverTheLimitEndsTheExecutionUncaught() {
        world.answers.put(
                "${PlanFunction}",
                new ArrayList<>(List.of("{\"kind\":\"PLANNED\",\"chunks\":\"%s\"}"
                        .formatted("x".repeat(StrictRunner.MOST_PAYLOAD_BYTES)))));
        StrictRunner.Ended ended = run();
        assertThat(ended.error()).isEqualTo(StateFailure.DATA_LIMIT);
        assertThat(ended.trail()).containsExactly("Plan");
    }

    @Test
    void aStoppedExecutionCallsNothingMore() {
        world.stopAtChunk = "2";
        StrictRunner.Ended ended = run();
        assertThat(ended.status()).isEqualTo(StrictRunner.Status.ABORTED);
        assertThat(world.calls).doesNotContainKeys("${AbortFunction}", "${CommitFunction}");
    }

    @Test
    void aChunkListThatIsNotThereFailsTheMap() {
        world.objects.clear();
        StrictRunner.Ended ended = run();
        assertThat(ended.trail()).containsSubsequence("ProcessChunks", "Abort");
        assertThat(world.aborts).singleElement().asString().contains("States.ItemReaderFailed");
    }

    @Test
    void anExecutionThatTakesTooLongTimesOut() {
        world.answers.put(
                "${CommitFunction}", new ArrayList<>(java.util.Collections.nCopies(300, "{\"kind\":\"MORE\"}")));
        world.slow = Duration.ofMinutes(10);
        assertThat(run().status()).isEqualTo(StrictRunner.Status.TIMED_OUT);
    }

    private StrictRunner.Ended run() {
        ObjectNode input = StateMachineReader.JSON.createObjectNode();
        input.put("job", "birdstrikes");
        input.putObject("request");
        return new StrictRunner(definition, world, random).run("01RUN", input);
    }

    /// Functions that answer what a test told them to.
    private static final class Scripted implements World {

        final Map<String, AtomicInteger> calls = new HashMap<>();
        final Map<String, List<String>> answers = new HashMap<>();
        final Map<String, List<FunctionFailure>> failures = new HashMap<>();
        final Map<String, AtomicInteger> chunks = new HashMap<>();
        final Map<String, byte[]> objects = new HashMap<>();
        final List<JsonNode> aborts = new ArrayList<>();
        Duration slow = Duration.ZERO;
        String poisoned = "";
        String stopAtChunk = "";
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        Scripted() {
            objects.put("state/chunks.json", "[0,1,2]".getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public synchronized JsonNode invoke(String function, JsonNode payload) {
            calls.computeIfAbsent(function, name -> new AtomicInteger()).incrementAndGet();
            now = now.plus(slow);
            List<FunctionFailure> failing = failures.getOrDefault(function, List.of());
            if (!failing.isEmpty()) {
                throw failing.removeFirst();
            }
            String usual = switch (function) {
                case "${PlanFunction}" ->
                    "{\"kind\":\"PLANNED\",\"bucket\":\"state\",\"chunks\":\"chunks.json\",\"mapResults\":\"map\",\"concurrency\":2}";
                case "${ProcessFunction}" -> chunk(payload.get("chunk").asText());
                case "${CommitFunction}" -> "{\"kind\":\"COMMITTED\",\"due\":false}";
                case "${AbortFunction}" ->
                    "{\"kind\":\"ABORTED\",\"error\":\"dev.tidemark.X\",\"cause\":\"what the chunk said\"}";
                case "${TriggerFunction}" -> "{}";
                default -> throw new AssertionError(function);
            };
            if (function.equals("${AbortFunction}")) {
                aborts.add(payload);
            }
            List<String> told = answers.getOrDefault(function, List.of());
            return json(told.isEmpty() ? usual : told.removeFirst());
        }

        private String chunk(String chunk) {
            if (chunk.equals(poisoned)) {
                throw new FunctionFailure("dev.tidemark.X", "what the chunk said");
            }
            if (chunk.equals(stopAtChunk)) {
                throw new ExecutionStopped();
            }
            chunks.computeIfAbsent(chunk, number -> new AtomicInteger()).incrementAndGet();
            return "{}";
        }

        private static JsonNode json(String text) {
            try {
                return StateMachineReader.JSON.readTree(text);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public byte @Nullable [] object(String bucket, String key) {
            return objects.get(bucket + "/" + key);
        }

        @Override
        public void write(String bucket, String key, byte[] bytes) {
            objects.put(bucket + "/" + key, bytes);
        }

        @Override
        public synchronized Instant now() {
            return now;
        }

        @Override
        public synchronized void pass(Duration time) {
            now = now.plus(time);
        }
    }
}
