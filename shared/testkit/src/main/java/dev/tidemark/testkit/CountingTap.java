package dev.tidemark.testkit;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Counts port calls by name.
public final class CountingTap implements PortTap {

    private final Map<String, Integer> counts = new TreeMap<>();

    @Override
    public <T> T call(String call, Supplier<T> effect) {
        synchronized (counts) {
            counts.merge(call, 1, Integer::sum);
        }
        return effect.get();
    }

    /// Calls so far, by `port.method`.
    public Map<String, Integer> counts() {
        synchronized (counts) {
            return Map.copyOf(counts);
        }
    }
}
