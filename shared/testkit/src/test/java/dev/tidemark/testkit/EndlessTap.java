package dev.tidemark.testkit;

import java.util.function.Supplier;

/// Ends loops that a mistake makes endless.
final class EndlessTap implements PortTap {

    private final int mostCalls;
    private int calls;

    EndlessTap(int mostCalls) {
        this.mostCalls = mostCalls;
    }

    @Override
    public <T> T call(String call, Supplier<T> effect) {
        if (++calls > mostCalls) {
            throw new AssertionError("a step never comes to an end: " + call);
        }
        return effect.get();
    }
}
