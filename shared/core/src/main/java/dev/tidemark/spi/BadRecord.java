package dev.tidemark.spi;

import org.jspecify.annotations.Nullable;

/// A record that could not be read or transformed.
///
/// @param object       full location of the object
/// @param etag         its version
/// @param offset       byte offset of the record in the decoded object
/// @param recordNumber counted from 1 over data records; 0 where unknown (split objects)
/// @param column       the column it is about, or null for the record as a whole
/// @param reason       one sentence: what was found, what was expected, which option helps
/// @param raw          the record's bytes without its line end
public record BadRecord(
        String object,
        String etag,
        long offset,
        long recordNumber,
        @Nullable String column,
        String reason,
        byte[] raw) {}
