package dev.tidemark.job;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Where a part of the job file and each of its keys stand, for the mistakes that only show at plan time.
///
/// Elements of lists are keys of their own: `exclusions[0]`.
///
/// @param self where the part itself begins
/// @param keys where the values of its keys begin; keys that were left out are absent
public record Places(Place self, Map<String, Place> keys) {

    public static final Places NONE = new Places(Place.NONE, Map.of());

    public Places {
        keys = Collections.unmodifiableMap(new TreeMap<>(keys));
    }

    /// The place of the value of `key`, or of the whole part when the key was left out.
    public Place of(String key) {
        return keys.getOrDefault(key, self);
    }

    /// Whether the job file says something about `key`, so that a default can be told from a choice.
    public boolean says(String key) {
        return keys.containsKey(key);
    }
}
