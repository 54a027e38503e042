package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.job.BookmarkMode;
import java.time.Instant;
import java.util.function.Function;
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

    private static void isBroken(Function<JsonNode, RunOptions> read, String request) {
        assertThatThrownBy(() -> read.apply(Wire.read(request))).isInstanceOf(BrokenMessageException.class);
    }

    /// Takes a member that it does not understand for one that was left out: another run is started than was asked
    /// for, one that moves the bookmark, for one.
    private static RunOptions lenient(JsonNode request) {
        ObjectNode understood = Wire.object();
        request.properties().forEach(member -> {
            ObjectNode alone = Wire.object();
            alone.set(member.getKey(), member.getValue());
            if (isUnderstood(alone)) {
                understood.set(member.getKey(), member.getValue());
            }
        });
        return RunOptions.read(understood);
    }

    private static boolean isUnderstood(JsonNode request) {
        try {
            return !RunOptions.read(request).equals(RunOptions.NONE);
        } catch (BrokenMessageException leftOut) {
            return false;
        }
    }

    /// Each has a member of a wrong type or range. The lenient twin is caught by each of them.
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
        isBroken(RunOptions::read, request);
        assertThatThrownBy(() -> isBroken(RunOptionsTest::lenient, request)).isInstanceOf(AssertionError.class);
    }
}
