package dev.tidemark.bookmark;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The identity of one version of an object, as a bookmark remembers it: 24 bytes.
///
/// The key hash is the first 16 bytes of SHA-256 of the full location; the version hash is the first 8 bytes of
/// SHA-256 of `etag\nsize`. SHA-256 because a fast hash would let somebody make a key that is skipped.
///
/// @param keyHigh bytes 0–7 of the key hash, big-endian
/// @param keyLow  bytes 8–15
/// @param version the version hash; [#FORGOTTEN] never stands for a version
public record ObjectVersion(long keyHigh, long keyLow, long version) implements Comparable<ObjectVersion> {

    /// In a segment: whatever older segments say of this key no longer holds.
    public static final long FORGOTTEN = 0;

    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(ObjectVersion::sha256);

    /// @param location  full location, `s3://bucket/key` or `file:///…`
    /// @param etag      as the listing gives it, without quotes
    /// @param sizeBytes as the listing gives it
    public static ObjectVersion of(String location, String etag, long sizeBytes) {
        return key(location).at(etag, sizeBytes);
    }

    /// The key alone, its version forgotten.
    public static ObjectVersion key(String location) {
        ByteBuffer hash = ByteBuffer.wrap(SHA_256.get().digest(location.getBytes(StandardCharsets.UTF_8)));
        return new ObjectVersion(hash.getLong(0), hash.getLong(8), FORGOTTEN);
    }

    /// A version of the same key.
    public ObjectVersion at(String etag, long sizeBytes) {
        return new ObjectVersion(keyHigh, keyLow, versionHash(etag, sizeBytes));
    }

    static long versionHash(String etag, long sizeBytes) {
        byte[] text = (etag + '\n' + sizeBytes).getBytes(StandardCharsets.UTF_8);
        long hash = ByteBuffer.wrap(SHA_256.get().digest(text)).getLong(0);
        return hash == FORGOTTEN ? 1 : hash;
    }

    /// By key hash, unsigned: the order of a segment.
    @Override
    public int compareTo(ObjectVersion other) {
        int high = Long.compareUnsigned(keyHigh, other.keyHigh);
        return high != 0 ? high : Long.compareUnsigned(keyLow, other.keyLow);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException every) {
            throw new IllegalStateException("every Java platform has SHA-256", every);
        }
    }
}
