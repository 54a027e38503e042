package dev.tidemark.testkit;

import java.util.function.Supplier;

/// Lets somebody else act in the middle of a run, before or after its k-th port call.
final class MeddlingTap implements PortTap {

    private final int at;
    private final boolean afterEffect;
    private final Runnable other;
    private int calls;

    MeddlingTap(int at, boolean afterEffect, Runnable other) {
        this.at = at;
        this.afterEffect = afterEffect;
        this.other = other;
    }

    @Override
    public <T> T call(String call, Supplier<T> effect) {
        calls++;
        boolean now = calls == at;
        if (now && !afterEffect) {
            other.run();
        }
        T answer = effect.get();
        if (now && afterEffect) {
            other.run();
        }
        return answer;
    }

    /// Where somebody acts, and whether it came to that.
    static final class Point {

        private final int at;
        private final boolean afterEffect;
        private boolean reached;

        Point(int at, boolean afterEffect) {
            this.at = at;
            this.afterEffect = afterEffect;
        }

        MeddlingTap at(Runnable other) {
            return new MeddlingTap(at, afterEffect, () -> {
                reached = true;
                other.run();
            });
        }

        boolean reached() {
            return reached;
        }
    }
}
