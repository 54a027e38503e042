package dev.tidemark.json;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes and durations as people write them.
///
/// As in Spark and Glue, `MB` and `MiB` are both 1024 times 1024 bytes: `groupSize: 128MB` is Glue's 134217728.
final class Quantities {

    static final String SIZE_HINT = "Write bytes or a unit: 1048576, 128MB, 1GiB.";
    static final String DURATION_HINT = "Write a number and a unit: 30s, 5m, 24h, 7d.";

    private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,18})\\s*([A-Za-z]*)");
    private static final Map<String, Integer> SHIFTS = Map.of("", 0, "b", 0, "k", 10, "m", 20, "g", 30, "t", 40);
    private static final Map<String, Long> SECONDS = Map.of("s", 1L, "m", 60L, "h", 3600L, "d", 86400L);

    private Quantities() {}

    static Optional<Long> size(String text) {
        Matcher matcher = QUANTITY.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2).toLowerCase(Locale.ROOT);
        Integer shift = SHIFTS.get(unit.length() > 1 ? unit.replaceFirst("i?b$", "") : unit);
        long number = Long.parseLong(matcher.group(1));
        return shift == null || number > Long.MAX_VALUE >> shift ? Optional.empty() : Optional.of(number << shift);
    }

    static Optional<Duration> duration(String text) {
        Matcher matcher = QUANTITY.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Long seconds = SECONDS.get(matcher.group(2).toLowerCase(Locale.ROOT));
        long number = Long.parseLong(matcher.group(1));
        return seconds == null || number > Integer.MAX_VALUE
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(number * seconds));
    }
}
