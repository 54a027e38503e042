package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.integration.JobAsset;
import dev.tidemark.integration.MotoStage;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.lambda.RunIds;
import dev.tidemark.lambda.WireVersionException;
import dev.tidemark.run.RunEndedException;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.FunctionAnswer;
import dev.tidemark.testkit.FunctionProcess;
import dev.tidemark.testkit.MotoServer;
import dev.tidemark.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The functions as Lambda runs them: packages, flags and runtime interface client in child JVMs, moto as the store.
/// Measures what they take of the 1,769 MB of memory and the 512 MB of `/tmp` that a function has.
@Tag("aws")
final class LambdaRuntimeIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MB = 1 << 20;
    private static final long MOST_TEMPORARY = 512 * MB;
    private static final int OBJECT_BYTES = 128 << 20;
    private static final String HEADER = "Airport Name,Aircraft Make Model,Effect Amount of damage,Flight Date,"
            + "Aircraft Airline Operator,Origin State,Phase of flight,Wildlife Size,Wildlife Species,Time of day,"
            + "Cost Other,Cost Repair,Cost Total $,Speed IAS in knots\n";

    @TempDir
    private Path folder;

    private MotoServer moto;
    private MotoStage stage;
    private PackagedFunctions functions;

    @BeforeEach
    void aStage() throws IOException, InterruptedException {
        moto = MotoServer.start(Path.of("target", "moto-logs", "LambdaRuntimeIT.log"));
        stage = MotoStage.fresh(moto);
        stage.deploy(JobAsset.of(
                Files.readString(VirtualAws.HOUSE.resolve("examples/birdstrikes/job.yaml")),
                Map.of("lake", "s3://" + stage.lake())));
        functions = new PackagedFunctions(folder, stage);
    }

    @AfterEach
    void stop() {
        functions.close();
        stage.close();
        moto.close();
    }

    @Test
    void aRunOverOneChunkOf128MegabytesStaysWithinWhatAFunctionHas() throws IOException {
        Random random = Seeded.of("LambdaRuntimeIT").random();
        stage.put(stage.lake(), "raw/birdstrikes/report_year=1995/big.csv", strikes(random, OBJECT_BYTES));
        String runId = RunIds.of(Instant.now(), "packaged");

        StrictRunner.Ended ended = run(runId, random);

        assertThat(ended.status()).as("%s", ended).isEqualTo(Status.SUCCEEDED);
        List<String> chunks = functions.sent().stream()
                .filter(sent -> sent.function().equals("process"))
                .map(PackagedFunctions.Sent::message)
                .filter(message -> message.contains("\"kind\":\"chunk\""))
                .distinct()
                .toList();
        assertThat(chunks).as("128 MB are one chunk").hasSize(1);
        for (String name : List.of("plan", "process", "commit")) {
            within(name, functions.function(name));
        }
        assertThat(functions.function("process").temporaryNow())
                .as("nothing of the invocation is left but the native libraries")
                .isLessThan(10 * MB);

        // The same message again, as Lambda repeats it: the run is over.
        FunctionAnswer late = functions.send("process", chunks.getFirst());
        assertThat(late.failed()).isTrue();
        JsonNode error = JSON.readTree(late.body());
        assertThat(error.path("errorType").textValue()).isEqualTo(RunEndedException.class.getName());
        assertThat(error.path("errorMessage").textValue()).contains(runId);
        assertThat(PackagedFunctions.log("process"))
                .as("the line of the log names the error too")
                .contains("\"error\":\"" + RunEndedException.class.getName() + "\"");
    }

    private StrictRunner.Ended run(String runId, Random random) {
        ObjectNode input = JSON.createObjectNode().put("job", "birdstrikes");
        input.putObject("request");
        return new StrictRunner(VirtualAws.definition(), functions, random).run(runId, input);
    }

    /// EV-07: two calls of 400 MB in one process, of which the first throws when it has read most of it. It leaves
    /// neither files nor uploads, and the second finds room.
    @Test
    void afterACallThatThrewTheSameProcessTakesTheNextOne() throws IOException {
        Random random = Seeded.of("LambdaRuntimeIT").random();
        String key = "raw/birdstrikes/report_year=1995/big.csv.gz";
        byte[] packed = packed(random);
        stage.put(stage.lake(), key, Arrays.copyOf(packed, packed.length / 10 * 9));

        StrictRunner.Ended first = run(RunIds.of(Instant.now(), "first"), random);

        assertThat(first.status()).as("%s", first).isEqualTo(Status.FAILED);
        assertThat(first.error()).isEqualTo(UnreadableObjectException.class.getName());
        FunctionProcess process = functions.function("process");
        assertThat(process.temporaryNow()).isLessThan(10 * MB);
        assertThat(stage.uploads()).isEmpty();

        stage.put(stage.lake(), key, packed);
        StrictRunner.Ended second = run(RunIds.of(Instant.now(), "second"), random);

        assertThat(second.status()).as("%s", second).isEqualTo(Status.SUCCEEDED);
        assertThat(functions.function("process")).isSameAs(process);
        within("process, twice 400 MB", process);
        assertThat(process.temporaryNow()).isLessThan(10 * MB);
        assertThat(stage.uploads()).isEmpty();
    }

    /// 400 MB of text, the same rows over and over: small where it is stored.
    private static byte[] packed(Random random) throws IOException {
        byte[] rows = strikes(random, 24 << 10);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(rows);
            for (long size = rows.length; size < 400 * MB; size += rows.length - HEADER.length()) {
                out.write(rows, HEADER.length(), rows.length - HEADER.length());
            }
        }
        return packed.toByteArray();
    }

    private static void within(String name, FunctionProcess process) {
        System.out.printf(
                "LambdaRuntimeIT: %s took at most %,d MB of memory (of %,d) and %,d kB of temporary files%n",
                name, process.peakResident() / MB, PackagedFunctions.MEMORY_MB, process.peakTemporary() / 1_024);
        assertThat(process.peakResident())
                .as("%s, peak of resident memory", name)
                .isBetween(10 * MB, PackagedFunctions.MEMORY_MB * MB);
        assertThat(process.peakTemporary())
                .as("%s, peak of temporary files", name)
                .isLessThanOrEqualTo(MOST_TEMPORARY);
    }

    /// Rows of the example's columns, every flight year of the source in turns: all partitions are open at once.
    private static byte[] strikes(Random random, int bytes) {
        StringBuilder text = new StringBuilder(bytes);
        text.append(HEADER);
        while (text.length() < bytes - 400) {
            LocalDate day = LocalDate.of(1990 + random.nextInt(12), 1, 1).plusDays(random.nextInt(365));
            long cost = random.nextInt(4) == 0 ? random.nextInt(10_000_000) : 0;
            text.append(word(random)).append(" INTL ARPT,B-").append(random.nextInt(900));
            text.append(random.nextBoolean() ? ",None," : ",Minor,").append(day);
            text.append(",\"")
                    .append(word(random))
                    .append(", ")
                    .append(word(random))
                    .append("\",");
            text.append(word(random))
                    .append(",Climb,Small,")
                    .append(word(random))
                    .append(",Day,0,");
            text.append(cost)
                    .append(',')
                    .append(cost)
                    .append(',')
                    .append(random.nextInt(400))
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int letters = 3 + random.nextInt(12); letters > 0; letters--) {
            word.append((char) ('A' + random.nextInt(26)));
        }
        return word.toString();
    }

    @Test
    void aFailedInvocationIsLambdasErrorAndNamesOurs() throws IOException {
        for (String name : List.of("trigger", "plan", "process", "commit", "abort")) {
            FunctionAnswer answer = functions.send(name, "{\"wire\":99,\"kind\":\"sweep\",\"job\":\"birdstrikes\"}");

            assertThat(answer.failed()).as(name).isTrue();
            JsonNode error = JSON.readTree(answer.body());
            assertThat(error.path("errorType").textValue()).as(name).isEqualTo(WireVersionException.class.getName());
            assertThat(error.path("errorMessage").textValue()).as(name).contains("99");
            assertThat(error.path("stackTrace").isArray()).as(name).isTrue();
        }
    }

    /// The broken twin of the limits: a handler that keeps what it reads is measured above both.
    @Test
    void aHandlerThatKeepsAWholeObjectIsFoundAboveBothLimits() throws IOException {
        Path temporary = Files.createDirectories(folder.resolve("hoarding"));
        FunctionProcess.Start start = PackagedFunctions.start(
                "hoarding",
                HoardingHandler.class.getName(),
                Path.of("target", "test-classes").toAbsolutePath(),
                PackagedFunctions.limited(4 * PackagedFunctions.MEMORY_MB),
                Map.of("JAVA_TOOL_OPTIONS", PackagedFunctions.flags("process")),
                temporary);
        try (FunctionProcess hoarding = FunctionProcess.start(start)) {
            assertThat(hoarding.invoke("620", Duration.ofMinutes(2)).failed()).isFalse();
            assertThat(hoarding.peakResident()).isGreaterThan(PackagedFunctions.MEMORY_MB * MB);
            assertThat(hoarding.peakTemporary()).isGreaterThan(MOST_TEMPORARY);
        }
    }
}
