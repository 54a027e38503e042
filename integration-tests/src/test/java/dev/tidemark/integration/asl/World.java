package dev.tidemark.integration.asl;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a state machine works with.
public interface World {

    /// Invokes a function and waits for its answer. May be called by two threads at once.
    ///
    /// @throws FunctionFailure  when it ends by an exception
    /// @throws ExecutionStopped to stop the whole execution here
    JsonNode invoke(String function, JsonNode payload);

    /// Bytes of an S3 object, or null when there is none.
    byte @Nullable [] object(String bucket, String key);

    void write(String bucket, String key, byte[] bytes);

    Instant now();

    /// Lets virtual time pass.
    void pass(Duration time);
}
