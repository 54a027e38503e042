package dev.tidemark.compression;

import com.github.luben.zstd.ZstdOutputStream;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.jspecify.annotations.Nullable;

/// A staged file whose bytes are compressed in members (frames, streams), one behind the other.
///
/// An encoder holds megabytes as long as its member is open, and a worker may write hundreds of files at a time. So a
/// member can be ended before its file is: every reader of these formats takes several for one file.
public final class EncodedFile extends OutputStream {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int ZSTD_LEVEL = 3;

    private final Compression compression;
    private final OutputStream plain;
    private final byte[] single = new byte[1];
    private @Nullable OutputStream member;
    private boolean hasMember;

    EncodedFile(Compression compression, StagedOutput output) {
        this.compression = compression;
        this.plain = new StagedStream(output);
    }

    /// What an encoder takes, native memory included, rounded up from what its library says of these levels.
    private static long encoderBytes(Compression compression) {
        return switch (compression) {
            case NONE -> 0;
            case GZIP -> 400L << 10;
            case ZSTD -> 4L << 20;
            case BZIP2 -> 12L << 20;
        };
    }

    /// Bytes that [#endMember()] would give back.
    public long heldBytes() {
        return member == null ? 0 : encoderBytes(compression);
    }

    @Override
    public void write(int value) throws IOException {
        single[0] = (byte) value;
        write(single, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (length > 0) {
            member().write(bytes, from, length);
        }
    }

    private OutputStream member() throws IOException {
        OutputStream open = member;
        if (open == null) {
            open = switch (compression) {
                case NONE -> plain;
                case GZIP -> new GZIPOutputStream(plain, BUFFER_BYTES);
                case ZSTD -> new ZstdOutputStream(plain, ZSTD_LEVEL);
                case BZIP2 -> new BZip2CompressorOutputStream(plain);
            };
            member = open;
            hasMember = true;
        }
        return open;
    }

    /// Ends the member; the next byte begins another.
    public void endMember() throws IOException {
        OutputStream open = member;
        member = null;
        if (open != null) {
            open.close();
        }
    }

    /// Ends the compressed data, not the staged file. One without bytes has a member of nothing.
    @Override
    public void close() throws IOException {
        if (!hasMember) {
            member();
        }
        endMember();
    }

    /// A staged file as a stream.
    private static final class StagedStream extends OutputStream {

        private final StagedOutput output;
        private final byte[] single = new byte[1];

        StagedStream(StagedOutput output) {
            this.output = output;
        }

        @Override
        public void write(int value) throws IOException {
            single[0] = (byte) value;
            output.write(single, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            output.write(bytes, from, length);
        }
    }
}
