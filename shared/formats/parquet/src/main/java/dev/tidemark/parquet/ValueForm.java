package dev.tidemark.parquet;

import dev.tidemark.data.DataType;
import org.apache.parquet.format.Type;

/// How values of a column are stored and what they are.
///
/// @param physical how the file stores them
/// @param width    bytes of a FIXED_LEN_BYTE_ARRAY value, else 0
/// @param meaning  what becomes of them
/// @param type     that they have then
record ValueForm(Type physical, int width, Meaning meaning, DataType type) {

    enum Meaning {
        /// Stored as they are.
        PLAIN,
        INT8,
        INT16,
        UINT8,
        UINT16,
        UINT32,
        UINT64,
        FLOAT16,
        DECIMAL,
        UUID,
        /// Times of day, as text.
        TIME_MILLIS,
        TIME_MICROS,
        TIME_NANOS,
        /// Instants.
        MILLIS,
        MICROS,
        NANOS,
        /// Wall clocks.
        LOCAL_MILLIS,
        LOCAL_MICROS,
        LOCAL_NANOS,
        INT96,
        /// Nothing but nulls.
        NOTHING
    }
}
