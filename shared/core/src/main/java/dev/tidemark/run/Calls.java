package dev.tidemark.run;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// How often each method of the ports was called, by `port.method`. Safe for many threads.
public final class Calls {

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void add(String call) {
        counts.computeIfAbsent(call, name -> new LongAdder()).increment();
    }

    /// The counts so far, by name.
    public Map<String, Long> counts() {
        Map<String, Long> now = new TreeMap<>();
        counts.forEach((call, count) -> now.put(call, count.sum()));
        return Collections.unmodifiableMap(now);
    }
}
