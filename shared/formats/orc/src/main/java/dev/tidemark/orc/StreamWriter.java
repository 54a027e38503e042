package dev.tidemark.orc;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.util.zip.Deflater;
import org.xerial.snappy.Snappy;

/// One stream being made: chunks are compressed as they are full. Kept and reused.
final class StreamWriter {

    static final int BLOCK = 256 << 10;
    private static final int ZSTD_LEVEL = 1;

    private final ByteBuilder out = new ByteBuilder();
    private final byte[] block = new byte[BLOCK];
    private final Codecs codecs;
    private int used;
    private Compression compression = Compression.UNCOMPRESSED;

    StreamWriter(Codecs codecs) {
        this.codecs = codecs;
    }

    /// What compressors need, shared by the streams of one thread.
    static final class Codecs {

        private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(ZSTD_LEVEL);
        private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);

        /// Appends to `to`, or answers false where that is no shorter.
        boolean compress(Compression compression, byte[] from, int length, ByteBuilder to) throws IOException {
            int before = to.size();
            int size = switch (compression) {
                case UNCOMPRESSED -> length;
                case ZSTD -> {
                    int most = Math.toIntExact(Zstd.compressBound(length));
                    byte[] room = to.reserve(most);
                    yield zstd.compressByteArray(room, before, most, from, 0, length);
                }
                case SNAPPY -> Snappy.compress(from, 0, length, to.reserve(Snappy.maxCompressedLength(length)), before);
                case ZLIB -> {
                    deflater.reset();
                    deflater.setInput(from, 0, length);
                    deflater.finish();
                    int done = deflater.deflate(to.reserve(length), before, length);
                    yield deflater.finished() ? done : length;
                }
            };
            if (size >= length) {
                return false;
            }
            to.advance(size);
            return true;
        }
    }

    void begin(Compression how) {
        compression = how;
        out.clear();
        used = 0;
    }

    void write(int value) throws IOException {
        block[used++] = (byte) value;
        if (used == BLOCK) {
            endBlock();
        }
    }

    void write(byte[] from, int start, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int piece = Math.min(length - done, BLOCK - used);
            System.arraycopy(from, start + done, block, used, piece);
            used += piece;
            done += piece;
            if (used == BLOCK) {
                endBlock();
            }
        }
    }

    void write(ByteBuilder from) throws IOException {
        write(from.bytes(), 0, from.size());
    }

    /// Where the next byte stands, as an index of rows says it.
    void mark(Positions positions) {
        positions.add(out.size() + (compression == Compression.UNCOMPRESSED ? used : 0));
        if (compression != Compression.UNCOMPRESSED) {
            positions.add(used);
        }
    }

    private void endBlock() throws IOException {
        if (used == 0) {
            return;
        }
        if (compression == Compression.UNCOMPRESSED) {
            out.write(block, 0, used);
        } else {
            int header = out.size();
            out.reserve(Decompression.HEADER);
            out.advance(Decompression.HEADER);
            boolean compressed = codecs.compress(compression, block, used, out);
            if (!compressed) {
                out.write(block, 0, used);
            }
            int length = out.size() - header - Decompression.HEADER;
            int value = length << 1 | (compressed ? 0 : 1);
            byte[] bytes = out.bytes();
            bytes[header] = (byte) value;
            bytes[header + 1] = (byte) (value >>> 8);
            bytes[header + 2] = (byte) (value >>> 16);
        }
        used = 0;
    }

    /// The stream as it is in a file, valid until [#begin(Compression)].
    ByteBuilder end() throws IOException {
        endBlock();
        return out;
    }
}
