package dev.tidemark.job;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The `formatOptions` of a source or sink as text; names match in any case and are kept in Glue's spelling.
public record OptionValues(Map<String, String> values) {

    public static final OptionValues NONE = new OptionValues(Map.of());

    public OptionValues {
        Map<String, String> folded = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        folded.putAll(values);
        values = Collections.unmodifiableMap(folded);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public boolean flag(String name, boolean otherwise) {
        return text(name).map(value -> value.equalsIgnoreCase("true")).orElse(otherwise);
    }
}
