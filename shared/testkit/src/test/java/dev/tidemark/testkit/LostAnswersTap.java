package dev.tidemark.testkit;

import java.util.Set;
import java.util.function.Supplier;

/// Loses the first answer of calls, after their effect; the call is then made again, as an SDK does.
///
/// @param calls which; none for all
record LostAnswersTap(Set<String> calls) implements PortTap {

    @Override
    public <T> T call(String call, Supplier<T> effect) {
        if (calls.isEmpty() || calls.contains(call)) {
            T _ = effect.get();
        }
        return effect.get();
    }
}
