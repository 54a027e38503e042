package dev.tidemark.functions.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.job.BookmarkMode;
import dev.tidemark.lambda.BrokenMessageException;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.WireVersionException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each sender's message, by its sample in `events/`.
final class TriggersTest {

    private static final Path EVENTS = Objects.requireNonNull(
                    Objects.requireNonNull(Path.of("").toAbsolutePath().getParent())
                            .getParent())
            .resolve("events");
    private static final String RUN = "01KJZJ8N00ABCDEFGHJKMNPQRS";

    private final Triggers triggers =
            new Triggers("arn:aws:states:eu-central-1:123456789012:stateMachine:tidemark-test-");

    /// EV-01: keys of notifications are decoded exactly once, those of EventBridge not at all.
    private static final Map<String, Trigger> SAMPLES = Map.of(
            "schedule.json",
            new Trigger.Scheduled("birdstrikes", Instant.parse("2026-03-01T04:00:00Z")),
            "object.json",
            new Trigger.NewObject(Optional.of("birdstrikes"), "lake", "in/dt%3D2026-03-01/as+it is.csv"),
            "start.json",
            new Trigger.Start("birdstrikes", Optional.empty(), RunOptions.NONE),
            "start-range.json",
            new Trigger.Start(
                    "birdstrikes",
                    Optional.of(RUN),
                    new RunOptions(BookmarkMode.PAUSE, 1L, 3L, Instant.parse("2026-03-01T00:00:00Z"), true)),
            "next.json",
            new Trigger.Next("birdstrikes", RUN),
            "sweep.json",
            new Trigger.Sweep(),
            "s3-eventbridge.json",
            new Trigger.NewObject(Optional.empty(), "lake", "in/dt=2026-03-01/a%2Bb+c ü.csv"),
            "s3-notification.json",
            new Trigger.NewObject(Optional.empty(), "lake", "in/dt=2026-03-01/my file+1 ü.csv"),
            "s3-notification-sns.json",
            new Trigger.NewObject(Optional.empty(), "lake", "in/dt=2026-03-01/my file+1 ü.csv"),
            "execution-status.json",
            new Trigger.ExecutionEnded("birdstrikes", RUN, "TIMED_OUT"));

    @Test
    void eachSampleIsReadAsWhatItIs() throws IOException {
        try (Stream<Path> files = Files.list(EVENTS)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                String name = String.valueOf(file.getFileName());
                List<Trigger> read = triggers.read(Files.readString(file));
                if (name.equals("s3-test-event.json")) {
                    assertThat(read).singleElement().isInstanceOf(Trigger.Nothing.class);
                } else {
                    assertThat(read).as(name).containsExactly(Objects.requireNonNull(SAMPLES.get(name), name));
                }
            }
        }
    }

    @Test
    void aKeyIsDecodedExactlyOnce() throws IOException {
        String twice = sample("s3-notification.json").replace("in/dt%3D2026-03-01/my+file%2B1+%C3%BC.csv", "a%252Bb");
        assertThat(triggers.read(twice)).containsExactly(new Trigger.NewObject(Optional.empty(), "lake", "a%2Bb"));
        // Executed twins: not at all, and once more.
        for (String key : List.of("a%252Bb", URLDecoder.decode("a%2Bb", StandardCharsets.UTF_8))) {
            assertThat(triggers.read(twice)).doesNotContain(new Trigger.NewObject(Optional.empty(), "lake", key));
        }
    }

    @Test
    void notificationsOfOtherThingsThanNewObjectsAreNothing() throws IOException {
        String removed = sample("s3-notification.json").replace("ObjectCreated:Put", "ObjectRemoved:Delete");
        assertThat(triggers.read(removed)).singleElement().isInstanceOf(Trigger.Nothing.class);
        String deleted = sample("s3-eventbridge.json").replace("Object Created", "Object Deleted");
        assertThat(triggers.read(deleted)).singleElement().isInstanceOf(Trigger.Nothing.class);
    }

    @Test
    void onlyBadEndsOfOurOwnExecutionsAbortTheirRun() throws IOException {
        String sample = sample("execution-status.json");
        for (String other : List.of(
                sample.replace("TIMED_OUT", "SUCCEEDED"),
                sample.replace("TIMED_OUT", "RUNNING"),
                // A child of the Map has the ARN of its own part of the machine.
                sample.replace(
                        "stateMachine:tidemark-test-birdstrikes\"", "stateMachine:tidemark-test-birdstrikes/Chunks\""),
                sample.replace("stateMachine:tidemark-test-", "stateMachine:tidemark-other-"),
                sample.replace("\"name\": \"" + RUN + "\"", "\"name\": \"by-hand\""))) {
            assertThat(other).isNotEqualTo(sample);
            assertThat(triggers.read(other)).singleElement().isInstanceOf(Trigger.Nothing.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "not json",
                "{\"Records\":[]}",
                "{\"Records\":[{}]}",
                "{\"wire\":1,\"kind\":\"nonsense\",\"job\":\"j\"}",
                "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"Bad Name\",\"time\":\"2026-03-01T04:00:00Z\"}",
                "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"j\",\"time\":\"yesterday\"}",
                "{\"wire\":1,\"kind\":\"next\",\"job\":\"j\",\"runId\":\"x\"}",
                "{\"wire\":1,\"kind\":\"start\",\"job\":\"j\",\"request\":{\"mod\":\"enable\"}}",
                "{\"wire\":1,\"kind\":\"start\",\"job\":\"j\",\"request\":{\"from\":1}}",
                "{\"Type\":\"Notification\",\"Message\":\"{}\"}",
                "{\"Type\":\"Notification\",\"Message\":\"{\\\"Type\\\":\\\"Notification\\\",\\\"Message\\\":\\\"{}\\\"}\"}",
                "{\"detail-type\":\"Object Created\",\"detail\":{}}",
            })
    void junkIsRefused(String body) {
        assertThatThrownBy(() -> triggers.read(body))
                .isInstanceOf(BrokenMessageException.class)
                .hasMessageContaining("docs/reference/aws.md");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "2", "\"1\"", "null", "1.5"})
    void anotherWireVersionIsRefused(String wire) {
        assertThatThrownBy(() -> triggers.read("{\"wire\":" + wire + ",\"kind\":\"sweep\"}"))
                .isInstanceOf(WireVersionException.class)
                .hasMessageContaining("has wire format " + wire);
    }

    private static String sample(String name) throws IOException {
        return Files.readString(EVENTS.resolve(name));
    }
}
