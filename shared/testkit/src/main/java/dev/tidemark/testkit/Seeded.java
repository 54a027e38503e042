package dev.tidemark.testkit;

import java.util.Random;
import java.util.function.IntPredicate;

/// Random numbers that can be had again: the seed is printed, and taken from the system property `tidemark.seed`
/// where that is set.
public final class Seeded {

    private final long seed;
    private final Random random;

    private Seeded(String test, long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        System.out.println(test + ": -Dtidemark.seed=" + seed);
    }

    /// @param test for the printed line
    public static Seeded of(String test) {
        return new Seeded(test, Long.getLong("tidemark.seed", System.nanoTime()));
    }

    public long seed() {
        return seed;
    }

    public Random random() {
        return random;
    }

    /// The smallest size, found by halving, at which a test still fails.
    ///
    /// @param size  a size at which it fails
    /// @param fails whether it fails at a size; must give the same answer each time
    public static int shrink(int size, IntPredicate fails) {
        int smallest = size;
        int step = size / 2;
        while (step > 0) {
            if (fails.test(smallest - step)) {
                smallest -= step;
            } else {
                step /= 2;
            }
            step = Math.min(step, smallest - 1);
        }
        return smallest;
    }
}
