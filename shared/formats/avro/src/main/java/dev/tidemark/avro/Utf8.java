package dev.tidemark.avro;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Whether bytes are text.
final class Utf8 {

    private Utf8() {}

    static boolean isValid(byte[] bytes, int from, int length) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
            return true;
        } catch (CharacterCodingException noText) {
            return false;
        }
    }
}
