package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.PortTap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The trigger ends before its time does, in virtual time: what it does not come to comes again.
final class TriggerTimeTest {

    private static final String GOOD =
            "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"tiny\",\"time\":\"2026-03-01T04:00:00Z\"}";

    private final VirtualAws aws = new VirtualAws(new Random(7));

    @BeforeEach
    void twoJobs() {
        var _ = aws.deploy(TinyJob.YAML, Map.of());
        var _ = aws.deploy(
                TinyJob.YAML.replace("job: tiny", "job: other").replace("s3://lake/in/", "s3://lake/inner/"), Map.of());
    }

    private static String object(String key) {
        return Messages.created("s3://lake/" + key);
    }

    /// Job files are looked up for an event that names no job. There may be more of them than there is time for.
    @Test
    void aLookupStopsBeforeItsTimeEndsAndTheEventComesAgain() {
        timePassesAt("objects.open");
        Instant before = aws.now();
        assertThat(failedWithin(Duration.ofSeconds(30), object("inner/c.csv"))).containsExactly("message-1");
        assertThat(Duration.between(before, aws.now())).isLessThan(Duration.ofSeconds(30));
        assertThat(aws.lines.toString()).contains("NoTimeLeftException", "after 1 of 2 job files");
    }

    /// The executed twin that looks at no deadline is killed in the middle of them.
    @Test
    void aTwinOfTheLookupThatLooksAtNoDeadlineIsKilled() {
        timePassesAt("objects.open");
        Instant before = aws.now();
        assertThat(failedWithin(Duration.ofHours(10), object("inner/c.csv"))).isEmpty();
        assertThat(Duration.between(before, aws.now())).isGreaterThan(Duration.ofSeconds(30));
    }

    /// What comes when no time is left comes again, and what was begun is done.
    @Test
    void aBatchStopsBeforeItsTimeEndsAndTheRestComesAgain() {
        timePassesAt("state.write");
        assertThat(failedWithin(Duration.ofSeconds(30), GOOD, object("inner/c.csv")))
                .containsExactly("message-2");
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("tiny");
        assertThat(aws.lines.toString()).contains("no time is left for it");
    }

    /// The executed twin without the look is killed in the middle, and all messages come again.
    @Test
    void aTwinOfTheBatchThatLooksAtNoDeadlineIsKilled() {
        timePassesAt("state.write");
        Instant before = aws.now();
        assertThat(failedWithin(Duration.ofHours(10), GOOD, object("inner/c.csv")))
                .isEmpty();
        assertThat(Duration.between(before, aws.now())).isGreaterThan(Duration.ofSeconds(30));
    }

    /// A sweep may take all the time there is.
    @Test
    void theWakesOfABatchComeBeforeItsSweep() {
        timePassesAt("objects.list");
        assertThat(failedWithin(Duration.ofSeconds(30), "{\"wire\":1,\"kind\":\"sweep\"}", GOOD))
                .doesNotContain("message-2");
        assertThat(aws.all).extracting(VirtualStage.Started::job).containsExactly("tiny");
    }

    /// The executed twin works in the order of the messages, and has no time left for the wake.
    @Test
    void aTwinThatWorksInTheOrderOfTheMessagesStartsNothing() {
        timePassesAt("objects.list");
        Instant before = aws.now();
        var _ = aws.direct("Trigger", VirtualAws.json("{\"wire\":1,\"kind\":\"sweep\"}"), 0, Duration.ofSeconds(30));
        Duration left = Duration.ofSeconds(30).minus(Duration.between(before, aws.now()));
        assertThat(failedWithin(left.isNegative() ? Duration.ZERO : left, GOOD)).containsExactly("message-1");
        assertThat(aws.all).isEmpty();
    }

    /// Twenty seconds, at each such call of the trigger's.
    private void timePassesAt(String slow) {
        aws.taps.put("Trigger", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                T answer = effect.get();
                if (call.equals(slow)) {
                    aws.now.addAndGet(Duration.ofSeconds(20).toMillis());
                }
                return answer;
            }
        });
    }

    private List<String> failedWithin(Duration time, String... messages) {
        List<String> failed = new ArrayList<>();
        aws.direct("Trigger", Messages.batch(aws.now(), List.of(messages)), 0, time)
                .path("batchItemFailures")
                .forEach(each -> failed.add(each.path("itemIdentifier").asText()));
        return failed;
    }
}
