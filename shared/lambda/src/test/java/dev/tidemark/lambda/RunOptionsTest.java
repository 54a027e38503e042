package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.job.BookmarkMode;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RunOptionsTest {

    @Test
    void aRequestIsReadAsItIsWritten() {
        RunOptions options = new RunOptions(BookmarkMode.PAUSE, 1L, 3L, Instant.parse("2026-03-01T00:00:00Z"), true);
        assertThat(RunOptions.read(options.json())).isEqualTo(options);
        assertThat(RunOptions.read(Wire.read("{}"))).isEqualTo(RunOptions.NONE);
        assertThat(RunOptions.read(
                        Wire.read("{\"mode\":null,\"from\":null,\"to\":null,\"asOf\":null,\"acceptRewritten\":null}")))
                .isEqualTo(RunOptions.NONE);
    }

    /// Each has a member of a wrong type or range. A twin that takes such a member for one that was left out starts
    /// another run than was asked for: one that moves the bookmark, for one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"mode\":{\"is\":\"disable\"}}",
                "{\"mode\":[\"disable\"]}",
                "{\"mode\":\"\"}",
                "{\"mode\":5}",
                "{\"mode\":\"Disable\"}",
                "{\"mode\":\"pause\",\"from\":\"1\",\"to\":2}",
                "{\"mode\":\"pause\",\"from\":1,\"to\":2.5}",
                "{\"mode\":\"pause\",\"from\":1,\"to\":99999999999999999999}",
                "{\"mode\":\"pause\",\"from\":-1,\"to\":2}",
                "{\"asOf\":1767225600}",
                "{\"asOf\":[]}",
                "{\"asOf\":\"2026-01-31\"}",
                "{\"asOf\":\"+300000000-01-01T00:00:00Z\"}",
                "{\"asOf\":\"0900-01-01T00:00:00Z\"}",
                "{\"acceptRewritten\":\"yes\"}",
                "{\"acceptRewritten\":\"true\"}",
                "{\"acceptRewritten\":1}",
                "{\"accept\":true}",
                "[]"
            })
    void aMemberOfAnotherTypeIsNotTakenForNone(String request) {
        assertThatThrownBy(() -> RunOptions.read(Wire.read(request))).isInstanceOf(BrokenMessageException.class);
    }
}
