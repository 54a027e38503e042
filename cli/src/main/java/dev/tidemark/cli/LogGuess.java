package dev.tidemark.cli;

import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ObjectInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The pattern of a log, of those that are common: the first that every record of the sample matches.
final class LogGuess {

    static final List<String> PATTERNS = List.of(
            "%{COMBINEDAPACHELOG}",
            "%{COMMONAPACHELOG}",
            "%{SYSLOGBASE} %{GREEDYDATA:message}",
            "%{TIMESTAMP_ISO8601:timestamp} %{LOGLEVEL:level} +%{GREEDYDATA:message}",
            "\\[%{TIMESTAMP_ISO8601:timestamp}\\] +%{LOGLEVEL:level} +%{GREEDYDATA:message}",
            "%{TIMESTAMP_ISO8601:timestamp} %{GREEDYDATA:message}");

    private LogGuess() {}

    static Optional<String> of(ObjectInput input) {
        for (String pattern : PATTERNS) {
            FormatOptions options = new FormatOptions(Map.of("logFormat", pattern, "StrictMode", "true"));
            try {
                TriedSample tried = TriedSample.of(input, "grokLog", options);
                if (tried.rows() > 0 && tried.badRecord().isEmpty()) {
                    return Optional.of(pattern);
                }
            } catch (UsageException refused) {
                // Not this one.
            }
        }
        return Optional.empty();
    }
}
