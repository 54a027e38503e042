package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunIdsTest {

    private static final Instant TIME = Instant.parse("2026-03-01T04:05:06.789Z");

    @Test
    void theSameMessageNamesTheSameRunAndOthersDoNot() {
        Set<String> ids = new HashSet<>();
        for (int message = 0; message < 10_000; message++) {
            ids.add(RunIds.of(TIME, "message-" + message));
        }
        assertThat(ids).hasSize(10_000).allMatch(RunIds::valid);
        assertThat(RunIds.of(TIME, "message-1")).isEqualTo("01KJKS4H35FHGEQVHF1P6K3ZQX");
    }

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

    /// Beyond the 48 bits of an id, or before they begin; a twin that lets them pass overflows on the last two.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1969-12-31T23:59:59.999Z",
                "+12000-01-01T00:00:00Z",
                "+300000000-01-01T00:00:00Z",
                "-1000000000-01-01T00:00:00Z"
            })
    void aTimeThatNoIdCanHaveIsABrokenMessage(String time) {
        assertThatThrownBy(() -> RunIds.of(Instant.parse(time), "x")).isInstanceOf(BrokenMessageException.class);
    }
}
