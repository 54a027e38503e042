package dev.tidemark.testkit;

import java.util.function.Supplier;

/// Stands around each port call: counts it, stops before or after it, loses its answer.
@FunctionalInterface
public interface PortTap {

    /// @param call   port and method: `state.transact`
    /// @param effect the call itself
    <T> T call(String call, Supplier<T> effect);
}
