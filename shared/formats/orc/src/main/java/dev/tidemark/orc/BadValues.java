package dev.tidemark.orc;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// Values of one column that its type cannot hold, by their place among the values that are there: seldom any.
final class BadValues {

    private final NavigableMap<Integer, String> reasons = new TreeMap<>();

    /// @param reason one sentence, that names the value
    void add(int place, String reason) {
        reasons.putIfAbsent(place, reason);
    }

    void clear() {
        reasons.clear();
    }

    boolean isEmpty() {
        return reasons.isEmpty();
    }

    /// By place.
    Map<Integer, String> reasons() {
        return reasons;
    }
}
