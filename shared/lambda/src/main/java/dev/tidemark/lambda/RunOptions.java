package dev.tidemark.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Job;
import dev.tidemark.run.RunRequest;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// How somebody wants a run to be: the `request` of an execution's input.
///
/// @param mode            how bookmarks are used; null: as the job says
/// @param from            with pause: take what runs after this generation took in, or null
/// @param to              with pause: up to and including this one, or null
/// @param asOf            what run_timestamp() says; null: the time in the run's id
/// @param acceptRewritten whether the guard against mass rewrites is lifted
public record RunOptions(
        @Nullable BookmarkMode mode,
        @Nullable Long from,
        @Nullable Long to,
        @Nullable Instant asOf,
        boolean acceptRewritten) {

    public static final RunOptions NONE = new RunOptions(null, null, null, null, false);

    private static final TreeSet<String> NAMES = new TreeSet<>(Set.of("mode", "from", "to", "asOf", "acceptRewritten"));

    public RunOptions {
        if ((from == null) != (to == null) || (from != null && mode != BookmarkMode.PAUSE)) {
            throw new BrokenMessageException("'from' and 'to' go together, and with mode pause");
        }
    }

    /// @throws BrokenMessageException when it is no request
    public static RunOptions read(JsonNode request) {
        if (request.isMissingNode() || request.isNull()) {
            return NONE;
        }
        if (!request.isObject()) {
            throw new BrokenMessageException("'request' is no object");
        }
        request.properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !NAMES.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new BrokenMessageException("a request has no '" + Wire.shortened(name) + "', only " + NAMES);
                });
        return new RunOptions(
                mode(request.path("mode")),
                generation(request.path("from"), "from"),
                generation(request.path("to"), "to"),
                instant(request.path("asOf")),
                flag(request.path("acceptRewritten"), "acceptRewritten"));
    }

    private static boolean isLeftOut(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }

    private static @Nullable BookmarkMode mode(JsonNode node) {
        if (isLeftOut(node)) {
            return null;
        }
        return switch (node.isTextual() ? node.textValue() : "") {
            case "enable" -> BookmarkMode.ENABLE;
            case "disable" -> BookmarkMode.DISABLE;
            case "pause" -> BookmarkMode.PAUSE;
            default -> throw new BrokenMessageException("'mode' is one of enable, disable, pause");
        };
    }

    private static @Nullable Long generation(JsonNode node, String name) {
        if (isLeftOut(node)) {
            return null;
        }
        if (!node.canConvertToLong() || !node.isIntegralNumber() || node.longValue() < 0) {
            throw new BrokenMessageException("'" + name + "' is no number of a generation");
        }
        return node.longValue();
    }

    private static @Nullable Instant instant(JsonNode node) {
        return isLeftOut(node) ? null : Wire.time(Wire.textOrNull(node), "asOf");
    }

    private static boolean flag(JsonNode node, String name) {
        if (isLeftOut(node)) {
            return false;
        }
        if (!node.isBoolean()) {
            throw new BrokenMessageException("'" + name + "' is neither true nor false");
        }
        return node.booleanValue();
    }

    public ObjectNode json() {
        ObjectNode json = Wire.object();
        if (mode != null) {
            json.put("mode", mode.name().toLowerCase(Locale.ROOT));
        }
        if (from != null) {
            json.put("from", from);
        }
        if (to != null) {
            json.put("to", to);
        }
        if (asOf != null) {
            json.put("asOf", asOf.toString());
        }
        if (acceptRewritten) {
            json.put("acceptRewritten", true);
        }
        return json;
    }

    /// As it stands in an execution's input.
    public String text() {
        return json().toString();
    }

    /// The request that a step takes. It is the same each time it is made.
    ///
    /// @param params that the job was deployed with, kept with the run
    public RunRequest of(Job job, String runId, Map<String, String> params) {
        return new RunRequest(
                runId,
                mode == null ? job.bookmark() : mode,
                from,
                to,
                asOf == null ? RunIds.time(runId) : asOf,
                params,
                acceptRewritten);
    }
}
