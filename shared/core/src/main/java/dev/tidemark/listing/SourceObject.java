package dev.tidemark.listing;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One object as a listing reported it, before any of its bytes were read.
///
/// Its identity is location, ETag and size; `lastModified` is for people.
///
/// @param location     full location, `s3://bucket/key` or `file:///…`
/// @param sizeBytes    stored size in bytes; 0 is legal
/// @param lastModified time of the last write as the store reports it (S3: whole seconds, UTC)
/// @param etag         entity tag without quotes; changes when the object is overwritten
/// @param storageClass the store's storage class, or null for the standard one
public record SourceObject(
        String location,
        long sizeBytes,
        Instant lastModified,
        String etag,
        @Nullable String storageClass) {

    public SourceObject {
        Objects.requireNonNull(lastModified, "lastModified");
        Objects.requireNonNull(etag, "etag");
        if (location.isEmpty()) {
            throw new IllegalArgumentException("location must not be empty");
        }
        if (sizeBytes < 0) {
            throw new IllegalArgumentException("sizeBytes must be >= 0 but is " + sizeBytes + " for " + location);
        }
    }
}
