package dev.tidemark.ion;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The top-level values of an object, one after the other, by their first and last byte. One thread.
abstract sealed class Slices permits BinarySlices, TextSlices {

    /// The most bytes that one top-level value may have.
    static final int MAX_RECORD_BYTES = 128 << 20;

    /// The deepest that values may nest.
    static final int MAX_DEPTH = 500;

    enum Kind {
        /// A struct.
        RECORD,
        /// Any other value.
        OTHER,
        /// An Ion version marker: symbols begin anew.
        MARKER,
        /// A table of symbols in place of the one before.
        SYMBOLS,
        /// A table of symbols that adds to the one before.
        MORE_SYMBOLS
    }

    final IonBytes bytes;
    final String location;
    Kind kind = Kind.OTHER;
    long start;
    long end;

    @Nullable
    String problem;

    Slices(String location, IonBytes bytes) {
        this.location = location;
        this.bytes = bytes;
    }

    /// Goes to the next value.
    ///
    /// @return false at the object's end
    /// @throws dev.tidemark.spi.UnreadableObjectException when nobody can say where the value ends
    abstract boolean next() throws IOException;

    /// Whether a wrong value leaves those behind it alone.
    abstract boolean isText();

    final Kind kind() {
        return kind;
    }

    /// First byte of the value.
    final long start() {
        return start;
    }

    /// Behind the last one.
    final long end() {
        return end;
    }

    /// Why the value must not be looked into, or null.
    final @Nullable String problem() {
        return problem;
    }
}
