package dev.tidemark.lambda;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How messages to functions and their answers are read and written: strict JSON, the version of its form
/// in `wire`.
///
/// Version n reads n and n-1, so that a run that began before a deployment ends after it.
public final class Wire {

    public static final int VERSION = 1;

    private static final Pattern JOB = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    /// A run's id begins with the milliseconds since then, without a sign.
    private static final Instant EARLIEST = Instant.EPOCH;

    private static final Instant LATEST = Instant.parse("+10000-01-01T00:00:00Z");

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Wire() {}

    /// @throws BrokenMessageException when it is no JSON
    public static JsonNode read(byte[] bytes) {
        try {
            return JSON.readTree(bytes);
        } catch (IOException notJson) {
            throw new BrokenMessageException("it is no JSON");
        }
    }

    /// @throws BrokenMessageException when it is no JSON
    public static JsonNode read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] bytes(JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// An answer, or a message of our own.
    public static ObjectNode document() {
        return object().put("wire", VERSION);
    }

    /// An answer of a kind.
    public static ObjectNode answer(String kind) {
        return document().put("kind", kind);
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// @throws WireVersionException when it is of another version than is read here
    public static void check(JsonNode message) {
        JsonNode version = message.path("wire");
        int wire = version.isInt() ? version.intValue() : 0;
        if (wire < 1 || wire > VERSION || wire < VERSION - 1) {
            throw new WireVersionException(version.isMissingNode() ? "none" : version.toString(), VERSION);
        }
    }

    /// @throws BrokenMessageException when it is missing or no text
    public static String text(JsonNode message, String name) {
        return optional(message, name).orElseThrow(() -> new BrokenMessageException("it has no text '" + name + "'"));
    }

    public static Optional<String> optional(JsonNode message, String name) {
        String text = textOrNull(message.path(name));
        return Optional.ofNullable(text);
    }

    /// A time such as `2026-01-31T00:00:00Z`, of a year that timestamps and ids of runs can have.
    ///
    /// @param text null when it is no text at all
    /// @throws BrokenMessageException when it is none
    static Instant time(@Nullable String text, String name) {
        try {
            Instant time = text == null ? null : Instant.parse(text);
            if (time != null && !time.isBefore(EARLIEST) && time.isBefore(LATEST)) {
                return time;
            }
        } catch (DateTimeException notATime) {
            // Said below.
        }
        throw new BrokenMessageException(
                "'" + name + "' is no time such as 2026-01-31T00:00:00Z, from 1970 to the end of 9999");
    }

    /// @throws BrokenMessageException when it is missing or no such time
    public static Instant time(JsonNode message, String name) {
        return time(textOrNull(message.path(name)), name);
    }

    static @Nullable String textOrNull(JsonNode node) {
        return node.isTextual() ? node.textValue() : null;
    }

    /// @throws BrokenMessageException when it is no name of a job
    public static String job(JsonNode message) {
        String job = text(message, "job");
        if (!JOB.matcher(job).matches()) {
            throw new BrokenMessageException("'" + shortened(job) + "' is no name of a job");
        }
        return job;
    }

    /// @throws BrokenMessageException when it is no id of a run
    public static String runId(JsonNode message) {
        String runId = text(message, "runId");
        if (!RunIds.valid(runId)) {
            throw new BrokenMessageException("'" + shortened(runId) + "' is no id of a run");
        }
        return runId;
    }

    static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }
}
