package dev.tidemark.aws;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32;

/// Checksums as S3 takes them: four bytes, big endian, base64.
final class Checksums {

    private Checksums() {}

    static String crc32(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return text(crc);
    }

    static String text(CRC32 crc) {
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(Integer.BYTES)
                        .putInt((int) crc.getValue())
                        .array());
    }
}
