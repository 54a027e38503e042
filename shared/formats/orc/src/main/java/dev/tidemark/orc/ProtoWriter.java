package dev.tidemark.orc;

import java.nio.charset.StandardCharsets;

/// One message of Protocol Buffers being made ([ProtoReader]).
final class ProtoWriter {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;

    private final ByteBuilder bytes = new ByteBuilder();

    ProtoWriter number(int field, long value) {
        bytes.writeVarint((long) field << 3 | VARINT);
        bytes.writeVarint(value);
        return this;
    }

    /// A number of a type that keeps small negative ones short.
    ProtoWriter signed(int field, long value) {
        return number(field, value << 1 ^ value >> 63);
    }

    ProtoWriter real(int field, double value) {
        bytes.writeVarint((long) field << 3 | FIXED64);
        OrcStream.LONGS.set(bytes.reserve(8), bytes.size(), Double.doubleToRawLongBits(value));
        bytes.advance(8);
        return this;
    }

    ProtoWriter bytes(int field, byte[] from, int start, int length) {
        bytes.writeVarint((long) field << 3 | BYTES);
        bytes.writeVarint(length);
        bytes.write(from, start, length);
        return this;
    }

    ProtoWriter text(int field, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return bytes(field, utf8, 0, utf8.length);
    }

    ProtoWriter message(int field, ProtoWriter message) {
        return bytes(field, message.bytes.bytes(), 0, message.bytes.size());
    }

    /// Packed numbers.
    ProtoWriter numbers(int field, long[] values, int count) {
        ByteBuilder packed = new ByteBuilder();
        for (int i = 0; i < count; i++) {
            packed.writeVarint(values[i]);
        }
        return bytes(field, packed.bytes(), 0, packed.size());
    }

    ByteBuilder bytes() {
        return bytes;
    }
}
