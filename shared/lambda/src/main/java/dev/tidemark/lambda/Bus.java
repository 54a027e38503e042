package dev.tidemark.lambda;

import java.time.Instant;

/// Where whoever waits for something is told of it.
public interface Bus {

    /// Puts one event. Put again, it is there twice.
    ///
    /// @param time   which the event has
    /// @param detail a JSON object
    /// @throws dev.tidemark.spi.StorageUnavailableException when the bus did not take it: call again
    void put(String source, String detailType, Instant time, String detail);
}
