package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunIdsTest {

    private static final Instant TIME = Instant.parse("2026-03-01T04:05:06.789Z");
    private static final long LOW_BITS = (1L << 47) - 1;

    @Test
    void theTimeIsInTheIdAndIdsSortByIt() {
        String id = RunIds.of(TIME, "x");
        assertThat(RunIds.time(id)).isEqualTo(TIME);
        assertThat(RunIds.of(TIME.plusMillis(1), "a")).isGreaterThan(id);
        assertThat(RunIds.of(TIME.minusMillis(1), "z")).isLessThan(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01KJZJ8N00ABCDEFGHJKMNPQRI", "01kjzj8n00abcdefghjkmnpqrs"
            })
    void whatIsNoUlidIsNoRun(String id) {
        assertThat(RunIds.valid(id)).isFalse();
        assertThatThrownBy(() -> RunIds.time(id)).isInstanceOf(BrokenMessageException.class);
    }

    /// The last millisecond of the year 9999 and the one after it: digits of the time, then any others.
    @Test
    void idsEndWithTheYear9999() {
        String last = RunIds.of(Instant.parse("9999-12-31T23:59:59.999Z"), "x");
        assertThat(RunIds.valid(last)).isTrue();
        assertThat(RunIds.time(last)).isEqualTo("9999-12-31T23:59:59.999Z");
        assertThat(last).startsWith("76EZ91ZPZZ");
        assertThat(RunIds.valid("76EZ91ZQ00" + last.substring(10))).isFalse();
        isABrokenMessage(time -> RunIds.of(time, "x"), Instant.parse("+10000-01-01T00:00:00Z"));
    }

    private static void isABrokenMessage(Function<Instant, String> ids, Instant time) {
        assertThatThrownBy(() -> ids.apply(time)).isInstanceOf(BrokenMessageException.class);
    }

    /// Beyond the 48 bits of an id, or before they begin. The twin lets such a time pass: an id of another time comes
    /// out, or the time overflows on the way to it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1969-12-31T23:59:59.999Z",
                "+12000-01-01T00:00:00Z",
                "+300000000-01-01T00:00:00Z",
                "-1000000000-01-01T00:00:00Z"
            })
    void aTimeThatNoIdCanHaveIsABrokenMessageAndATwinThatLetsItPassIsCaught(String text) {
        Instant time = Instant.parse(text);
        isABrokenMessage(impossible -> RunIds.of(impossible, "x"), time);
        Function<Instant, String> lets =
                impossible -> RunIds.of(Instant.ofEpochMilli(impossible.toEpochMilli() & LOW_BITS), "x");
        assertThatThrownBy(() -> isABrokenMessage(lets, time)).isInstanceOf(AssertionError.class);
    }

    private static void namesRunsByMessages(BiFunction<Instant, String, String> ids) {
        Set<String> all = new HashSet<>();
        for (int message = 0; message < 10_000; message++) {
            all.add(ids.apply(TIME, "message-" + message));
        }
        assertThat(all).hasSize(10_000).allMatch(RunIds::valid);
        assertThat(ids.apply(TIME, "message-1")).isEqualTo("01KJKS4H35FHGEQVHF1P6K3ZQX");
    }

    @Test
    void theSameMessageNamesTheSameRunAndOthersDoNot() {
        namesRunsByMessages(RunIds::of);
    }

    /// Of time alone two messages of one moment are one run; drawn ids start a run for each delivery.
    @Test
    void theTwinsThatForgetTheMessageAndThatDrawAreCaught() {
        assertThatThrownBy(() -> namesRunsByMessages((time, message) -> RunIds.of(time, "")))
                .isInstanceOf(AssertionError.class);
        AtomicInteger drawn = new AtomicInteger();
        assertThatThrownBy(() ->
                        namesRunsByMessages((time, message) -> RunIds.of(time, message + drawn.incrementAndGet())))
                .isInstanceOf(AssertionError.class);
    }
}
