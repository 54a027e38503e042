package dev.tidemark.run;

import dev.tidemark.spi.Catalog;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Staging;
import dev.tidemark.spi.StateStore;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The whole outside world of the steps.
///
/// @param random 64 random bits a call, for attempt ids
/// @param calls  how often they were called, where that is counted
public record Ports(
        ObjectStore objects,
        Staging staging,
        StateStore state,
        Catalog catalog,
        RunCodec codec,
        InstantSource clock,
        LongSupplier random,
        Calls calls) {

    /// Ports whose calls nobody counts.
    public Ports(
            ObjectStore objects,
            Staging staging,
            StateStore state,
            Catalog catalog,
            RunCodec codec,
            InstantSource clock,
            LongSupplier random) {
        this(objects, staging, state, catalog, codec, clock, random, new Calls());
    }

    /// The same ports, of which only the calls from now on count.
    public Ports countedAnew() {
        return new Ports(objects, staging, state, catalog, codec, clock, random, calls.fromNow());
    }

    /// The same ports, counting from now on by `port.method`. Ports that count requests of their own need it not.
    public Ports counted() {
        return CountedPorts.of(this);
    }

    /// A fresh attempt id: 16 hex digits.
    public String attempt() {
        return "%016x".formatted(random.getAsLong());
    }

    public long now() {
        return clock.millis();
    }
}
