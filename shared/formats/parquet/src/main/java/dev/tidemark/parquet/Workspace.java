package dev.tidemark.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.xerial.snappy.Snappy;

/// Everything that writing a row group needs and that is worth keeping: buffers, level arrays, a zstd context.
///
/// One is leased for the time of a flush, so that there are as many as threads that flush at once and none per open
/// file.
final class Workspace {

    private static final ConcurrentLinkedDeque<Workspace> IDLE = new ConcurrentLinkedDeque<>();
    private static final int ZSTD_LEVEL = 1;

    final Levels levels;
    final Dictionary dictionary = new Dictionary();
    /// One page before compression.
    final ByteBuilder page = new ByteBuilder();
    /// Pages on their way to the staged file.
    final ByteBuilder gathered = new ByteBuilder();
    final CRC32 crc = new CRC32();
    private final ByteBuilder compressed = new ByteBuilder();
    private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(ZSTD_LEVEL);

    Workspace(Levels levels) {
        this.levels = levels;
    }

    static Workspace lease() {
        Workspace idle = IDLE.pollFirst();
        return idle == null ? new Workspace(new Levels()) : idle;
    }

    void giveBack() {
        IDLE.addFirst(this);
    }

    /// Compresses [#page]. The result is valid until the next call, and may be the page itself.
    ByteBuilder compress(Compression compression) throws IOException {
        byte[] from = page.bytes();
        int length = page.size();
        compressed.clear();
        switch (compression) {
            case UNCOMPRESSED -> {
                return page;
            }
            case ZSTD -> {
                byte[] to = compressed.reserve(Math.toIntExact(Zstd.compressBound(length)));
                compressed.advance(zstd.compressByteArray(to, 0, to.length, from, 0, length));
            }
            case SNAPPY -> {
                byte[] to = compressed.reserve(Snappy.maxCompressedLength(length));
                compressed.advance(Snappy.compress(from, 0, length, to, 0));
            }
            case GZIP -> {
                try (GZIPOutputStream gzip = new GZIPOutputStream(compressed, 1 << 16)) {
                    gzip.write(from, 0, length);
                }
            }
        }
        return compressed;
    }
}
