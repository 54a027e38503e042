package dev.tidemark.orc;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.brotli.dec.BrotliInputStream;
import org.xerial.snappy.Snappy;

/// Chunks decompressed, none to more than the file says of all of them. One thread.
final class Decompression implements AutoCloseable {

    /// Bytes in front of a chunk: its length and whether it is compressed at all.
    static final int HEADER = 3;

    private static final long MOST_EXPANSION = 256;
    private static final long SMALL_DESCRIPTION = 16 << 20;

    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private final Inflater inflater = new Inflater(true);
    private byte[] room = new byte[0];

    @Override
    public void close() {
        zstd.close();
        inflater.end();
    }

    /// What the header at `at` says: twice the chunk's length, and one more where it is not compressed.
    static int header(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) | ((bytes[at + 1] & 0xFF) << 8) | ((bytes[at + 2] & 0xFF) << 16);
    }

    /// What decompressed bytes are put in: at least `blockSize` of them.
    byte[] room(int blockSize) {
        if (room.length < blockSize) {
            room = new byte[blockSize];
        }
        return room;
    }

    /// All chunks of a footer.
    byte[] all(Codec codec, int blockSize, byte[] bytes, int most, Place place) {
        if (codec == Codec.NONE) {
            return bytes;
        }
        // Descriptions do not repeat themselves for ever.
        long limit = Math.min(most, Math.max(SMALL_DESCRIPTION, MOST_EXPANSION * bytes.length));
        ByteBuilder whole = new ByteBuilder();
        int at = 0;
        while (at < bytes.length) {
            if (bytes.length - at < HEADER) {
                throw place.damaged("a description ends within a chunk");
            }
            int header = header(bytes, at);
            int length = header >>> 1;
            at += HEADER;
            if (length > bytes.length - at) {
                throw place.damaged("a description ends within a chunk");
            }
            byte[] from = bytes;
            int start = at;
            int size = length;
            if ((header & 1) == 0) {
                from = room(blockSize);
                start = 0;
                size = decompress(codec, bytes, at, length, from, blockSize, place);
            }
            if ((long) whole.size() + size > limit) {
                throw place.damaged("descriptions of " + bytes.length + " bytes decompress to more than " + limit);
            }
            whole.write(from, start, size);
            at += length;
        }
        return whole.toArray();
    }

    /// Fills `to` from its begin, with at most `most` bytes.
    ///
    /// @return how many there were
    /// @throws dev.tidemark.spi.UnreadableObjectException when the bytes are not those of such a chunk
    int decompress(Codec codec, byte[] from, int start, int length, byte[] to, int most, Place place) {
        int size;
        try {
            size = switch (codec) {
                case NONE -> throw new IllegalStateException("not compressed");
                case ZLIB -> inflate(from, start, length, to, most);
                case SNAPPY -> {
                    int claimed = Snappy.uncompressedLength(from, start, length);
                    yield claimed < 0 || claimed > most ? -1 : Snappy.uncompress(from, start, length, to, 0);
                }
                case ZSTD -> {
                    long claimed = Zstd.getFrameContentSize(from, start, length);
                    yield claimed > most ? -1 : zstd.decompressByteArray(to, 0, most, from, start, length);
                }
                case LZ4 -> Lz4.decompress(from, start, start + length, to, most);
                case LZO -> Lzo.decompress(from, start, start + length, to, most);
                case BROTLI -> brotli(from, start, length, to, most);
            };
        } catch (IOException | ZstdException | DataFormatException e) {
            throw place.damaged("a chunk cannot be decompressed with " + codec + " (" + e.getMessage() + ")", e);
        }
        if (size < 0) {
            throw place.damaged("a chunk of " + codec + " does not decompress to " + most + " bytes or fewer");
        }
        return size;
    }

    private int inflate(byte[] from, int start, int length, byte[] to, int most) throws DataFormatException {
        inflater.reset();
        inflater.setInput(from, start, length);
        int size = 0;
        while (!inflater.finished()) {
            int more = size < most ? inflater.inflate(to, size, most - size) : 0;
            size += more;
            if (more == 0 && !inflater.finished()) {
                // Full, cut, or in want of a dictionary.
                return size == most && inflater.inflate(new byte[1]) == 0 && inflater.finished() ? size : -1;
            }
        }
        return size;
    }

    private static int brotli(byte[] from, int start, int length, byte[] to, int most) throws IOException {
        try (BrotliInputStream in = new BrotliInputStream(new ByteArrayInputStream(from, start, length))) {
            int size = in.readNBytes(to, 0, most);
            return in.read() < 0 ? size : -1;
        }
    }
}
