package dev.tidemark.integration.lambda;

import static dev.tidemark.integration.lambda.Birdstrikes.JOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.integration.MotoStage;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.run.Head;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;

/// The same scenarios on moto's S3, DynamoDB and Glue, by the ports on AWS.
@Tag("aws")
@Tag("s3")
final class MotoEndToEndIT extends EndToEndScenarios {

    private static MotoServer moto;

    private @Nullable MotoStage stage;

    @TempDir
    private Path temporary;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        moto = MotoServer.start(Path.of("target", "moto-logs", "MotoEndToEndIT.log"));
    }

    @AfterAll
    static void stop() {
        moto.close();
    }

    @Override
    VirtualStage stage(Random random) {
        try {
            // Tables of the catalog have one name in all tests.
            moto.reset();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
        MotoStage fresh = MotoStage.fresh(moto);
        stage = fresh;
        return new MotoAws(fresh, random, temporary);
    }

    /// A takeover that did not abort the old run: the conditions of Decide refuse it all the same. Their broken twin,
    /// a transaction without conditions (PROTOCOL, mistakes M09 and M10), gives the job to the run that lost it.
    @Test
    void aTwinWhoseDecideComparesNothingLetsInTheRunThatLostTheJob() throws Exception {
        lake.manyChunks();
        String old = workedOn("old");
        aws.pass(Duration.ofHours(25));
        String holder = workedOn("holder");
        reopen(old);

        assertThatThrownBy(() -> aws.invoke("CommitFunction", Messages.step(old)))
                .isInstanceOfSatisfying(
                        FunctionFailure.class,
                        failure -> assertThat(failure.errorType()).isEqualTo("dev.tidemark.run.LostJobException"));
        assertThat(aws.state(JOB).head().runId()).hasValue(holder);

        SdkTap.listen(new SdkTap.Ear() {
            @Override
            public SdkRequest changed(String call, SdkRequest request) {
                return request instanceof TransactWriteItemsRequest transaction
                        ? transaction.toBuilder()
                                .transactItems(transaction.transactItems().stream()
                                        .map(MotoEndToEndIT::withoutCondition)
                                        .toList())
                                .build()
                        : request;
            }

            @Override
            public void before(String call, SdkRequest request) {
                if (call.equals("s3.CompleteMultipartUpload")) {
                    throw new Halt(call);
                }
            }
        });
        try {
            assertThatThrownBy(() -> aws.invoke("CommitFunction", Messages.step(old)))
                    .hasMessageContaining("s3.CompleteMultipartUpload");
        } finally {
            SdkTap.silence();
        }
        Head head = aws.state(JOB).head();
        assertThat(head.state()).isEqualTo(Head.State.PUBLISHING);
        assertThat(head.record()).as("of the run that lost it").get().asString().contains(old);
    }

    /// DynamoDB refuses values that no expression names: those of the update stay, and with them what it names.
    private static TransactWriteItem withoutCondition(TransactWriteItem item) {
        Update update = item.update();
        if (update == null) {
            return item;
        }
        String text = update.updateExpression();
        return item.toBuilder()
                .update(update.toBuilder()
                        .conditionExpression(null)
                        .expressionAttributeNames(named(update.expressionAttributeNames(), text))
                        .expressionAttributeValues(named(update.expressionAttributeValues(), text))
                        .build())
                .build();
    }

    private static <T> Map<String, T> named(Map<String, T> all, String text) {
        List<String> words = List.of(text.split("[^#:A-Za-z0-9_]+"));
        return all.entrySet().stream()
                .filter(entry -> words.contains(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private void reopen(String runId) {
        MotoStage own = Objects.requireNonNull(stage);
        Map<String, AttributeValue> run = new TreeMap<>(own.item(JOB, "run#" + runId));
        run.put("state", AttributeValue.fromS("PLANNED"));
        own.putItem(JOB, "run#" + runId, run);
    }
}
