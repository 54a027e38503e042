package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.bookmark.Segment;
import dev.tidemark.catalog.Table;
import dev.tidemark.integration.MotoStage;
import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.run.GenerationMissingException;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobState;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.glue.model.BatchCreatePartitionRequest;

/// The commit function's process is gone at a call of each kind, before the request is sent and when the answer is
/// there; of its transactions at both, the one that decides and the one that ends it. What comes out in the end is what
/// comes out when nothing happens: the same rows, the same
/// versions in the bookmark, the same table and partitions.
@Tag("aws")
final class MotoCommitCrashIT {

    private static final String JOB = "tiny";
    private static final String TRANSACTION = "dynamodb.TransactWriteItems";

    private static MotoServer moto;

    @TempDir
    private Path temporary;

    private MotoStage stage;
    private MotoAws aws;
    private TinyJob tiny;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        moto = MotoServer.start(Path.of("target", "moto-logs", "MotoCommitCrashIT.log"));
    }

    @AfterAll
    static void stop() {
        moto.close();
    }

    /// Made anew for each run; with the same names each time, so that bookmarks may be compared.
    @BeforeEach
    void fresh() throws IOException, InterruptedException {
        if (stage != null) {
            stage.close();
        }
        moto.reset();
        stage = new MotoStage(moto, "crash", "lake");
        aws = new MotoAws(stage, new Random(1), temporary);
        tiny = new TinyJob(aws);
    }

    @AfterEach
    void close() {
        SdkTap.silence();
        stage.close();
    }

    /// Who goes on after the crash; nobody is told of it.
    private enum By {
        SWEEP,
        NEXT_RUN
    }

    /// @param call  of this kind
    /// @param which of them, from 1
    private record Point(String call, int which, boolean afterEffect) {}

    /// What is there when the job has come to rest.
    private record Outcome(List<String> rows, TreeSet<ObjectVersion> bookmark, Table table, List<String> partitions) {}

    @Test
    void whereverACommitCrashesTheEndIsThatOfAnUndisturbedRun() throws Exception {
        int crashes = 0;
        for (By by : By.values()) {
            fresh();
            Commits calls = new Commits(null);
            Outcome undisturbed = carriedOut(by, calls);
            assertThat(undisturbed.rows).isEqualTo(tiny.expected());
            assertThat(undisturbed.bookmark).hasSize(tiny.expected().size());
            for (Point point : points(calls)) {
                fresh();
                Commits crash = new Commits(point);
                Outcome outcome = carriedOut(by, crash);
                assertThat(crash.dead).as("%s is reached", point).isTrue();
                assertThat(outcome).as("%s, finished by %s", point, by).isEqualTo(undisturbed);
                crashes++;
            }
        }
        System.out.println("MotoCommitCrashIT: " + crashes + " crashes");
        assertThat(crashes).isGreaterThanOrEqualTo(40);
    }

    private static List<Point> points(Commits calls) {
        assertThat(calls.counts.keySet())
                .contains(
                        "dynamodb.GetItem",
                        "dynamodb.UpdateItem",
                        TRANSACTION,
                        "glue.BatchCreatePartition",
                        "glue.CreateTable",
                        "s3.CompleteMultipartUpload",
                        "s3.GetObject",
                        "s3.PutObject");
        List<Point> points = new ArrayList<>();
        assertThat(calls.counts).containsEntry(TRANSACTION, 2);
        calls.counts.keySet().forEach(call -> {
            for (int which : call.equals(TRANSACTION) ? List.of(1, 2) : List.of(1)) {
                points.add(new Point(call, which, false));
                points.add(new Point(call, which, true));
            }
        });
        return points;
    }

    /// A run whose commit is listened to, and all that follows until the job is at rest.
    private Outcome carriedOut(By by, Commits commits) {
        aws.statusRule = false;
        aws.around = (function, payload, instance) -> {
            if (!function.equals("Commit")) {
                return aws.direct(function, payload, instance);
            }
            SdkTap.listen(commits);
            try {
                return aws.direct(function, payload, instance);
            } catch (FunctionFailure failure) {
                throw commits.dead ? new ExecutionStopped() : failure;
            } finally {
                SdkTap.silence();
            }
        };
        var _ = aws.run(JOB);
        aws.around = aws::direct;
        if (by == By.NEXT_RUN) {
            tiny.produce("d=2/late.csv");
            var _ = aws.run(JOB);
        }
        aws.sweepUntilQuiet(JOB);
        if (by == By.NEXT_RUN) {
            // One that came while the dead run held the job has read everything by now, or this one does.
            var _ = aws.run(JOB);
        }
        return outcome();
    }

    private Outcome outcome() {
        JobState state = aws.state(JOB);
        Head head = state.head();
        assertThat(head.state()).isEqualTo(Head.State.IDLE);
        assertThat(aws.hidden()).isEmpty();
        assertThat(aws.toldOf()).isEqualTo(aws.committed(JOB)).isNotEmpty();
        TreeSet<ObjectVersion> versions = new TreeSet<>();
        FlowState flow = state.generation(head.generation()).flow("f");
        for (String name : flow.segments()) {
            Segment segment = Segment.decode(name, state.object(name));
            for (int i = 0; i < segment.count(); i++) {
                versions.add(segment.get(i));
            }
        }
        Table table = aws.plain().catalog().table("lake", JOB).orElseThrow().atVersion(0);
        List<String> partitions = new ArrayList<>();
        aws.partitions("lake", JOB).forEach(partition -> partitions.add(partition.toString()));
        Collections.sort(partitions);
        return new Outcome(tiny.rows(), versions, table, partitions);
    }

    /// The broken twin of the claim (PROTOCOL, mistake M15): who finds a commit that was decided sets the run aside and
    /// begins anew. Its files come out twice.
    @Test
    void aTwinThatTakesOverADecidedCommitReadsEverythingTwice() throws Exception {
        fresh();
        Outcome undisturbed = carriedOut(By.SWEEP, new Commits(null));
        fresh();
        Commits crash = new Commits(new Point("glue.BatchCreatePartition", 1, false));
        aws.statusRule = false;
        aws.around = (function, payload, instance) -> {
            if (!function.equals("Commit")) {
                return aws.direct(function, payload, instance);
            }
            SdkTap.listen(crash);
            try {
                return aws.direct(function, payload, instance);
            } finally {
                SdkTap.silence();
                forget(payload.path("runId").asText());
            }
        };
        var _ = aws.run(JOB);
        aws.around = aws::direct;
        var _ = aws.run(JOB);
        assertThat(outcome().rows).hasSize(2 * undisturbed.rows.size());
    }

    private void forget(String runId) {
        stage.putItem(
                JOB, "head", Map.of("state", AttributeValue.fromS("IDLE"), "generation", AttributeValue.fromN("0")));
        stage.putItem(JOB, "run#" + runId, Map.of("state", AttributeValue.fromS("ABORTED")));
    }

    /// The broken twin of the bookmark (M27, head and generation apart): the transaction that ends a commit makes no
    /// generation. The comparison of bookmarks misses it.
    @Test
    void aTwinThatEndsACommitWithoutItsGenerationIsCaught() throws Exception {
        fresh();
        SdkTap.Ear twin = new SdkTap.Ear() {
            @Override
            public SdkRequest changed(String call, SdkRequest request) {
                return request instanceof TransactWriteItemsRequest transaction
                        ? transaction.toBuilder()
                                .transactItems(transaction.transactItems().stream()
                                        .filter(item -> !makesGeneration(item))
                                        .toList())
                                .build()
                        : request;
            }
        };
        SdkTap.listen(twin);
        var _ = aws.run(JOB);
        SdkTap.silence();
        assertThatThrownBy(this::outcome).isInstanceOf(GenerationMissingException.class);
    }

    private static boolean makesGeneration(TransactWriteItem item) {
        return item.put() != null
                && Objects.requireNonNull(item.put().item().get("sk")).s().startsWith("gen#");
    }

    /// The broken twin of the catalog (M24): an entry of a batch is lost, and nobody notices.
    @Test
    void aTwinThatLosesAnEntryOfABatchOfPartitionsIsCaught() throws Exception {
        fresh();
        Outcome undisturbed = carriedOut(By.SWEEP, new Commits(null));
        fresh();
        SdkTap.listen(new SdkTap.Ear() {
            @Override
            public SdkRequest changed(String call, SdkRequest request) {
                return request instanceof BatchCreatePartitionRequest batch
                        ? batch.toBuilder()
                                .partitionInputList(batch.partitionInputList()
                                        .subList(1, batch.partitionInputList().size()))
                                .build()
                        : request;
            }
        });
        var _ = aws.run(JOB);
        SdkTap.silence();
        Outcome outcome = outcome();
        assertThat(outcome.rows).isEqualTo(undisturbed.rows);
        assertThat(outcome.partitions).isNotEqualTo(undisturbed.partitions);
    }

    /// Counts a commit's calls, and dies at one of them: from then on no call of the process comes through.
    private static final class Commits implements SdkTap.Ear {

        private final Map<String, Integer> counts = new HashMap<>();
        private final Map<String, Integer> answered = new HashMap<>();
        private final @Nullable Point point;
        private boolean dead;

        Commits(@Nullable Point point) {
            this.point = point;
        }

        @Override
        public synchronized void before(String call, SdkRequest request) {
            if (dead) {
                throw new Halt(call);
            }
            die(call, counts.merge(call, 1, Integer::sum), false);
        }

        @Override
        public synchronized void after(String call) {
            die(call, answered.merge(call, 1, Integer::sum), true);
        }

        private void die(String call, int which, boolean afterEffect) {
            if (new Point(call, which, afterEffect).equals(point)) {
                dead = true;
            }
            if (dead) {
                throw new Halt(call);
            }
        }
    }
}
