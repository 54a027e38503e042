package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.lambda.RunIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Each request and answer between the state machine and the functions, by golden files in
/// `src/test/resources/wire`: what another version wrote must go on being read. `-Dtidemark.golden=write`
/// writes them again.
final class WireFormatsTest {

    private static final Path FOLDER = Path.of("src/test/resources/wire");

    private final Map<String, ObjectNode> seen = new TreeMap<>();

    @Test
    void requestsAndAnswersAreThoseOfTheGoldenFiles() throws IOException {
        aRunWhileSomebodyComesAndOneThatFails();
        aRunThatReadsNothing();
        aRunWhoseObjectsAreGone();
        aCommitThatNeedsMoreTime();
        everyMessageToTheTrigger();
        compare();
    }

    private VirtualStage.Around recorded(VirtualAws aws) {
        return (function, payload, instance) -> {
            JsonNode answer = aws.direct(function, payload, instance);
            keep(function, payload, answer);
            return answer;
        };
    }

    private void aRunWhileSomebodyComesAndOneThatFails() {
        VirtualAws aws = new VirtualAws(new Random(1));
        TinyJob tiny = new TinyJob(aws);
        VirtualStage.Around recorded = recorded(aws);
        // Somebody comes meanwhile, so that the next run is started.
        AtomicBoolean came = new AtomicBoolean();
        aws.around = (function, payload, instance) -> {
            if (function.equals("Commit") && came.compareAndSet(false, true)) {
                var _ = aws.direct(
                        "Trigger",
                        VirtualAws.json(
                                "{\"wire\":1,\"kind\":\"object\",\"job\":\"tiny\",\"bucket\":\"b\",\"key\":\"k\"}"),
                        0);
            }
            return recorded.invoke(function, payload, instance);
        };
        assertThat(aws.run("tiny").error()).isNull();
        aws.pass(Duration.ofMinutes(1));

        // While a run holds the job another is busy; then it is stopped.
        aws.around = (function, payload, instance) -> {
            if (function.equals("Commit")) {
                String busy = RunIds.of(aws.now(), "busy");
                ObjectNode plan = Messages.step(busy).put("job", "tiny");
                plan.putObject("request").put("mode", "enable");
                var _ = recorded.invoke("Plan", plan, 0);
                throw new FunctionFailure("dev.tidemark.run.LostJobException", "words");
            }
            return recorded.invoke(function, payload, instance);
        };
        tiny.produce("d=1/late.csv");
        assertThat(aws.run("tiny").error()).isEqualTo("dev.tidemark.run.LostJobException");
        var _ = recorded.invoke("Trigger", VirtualAws.json("{\"wire\":1,\"kind\":\"sweep\"}"), 0);
    }

    private void aRunThatReadsNothing() {
        VirtualAws aws = new VirtualAws(new Random(1));
        var _ = new TinyJob(aws);
        var _ = aws.deploy(TinyJob.YAML.replace("    sink:", "      initial: now\n    sink:"), Map.of());
        aws.around = recorded(aws);
        assertThat(aws.run("tiny").error()).isNull();
    }

    private void aRunWhoseObjectsAreGone() {
        VirtualAws aws = new VirtualAws(new Random(1));
        var _ = new TinyJob(aws);
        VirtualStage.Around recorded = recorded(aws);
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk")) {
                aws.objects.delete(aws.objects.names("s3://lake/in/"));
            }
            return recorded.invoke(function, payload, instance);
        };
        assertThat(aws.run("tiny").error()).isNull();
    }

    private void aCommitThatNeedsMoreTime() {
        VirtualAws aws = new VirtualAws(new Random(1));
        var _ = new TinyJob(aws);
        AtomicBoolean shown = new AtomicBoolean();
        aws.around = (function, payload, instance) -> {
            if (function.equals("Commit") && shown.compareAndSet(false, true)) {
                JsonNode answer = aws.direct(function, payload, instance, Duration.ofSeconds(10));
                keep(function, payload, answer);
                return answer;
            }
            return aws.direct(function, payload, instance);
        };
        assertThat(aws.run("tiny").error()).isNull();
    }

    /// Each sample of `events/`, as whoever invokes the function himself sends it, and all of them as a batch of the
    /// queue; the jobs are idle.
    private void everyMessageToTheTrigger() throws IOException {
        List<String> bodies = new ArrayList<>();
        for (Path sample : samples()) {
            String body = Files.readString(sample).replace("birdstrikes", "tiny");
            bodies.add(body);
            VirtualAws aws = new VirtualAws(new Random(1));
            var _ = new TinyJob(aws);
            keep(
                    "Trigger-event-" + String.valueOf(sample.getFileName()).replace(".json", ""),
                    VirtualAws.json(body),
                    aws.direct("Trigger", VirtualAws.json(body), 0));
        }
        bodies.add("{}");
        VirtualAws aws = new VirtualAws(new Random(1));
        var _ = new TinyJob(aws);
        JsonNode batch = Messages.batch(aws.now(), bodies);
        keep("Trigger-batch", batch, aws.direct("Trigger", batch, 0));
    }

    private static List<Path> samples() throws IOException {
        try (var files = Files.list(VirtualAws.HOUSE.resolve("events"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private void keep(String function, JsonNode request, JsonNode answer) {
        String kind = function.contains("-") ? "" : request.path("kind").asText("");
        String answered = answer.path("kind").asText("");
        String name = (function + (kind.isEmpty() ? "" : "-" + kind) + (answered.isEmpty() ? "" : "-" + answered))
                .toLowerCase(Locale.ROOT);
        ObjectNode both = VirtualAws.JSON.createObjectNode();
        both.set("request", request);
        both.set("answer", answer);
        seen.putIfAbsent(name, both);
    }

    private void compare() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        for (Map.Entry<String, ObjectNode> each : seen.entrySet()) {
            String text = VirtualAws.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(each.getValue()) + "\n";
            texts.put(
                    each.getKey() + ".json",
                    text.replaceAll("[0-9A-HJKMNP-TV-Z]{26}", "01KJZJ8N00ABCDEFGHJKMNPQRS")
                            .replaceAll("plan-[0-9a-f]{16}", "plan-0123456789abcdef"));
        }
        if ("write".equals(System.getProperty("tidemark.golden"))) {
            Files.createDirectories(FOLDER);
            for (Map.Entry<String, String> text : texts.entrySet()) {
                Files.writeString(FOLDER.resolve(text.getKey()), text.getValue());
            }
        }
        Map<String, String> golden = new TreeMap<>();
        try (var files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                golden.put(String.valueOf(file.getFileName()), Files.readString(file));
            }
        }
        assertThat(texts).isEqualTo(golden);
    }
}
