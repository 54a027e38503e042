package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The packaged command runs birdstrikes' job file, byte for byte, with `lake` in S3: `--on aws` against moto.
@Tag("aws")
@Tag("s3")
final class AwsExampleIT {

    private static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());
    private static final Path EXAMPLE = HOUSE.resolve("examples/birdstrikes");

    private static final String JOB = "birdstrikes";
    private static final String CURATED = "lake/curated/";

    @TempDir
    private Path folder;

    private MotoServer moto;
    private MotoStage stage;

    @BeforeEach
    void aStageAndALake() throws IOException, InterruptedException {
        moto = MotoServer.start(Path.of("target", "moto-logs", "AwsExampleIT.log"));
        stage = MotoStage.fresh(moto);
        stage.putAll(EXAMPLE, "lake/raw");
    }

    @AfterEach
    void stop() {
        stage.close();
        moto.close();
    }

    @Test
    void theSameJobFileMakesInS3WhatDuckDbMakesAndASecondRunHasNothingToDo() throws Exception {
        assertThat(run(0))
                .contains("\"status\":\"COMMITTED\"", "\"s3.CreateMultipartUpload\":12,", "\"s3.UploadPart\":12")
                .doesNotContain("\"usd\":0,", "\"usd\":0.0,");

        assertThat(stage.download(CURATED + "birdstrikes/", folder)).hasSizeGreaterThan(10);
        assertThat(differences()).isEmpty();
        assertThat(stage.uploads()).isEmpty();
        assertThat(stage.registered("lake", JOB)).containsExactlyInAnyOrderElementsOf(folders());

        Map<String, String> published = stage.etags(CURATED);
        assertThat(run(0)).contains("\"status\":\"NOTHING_TO_DO\"");
        assertThat(stage.etags(CURATED)).isEqualTo(published);

        // A new object is the next run's only one.
        stage.put(
                stage.lake(),
                "lake/raw/birdstrikes/report_year=1995/zz-late.csv",
                Files.readAllBytes(anyFile("report_year=1995")));
        assertThat(run(0)).contains("\"status\":\"COMMITTED\"", "\"new\":1,", "\"alreadyProcessed\":44,");
    }

    /// The broken twin: a published file that is left out of the comparison is missed.
    @Test
    void aTwinThatLosesOnePublishedFileIsCaught() throws Exception {
        run(0);
        String lost = stage.etags(CURATED).firstKey();
        stage.s3().deleteObject(request -> request.bucket(stage.lake()).key(lost));

        stage.download(CURATED + "birdstrikes/", folder);
        assertThat(differences()).isNotEmpty();
    }

    @Test
    void whileAnotherRunHoldsTheJobNothingIsDoneAndAMarkIsLeft() throws Exception {
        stage.putItem(JOB, "head", head(Long.MAX_VALUE / 2));

        assertThat(run(3)).contains("\"status\":\"BUSY\"", "01ARZ3NDEKTSV4RRFFQ69G5FAV");
        assertThat(stage.item(JOB, "head")).containsEntry("mark", AttributeValue.fromN("1"));
        assertThat(stage.etags(CURATED)).isEmpty();
    }

    /// A shell that was killed: its lease is over, nobody renews it.
    @Test
    void aDeadClaimIsTakenOver() throws Exception {
        stage.putItem(JOB, "head", head(1));
        stage.putItem(JOB, "run#01ARZ3NDEKTSV4RRFFQ69G5FAV", Map.of("state", AttributeValue.fromS("CLAIMED")));

        assertThat(run(0)).contains("\"status\":\"COMMITTED\"");
    }

    private static Map<String, AttributeValue> head(long leaseUntil) {
        return Map.of(
                "state", AttributeValue.fromS("CLAIMED"),
                "runId", AttributeValue.fromS("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
                "generation", AttributeValue.fromN("0"),
                "leaseUntil", AttributeValue.fromN(Long.toString(leaseUntil)));
    }

    private static Path anyFile(String year) throws IOException {
        try (Stream<Path> files =
                Files.list(EXAMPLE.resolve("lake/raw/birdstrikes").resolve(year))) {
            return files.sorted().findFirst().orElseThrow();
        }
    }

    /// @return what the command printed
    private String run(int exit) throws IOException, InterruptedException {
        Path out = folder.resolve("out.json");
        Path err = folder.resolve("err.txt");
        ProcessBuilder command = new ProcessBuilder(
                        HOUSE.resolve("tidemark").toString(),
                        "run",
                        EXAMPLE.resolve("job.yaml").toString(),
                        "--on",
                        "aws",
                        "--stage",
                        stage.name(),
                        "--set",
                        "lake=s3://" + stage.lake() + "/lake",
                        "--json")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().putAll(moto.environment());
        Process process = command.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("ended in time").isTrue();
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue())
                .as(printed + Files.readString(err, StandardCharsets.UTF_8))
                .isEqualTo(exit);
        return printed;
    }

    private List<String> differences() throws Exception {
        return new CompareWithDuckDb(EXAMPLE.resolve("expected.sql"), folder.resolve("lake/curated/birdstrikes"))
                .differences();
    }

    private List<String> folders() {
        return stage.etags(CURATED).keySet().stream()
                .map(key -> "s3://" + stage.lake() + "/" + key.substring(0, key.lastIndexOf('/') + 1))
                .distinct()
                .toList();
    }
}
