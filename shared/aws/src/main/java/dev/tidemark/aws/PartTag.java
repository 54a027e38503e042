package dev.tidemark.aws;

import org.jspecify.annotations.Nullable;

/// What a result keeps of an uploaded part: its ETag and its CRC32, as S3 wants both back at completion.
///
/// @param crc32 base64, or null where there is none
record PartTag(String etag, @Nullable String crc32) {

    private static final String CRC32 = " crc32=";

    String text() {
        return crc32 == null ? etag : etag + CRC32 + crc32;
    }

    static PartTag of(String text) {
        int at = text.indexOf(CRC32);
        return at < 0
                ? new PartTag(text, null)
                : new PartTag(text.substring(0, at), text.substring(at + CRC32.length()));
    }
}
