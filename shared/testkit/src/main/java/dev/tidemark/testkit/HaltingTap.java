package dev.tidemark.testkit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Stops the process at its k-th port call, before or after the call's effect. All later calls stop too.
public final class HaltingTap implements PortTap {

    private final int at;
    private final boolean afterEffect;
    private final AtomicInteger calls = new AtomicInteger();

    /// @param at counted from 1; 0 never stops and only counts
    public HaltingTap(int at, boolean afterEffect) {
        this.at = at;
        this.afterEffect = afterEffect;
    }

    public static HaltingTap counting() {
        return new HaltingTap(0, false);
    }

    /// Calls so far.
    public int calls() {
        return calls.get();
    }

    @Override
    public <T> T call(String call, Supplier<T> effect) {
        int now = calls.incrementAndGet();
        if (at > 0 && (now > at || (now == at && !afterEffect))) {
            throw new Halt(call);
        }
        T answer = effect.get();
        if (at > 0 && now == at) {
            throw new Halt(call);
        }
        return answer;
    }
}
