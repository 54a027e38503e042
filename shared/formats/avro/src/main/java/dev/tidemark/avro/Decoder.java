package dev.tidemark.avro;

/// Reads the next value of a block into a vector, or over it.
@FunctionalInterface
interface Decoder {

    void next(AvroBytes in);
}
