package dev.tidemark.bookmark;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One entry of a job's log of bookmarks, made by exactly one commit or operator's act and never changed.
///
/// @param number generation; 0 is the empty start that no item stands for
/// @param parent the generation this one continues (a rewind: the one it went back to)
/// @param kind   what made it
/// @param runId  the run that committed it, or null for an operator's act
/// @param by     who: a user's name, or the run
/// @param reason an operator's `--reason`, or null
/// @param madeAt when, UTC
/// @param flows  state by flow name
public record Generation(
        long number,
        long parent,
        Kind kind,
        @Nullable String runId,
        String by,
        @Nullable String reason,
        Instant madeAt,
        Map<String, FlowState> flows) {

    public enum Kind {
        COMMIT,
        RESET,
        REWIND,
        SET_NOW,
        FORGET,
        MARK,
        RENAME,
        RELEASE,
        REBUILD,
        REPLACE,
        COMPACT;

        /// The name in lower camel case: `setNow`.
        public String wireName() {
            return this == SET_NOW ? "setNow" : name().toLowerCase(Locale.ROOT);
        }

        /// @throws IllegalArgumentException when it is none
        public static Kind ofWireName(String name) {
            for (Kind kind : values()) {
                if (kind.wireName().equals(name)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("'" + name + "' is no kind of generation");
        }
    }

    public static final Generation START =
            new Generation(0, 0, Kind.RESET, null, "tidemark", null, Instant.EPOCH, Map.of());

    public Generation {
        flows = java.util.Collections.unmodifiableMap(new TreeMap<>(flows));
        if (number < 0 || parent < 0 || parent > number) {
            throw new IllegalArgumentException("generation " + number + " cannot continue " + parent);
        }
    }

    public FlowState flow(String name) {
        return flows.getOrDefault(name, FlowState.START);
    }
}
