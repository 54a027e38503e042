package dev.tidemark.integration.asl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.run.Settlement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// How long the deployed state machine waits at least, whatever its jitter draws, before it gives up.
final class RetryTimesTest {

    private static final Path FILE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent()).resolve("statemachines/etl.asl.json");

    private static final String PUBLISHING = "dev.tidemark.run.PublishingException";

    /// A function that is deployed anew may have no snapshot for so long (AWS.md, "Shape").
    private static final Duration SNAPSHOT = Duration.ofMinutes(10);

    private static final List<String> SNAP_START = List.of(
            "Lambda.SnapStartException", "Lambda.SnapStartNotReadyException", "Lambda.SnapStartTimeoutException");

    /// A commit that is killed leaves its seat taken until it would have ended, and a minute more. Who gives up before
    /// calls a run failed that commits later.
    @Test
    void whoMeetsAKilledCommitOutlastsItsSeat() throws IOException {
        Map<String, State.Task> tasks = tasks(Files.readString(FILE));
        assertThat(tooShort(tasks, List.of(PUBLISHING), RetryTimesTest::seat)).isEmpty();
        assertThat(retriedAt(tasks, PUBLISHING)).containsExactlyInAnyOrder("Plan", "Commit", "Abort");
    }

    @Test
    void aSnapshotThatIsNotReadyIsWaitedForTenMinutes() throws IOException {
        Map<String, State.Task> tasks = tasks(Files.readString(FILE));
        assertThat(tooShort(tasks, SNAP_START, task -> SNAPSHOT)).isEmpty();
        assertThat(retriedAt(tasks, SNAP_START.getFirst()))
                .containsExactlyInAnyOrder("Plan", "Probe", "Process", "Commit", "Abort");
    }

    /// Executed: the broken twin draws each wait from zero up, as this file once did, and may wait for nothing.
    @Test
    void aTwinWithJitterMayGiveUpAtOnce() throws IOException {
        Map<String, State.Task> twin =
                tasks(Files.readString(FILE).replace("\"JitterStrategy\": \"NONE\"", "\"JitterStrategy\": \"FULL\""));
        assertThat(tooShort(twin, List.of(PUBLISHING), RetryTimesTest::seat))
                .containsExactlyInAnyOrder("Plan", "Commit", "Abort");
        assertThat(tooShort(twin, SNAP_START, task -> SNAPSHOT)).hasSize(5);
    }

    private static Duration seat(State.Task task) {
        return Duration.ofSeconds(task.timeoutSeconds()).plus(Settlement.SEAT);
    }

    private static List<String> retriedAt(Map<String, State.Task> tasks, String error) {
        return tasks.entrySet().stream()
                .filter(entry -> entry.getValue().flow().retriers().stream()
                        .anyMatch(retrier -> retrier.errors().contains(error)))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> tooShort(
            Map<String, State.Task> tasks, List<String> errors, Function<State.Task, Duration> needed) {
        BiPredicate<State.Task, State.Retrier> isTooShort =
                (task, retrier) -> errors.stream().anyMatch(retrier.errors()::contains)
                        && retrier.shortestOfAll().compareTo(needed.apply(task)) <= 0;
        return tasks.entrySet().stream()
                .filter(entry -> entry.getValue().flow().retriers().stream()
                        .anyMatch(retrier -> isTooShort.test(entry.getValue(), retrier)))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// All tasks, those of the map included.
    private static Map<String, State.Task> tasks(String definition) {
        Map<String, State.Task> tasks = new TreeMap<>();
        gather(StateMachineReader.read(definition), tasks);
        return tasks;
    }

    private static void gather(State.StateMachine machine, Map<String, State.Task> into) {
        machine.states().forEach((name, state) -> {
            if (state instanceof State.Task task) {
                into.put(name, task);
            } else if (state instanceof State.DistributedMap map) {
                gather(map.processor(), into);
            }
        });
    }
}
