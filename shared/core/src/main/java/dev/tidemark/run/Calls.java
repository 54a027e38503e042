package dev.tidemark.run;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// How often the outside world was called and what that cost: by `port.method` on one machine, by
/// `service.Operation` on AWS. Safe for many threads.
public final class Calls {

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private final DoubleAdder usd = new DoubleAdder();

    /// Of whom these are a part, and what had been called before they began.
    private record Part(Calls of, Map<String, Long> before, double usdBefore) {}

    private final @Nullable Part part;

    public Calls() {
        this.part = null;
    }

    private Calls(Part part) {
        this.part = part;
    }

    /// What is called from now on, where ports outlive a run.
    public Calls fromNow() {
        return new Calls(new Part(this, counts(), sum()));
    }

    void add(String call) {
        add(call, 0);
    }

    /// @param price of this call, in US dollars
    public void add(String call, double price) {
        if (part != null) {
            part.of.add(call, price);
            return;
        }
        counts.computeIfAbsent(call, name -> new LongAdder()).increment();
        usd.add(price);
    }

    /// What the calls so far cost, in US dollars, to a billionth of one.
    public double usd() {
        return Math.rint(sum() * 1e9) / 1e9;
    }

    private double sum() {
        return part == null ? usd.sum() : part.of.sum() - part.usdBefore;
    }

    /// The counts so far, by name.
    public Map<String, Long> counts() {
        Map<String, Long> now = new TreeMap<>();
        if (part != null) {
            part.of.counts().forEach((call, count) -> {
                long sinceThen = count - part.before.getOrDefault(call, 0L);
                if (sinceThen > 0) {
                    now.put(call, sinceThen);
                }
            });
            return Collections.unmodifiableMap(now);
        }
        counts.forEach((call, count) -> now.put(call, count.sum()));
        return Collections.unmodifiableMap(now);
    }
}
