package dev.tidemark.spi;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The `formatOptions` of a source or sink as text. Names match in any case; values were checked against
/// [FormatOption] when the job file was read.
public record FormatOptions(Map<String, String> values) {

    public static final FormatOptions NONE = new FormatOptions(Map.of());

    public FormatOptions {
        Map<String, String> folded = new TreeMap<>();
        values.forEach((name, value) -> folded.put(name.toLowerCase(Locale.ROOT), value));
        values = java.util.Collections.unmodifiableMap(folded);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name.toLowerCase(Locale.ROOT)));
    }

    public String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    public boolean flag(String name, boolean otherwise) {
        return text(name).map(value -> value.equalsIgnoreCase("true")).orElse(otherwise);
    }

    public long number(String name, long otherwise) {
        return text(name).map(Long::valueOf).orElse(otherwise);
    }
}
