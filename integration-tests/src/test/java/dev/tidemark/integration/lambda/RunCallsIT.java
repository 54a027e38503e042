package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.integration.MotoStage;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.glue.model.BatchCreatePartitionRequest;

/// The calls of a run are those of the formula, at sizes that differ in one variable each (RunCalls).
@Tag("aws")
final class RunCallsIT {

    private static final int ROW_BYTES = 100;

    private static MotoServer moto;

    @TempDir
    private Path temporary;

    private MotoStage stage;
    private MotoAws aws;

    /// Whether an entry of each batch of partitions is lost.
    private boolean lost;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        moto = MotoServer.start(Path.of("target", "moto-logs", "RunCallsIT.log"));
    }

    @AfterAll
    static void stop() {
        moto.close();
    }

    @BeforeEach
    void aStage() throws IOException, InterruptedException {
        moto.reset();
        stage = MotoStage.fresh(moto);
        aws = new MotoAws(stage, new NeverTwice(), temporary);
    }

    @AfterEach
    void close() {
        SdkTap.silence();
        stage.close();
    }

    /// A run over so many objects, after one that made the table; and what its calls are by the formula.
    private record Measured(Map<String, Long> calls, RunCalls formula) {}

    /// @param objectsAChunk of one size each
    private Measured run(int objects, int partitions, int objectsAChunk) {
        TinyJob.deploy(aws);
        put("d=seed/a.csv", "seed");
        assertThat(aws.run("tiny").status()).isEqualTo(StrictRunner.Status.SUCCEEDED);
        aws.store = store -> new LargeObjects(store, aws.lake() + "in/d=p", (128L << 20) / objectsAChunk);
        for (int object = 0; object < objects; object++) {
            put("d=p%03d/o%04d.csv".formatted(object % partitions, object / partitions), Integer.toString(object));
        }
        Counts counts = new Counts(lost);
        aws.calls.clear();
        SdkTap.listen(counts);
        StrictRunner.Ended ended = aws.run("tiny");
        SdkTap.silence();
        assertThat(ended.status()).as("%s %s", ended.error(), ended.cause()).isEqualTo(StrictRunner.Status.SUCCEEDED);
        int files = aws.names(aws.lake() + "out/").size() - 1;
        RunCalls formula = new RunCalls(objects + 1, objects, objects / objectsAChunk, files, partitions);
        assertThat(aws.calls).hasSize((int) formula.invocations());
        assertThat(ended.trail()).hasSize((int) (formula.transitions() - formula.chunks()));
        assertThat(aws.partitions("lake", "tiny")).hasSize(partitions + 1);
        System.out.println("RunCallsIT: %s makes %s".formatted(formula, counts.counts));
        return new Measured(counts.counts, formula);
    }

    private void put(String name, String text) {
        String row = "name,number\n" + text + ",1";
        aws.put(aws.lake() + "in/" + name, row + "0".repeat(ROW_BYTES - 1 - row.length()) + "\n");
    }

    private void isThatOfTheFormula(int objects, int partitions, int objectsAChunk) {
        Measured measured = run(objects, partitions, objectsAChunk);
        assertThat(measured.calls).isEqualTo(measured.formula.counts());
    }

    @Test
    void atTheSmallestSize() {
        isThatOfTheFormula(12, 6, 4);
    }

    @Test
    void withMoreObjectsInAsManyChunksAndPartitions() {
        isThatOfTheFormula(24, 6, 8);
    }

    @Test
    void withMorePartitionsOfAsManyObjectsAndChunks() {
        isThatOfTheFormula(12, 12, 4);
    }

    @Test
    void withMoreChunksOfAsManyObjectsAndPartitions() {
        isThatOfTheFormula(12, 6, 2);
    }

    /// A partition's objects in two chunks: a file each.
    @Test
    void withMoreFilesThanPartitions() {
        isThatOfTheFormula(12, 6, 1);
    }

    /// Three batches of partitions, none of more entries than Glue takes; moto would take them all at once.
    @Test
    void withThreeHundredPartitions() {
        Measured measured = run(300, 300, 100);
        assertThat(measured.calls).isEqualTo(measured.formula.counts()).containsEntry("glue.BatchCreatePartition", 3L);
        assertThat(rows()).hasSize(301).doesNotHaveDuplicates();
    }

    private List<String> rows() {
        return aws.names(aws.lake() + "out/").stream()
                .flatMap(name -> aws.text(name).lines())
                .toList();
    }

    /// The broken twin: somebody looks at an object once more than is needed.
    @Test
    void aTwinThatCallsOnceMoreIsCaught() {
        aws.around = (function, payload, instance) -> {
            if (function.equals("Commit")) {
                var _ = aws.plain().objects().head(aws.lake() + "in/d=seed/a.csv");
            }
            return aws.direct(function, payload, instance);
        };
        Measured measured = run(12, 6, 4);
        Map<String, Long> oneMore = new TreeMap<>(measured.formula.counts());
        oneMore.merge("s3.HeadObject", 1L, Long::sum);
        assertThat(measured.calls).isNotEqualTo(measured.formula.counts()).isEqualTo(oneMore);
    }

    /// The broken twin of the registration: an entry of a batch is lost, and the run commits all the same.
    @Test
    void aTwinThatLosesOnePartitionOfThreeHundredIsCaught() {
        lost = true;
        assertThatThrownBy(() -> run(300, 300, 100))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("301");
    }

    /// Counts Tidemark's calls.
    private static final class Counts implements SdkTap.Ear {

        private final Map<String, Long> counts = new TreeMap<>();
        private final boolean lost;

        Counts(boolean lost) {
            this.lost = lost;
        }

        @Override
        public SdkRequest changed(String call, SdkRequest request) {
            return lost && request instanceof BatchCreatePartitionRequest batch
                    ? batch.toBuilder()
                            .partitionInputList(batch.partitionInputList()
                                    .subList(1, batch.partitionInputList().size()))
                            .build()
                    : request;
        }

        @Override
        public synchronized void before(String call, SdkRequest request) {
            counts.merge(call, 1L, Long::sum);
            if (request instanceof BatchCreatePartitionRequest batch) {
                assertThat(batch.partitionInputList()).hasSizeLessThanOrEqualTo(100);
            }
        }
    }
}
