package dev.tidemark.integration.asl;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A state with the fields that this runner implements.
sealed interface State {

    /// @param seconds     of the first wait, grown by `rate` each time up to `mostSeconds`
    /// @param attempts    retries after the first try
    /// @param jitter      whether a wait is any time up to that long
    record Retrier(List<String> errors, double seconds, double rate, double mostSeconds, int attempts, boolean jitter) {

        /// The longest wait before a retry.
        ///
        /// @param tried which one it is, from 1
        Duration longest(int tried) {
            return Duration.ofMillis((long) (1000 * Math.min(seconds * Math.pow(rate, tried - 1.0), mostSeconds)));
        }

        /// All waits together, if each is as short as it can be.
        Duration shortestOfAll() {
            Duration all = Duration.ZERO;
            for (int tried = 1; !jitter && tried <= attempts; tried++) {
                all = all.plus(longest(tried));
            }
            return all;
        }
    }

    /// @param resultPath where the error goes, null for nowhere
    record Catcher(List<String> errors, @Nullable String resultPath, String next) {}

    /// What task and map have in common.
    ///
    /// @param resultPath null discards the result
    /// @param next       null at the end
    record Flow(
            @Nullable JsonNode resultSelector,
            @Nullable String resultPath,
            List<Retrier> retriers,
            List<Catcher> catchers,
            @Nullable String next) {}

    /// An invocation of a Lambda function.
    record Task(String function, JsonNode payload, int timeoutSeconds, Flow flow) implements State {}

    /// A distributed map over a JSON array in an object.
    record DistributedMap(
            String label,
            JsonNode reader,
            JsonNode selector,
            String concurrencyPath,
            StateMachine processor,
            JsonNode writer,
            Flow flow)
            implements State {}

    record Choice(List<Rule> rules, @Nullable String otherwise) implements State {}

    /// @param equal the text or boolean that the value at `variable` must be
    record Rule(String variable, JsonNode equal, String next) {}

    record Fail(String errorPath, String causePath) implements State {}

    record Succeed() implements State {}

    /// States by name.
    record StateMachine(String start, int timeoutSeconds, Map<String, State> states) {}
}
