package dev.tidemark.orc;

import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/// The fields of one message of Protocol Buffers, in which ORC describes itself.
///
/// Source: <https://protobuf.dev/programming-guides/encoding/>. What a message claims is held to the bytes that are
/// there.
final class ProtoReader {

    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;

    private final Place place;
    private final byte[] bytes;
    private final int end;
    private int at;
    private int field;
    private int wire;

    ProtoReader(Place place, byte[] bytes) {
        this(place, bytes, 0, bytes.length);
    }

    private ProtoReader(Place place, byte[] bytes, int at, int end) {
        this.place = place;
        this.bytes = bytes;
        this.at = at;
        this.end = end;
    }

    /// Goes to the next field; false at the message's end.
    boolean next() {
        if (at == end) {
            return false;
        }
        long key = varint();
        field = (int) (key >>> 3);
        wire = (int) (key & 7);
        if (key >>> 32 != 0 || field <= 0) {
            throw wrong();
        }
        return true;
    }

    /// Number of the field that [#next()] went to. Each must be taken with one of the methods below.
    int field() {
        return field;
    }

    long number() {
        if (wire != VARINT) {
            throw wrong();
        }
        return varint();
    }

    /// A number that must be one of 0 to `most`.
    int number(int most, String what) {
        long value = number();
        if (value < 0 || value > most) {
            throw place.damaged("its " + what + " is " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    /// Tells the numbers of a repeated field, packed or one by one.
    void numbers(String what, IntConsumer to) {
        if (wire == VARINT) {
            to.accept(number(Integer.MAX_VALUE, what));
            return;
        }
        ProtoReader packed = message();
        while (packed.at < packed.end) {
            long value = packed.varint();
            if (value < 0 || value > Integer.MAX_VALUE) {
                throw place.damaged("its " + what + " is " + Long.toUnsignedString(value));
            }
            to.accept((int) value);
        }
    }

    ProtoReader message() {
        int length = length();
        ProtoReader inner = new ProtoReader(place, bytes, at, at + length);
        at += length;
        return inner;
    }

    String text() {
        int length = length();
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    void skip() {
        switch (wire) {
            case VARINT -> varint();
            case FIXED64 -> forward(8);
            case BYTES -> forward(length());
            case FIXED32 -> forward(4);
            default -> throw wrong();
        }
    }

    private int length() {
        if (wire != BYTES) {
            throw wrong();
        }
        long length = varint();
        if (length < 0 || length > end - at) {
            throw wrong();
        }
        return (int) length;
    }

    private void forward(int count) {
        if (count > end - at) {
            throw wrong();
        }
        at += count;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at == end) {
                throw wrong();
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw wrong();
    }

    private RuntimeException wrong() {
        return place.damaged("a description in it cannot be read");
    }
}
