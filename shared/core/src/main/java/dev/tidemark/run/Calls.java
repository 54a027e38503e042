package dev.tidemark.run;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/// How often the outside world was called and what that cost: by `port.method` on one machine, by
/// `service.Operation` on AWS. Safe for many threads.
public final class Calls {

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final DoubleAdder usd = new DoubleAdder();

    void add(String call) {
        add(call, 0);
    }

    /// @param price of this call, in US dollars
    public void add(String call, double price) {
        counts.computeIfAbsent(call, name -> new LongAdder()).increment();
        usd.add(price);
    }

    /// What the calls so far cost, in US dollars, to a billionth of one.
    public double usd() {
        return Math.rint(usd.sum() * 1e9) / 1e9;
    }

    /// The counts so far, by name.
    public Map<String, Long> counts() {
        Map<String, Long> now = new TreeMap<>();
        counts.forEach((call, count) -> now.put(call, count.sum()));
        return Collections.unmodifiableMap(now);
    }
}
