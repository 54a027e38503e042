package dev.tidemark.integration.asl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A state with the fields that this runner implements.
sealed interface State {

    /// @param seconds     of the first wait, grown by `rate` each time up to `mostSeconds`
    /// @param attempts    retries after the first try
    record Retrier(List<String> errors, double seconds, double rate, double mostSeconds, int attempts) {}

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
