package dev.tidemark.integration.lambda;

import java.util.Random;

/// Lets the strict runner invoke each function once, where calls are compared or counted.
final class NeverTwice extends Random {

    private static final long serialVersionUID = 1L;

    @Override
    public int nextInt(int bound) {
        return bound - 1;
    }
}
