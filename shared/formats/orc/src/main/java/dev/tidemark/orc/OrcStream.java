package dev.tidemark.orc;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// One stream of a column, decompressed chunk by chunk.
final class OrcStream {

    static final VarHandle BIG_LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int UNCOMPRESSED_PIECE = 256 << 10;

    private final Place place;
    private final StreamBytes source;
    private final Codec codec;
    private final int blockSize;
    private final Decompression decompression;
    private byte[] own = new byte[0];

    /// `bytes[at..limit)` are the next ones; more come with [#fill()].
    byte[] bytes = new byte[0];

    int at;
    int limit;

    OrcStream(Place place, StreamBytes source, Codec codec, int blockSize, Decompression decompression) {
        this.place = place;
        this.source = source;
        this.codec = codec;
        this.blockSize = blockSize;
        this.decompression = decompression;
    }

    Place place() {
        return place;
    }

    /// Whether there is no byte left.
    boolean atEnd() throws IOException {
        while (at == limit) {
            if (source.left() == 0) {
                return true;
            }
            nextChunk();
        }
        return false;
    }

    /// Has at least one byte in `bytes[at..limit)`.
    void fill() throws IOException {
        if (atEnd()) {
            throw place.damaged("a stream of it ends before its values do");
        }
    }

    private void nextChunk() throws IOException {
        if (codec == Codec.NONE) {
            source.ensure(UNCOMPRESSED_PIECE);
            int piece = Math.min(source.available(), UNCOMPRESSED_PIECE);
            take(source.bytes(), source.at(), piece);
            source.skip(piece);
            return;
        }
        source.ensure(Decompression.HEADER);
        if (source.available() < Decompression.HEADER) {
            throw place.damaged("a stream of it ends within a chunk");
        }
        int header = Decompression.header(source.bytes(), source.at());
        int length = header >>> 1;
        source.skip(Decompression.HEADER);
        if (length > source.left() || length > blockSize) {
            throw place.damaged("a stream of it claims a chunk of " + length + " bytes where " + source.left()
                    + " are left and " + blockSize + " the most");
        }
        source.ensure(length);
        if ((header & 1) == 1) {
            take(source.bytes(), source.at(), length);
        } else {
            byte[] room = decompression.room(blockSize);
            int size = decompression.decompress(codec, source.bytes(), source.at(), length, room, blockSize, place);
            if (own.length < size) {
                own = new byte[size];
            }
            System.arraycopy(room, 0, own, 0, size);
            take(own, 0, size);
        }
        source.skip(length);
    }

    private void take(byte[] from, int start, int length) {
        bytes = from;
        at = start;
        limit = start + length;
    }

    int readByte() throws IOException {
        if (at == limit) {
            fill();
        }
        return bytes[at++] & 0xFF;
    }

    void readFully(byte[] to, int start, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (at == limit) {
                fill();
            }
            int piece = Math.min(length - done, limit - at);
            System.arraycopy(bytes, at, to, start + done, piece);
            at += piece;
            done += piece;
        }
    }

    /// A number of seven bits a byte, lowest first.
    long readVarint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw place.damaged("it has a number of more than 64 bits");
    }

    static long signed(long zigzag) {
        return zigzag >>> 1 ^ -(zigzag & 1);
    }
}
