package dev.tidemark.parquet;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.format.CompressionCodec;
import org.brotli.dec.BrotliInputStream;
import org.xerial.snappy.Snappy;

/// Pages decompressed, with the sizes that their headers claim held to what each codec can do at most.
final class Decompression implements AutoCloseable {

    /// A page of more is a bomb, or of a writer that no reader is made for.
    static final int MOST = 512 << 20;

    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();

    @Override
    public void close() {
        zstd.close();
    }

    /// Whether `length` bytes of the codec can become `size`.
    ///
    /// @param codec not null
    static boolean isPossible(CompressionCodec codec, long length, long size) {
        long most = switch (codec) {
            case UNCOMPRESSED -> length;
            case SNAPPY -> length * 64;
            case LZ4, LZ4_RAW -> length * 256;
            case GZIP -> length * 1100;
            // Four bytes can be a block of 128 KB; brotli knows no such bound.
            case ZSTD, BROTLI -> length * 33_000;
            case LZO -> Long.MAX_VALUE;
        };
        return size <= most + 64;
    }

    /// Fills `to[0..size)`.
    ///
    /// @throws dev.tidemark.spi.UnreadableObjectException when the bytes are not those of so long a page
    void decompress(CompressionCodec codec, byte[] from, int start, int length, byte[] to, int size, Place place) {
        boolean right;
        try {
            right = switch (codec) {
                case UNCOMPRESSED -> {
                    System.arraycopy(from, start, to, 0, size);
                    yield length == size;
                }
                case SNAPPY ->
                    Snappy.uncompressedLength(from, start, length) == size
                            && Snappy.uncompress(from, start, length, to, 0) == size;
                case ZSTD -> zstd.decompressByteArray(to, 0, size, from, start, length) == size;
                case GZIP -> fill(new GZIPInputStream(new ByteArrayInputStream(from, start, length)), to, size);
                case BROTLI -> fill(new BrotliInputStream(new ByteArrayInputStream(from, start, length)), to, size);
                case LZ4_RAW -> Lz4.block(from, start, start + length, to, 0, size);
                case LZ4 ->
                    Lz4.hadoop(from, start, start + length, to, size)
                            || Lz4.block(from, start, start + length, to, 0, size);
                case LZO ->
                    throw place.refused(
                            "is compressed with LZO, which is not read", "Have it written with zstd, snappy or gzip");
            };
        } catch (IOException | ZstdException e) {
            throw place.damaged("a page cannot be decompressed with " + codec + " (" + e.getMessage() + ")", e);
        }
        if (!right) {
            throw place.damaged("a page of " + codec + " does not decompress to the " + size + " bytes that it says");
        }
    }

    private static boolean fill(InputStream in, byte[] to, int size) throws IOException {
        try (in) {
            return in.readNBytes(to, 0, size) == size && in.read() < 0;
        }
    }
}
