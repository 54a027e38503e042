package dev.tidemark.testkit;

import java.util.function.Supplier;

/// Ends loops that a mistake makes endless.
final class EndlessTap implements PortTap {

    private static final int MOST_CALLS = 3_000;

    private int calls;

    @Override
    public <T> T call(String call, Supplier<T> effect) {
        if (++calls > MOST_CALLS) {
            throw new AssertionError("a step never comes to an end: " + call);
        }
        return effect.get();
    }
}
