package dev.tidemark.avro;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;
import org.xerial.snappy.Snappy;

/// How blocks are compressed (Avro specification, "Required Codecs" and "Optional Codecs").
enum AvroCodec {
    NULL("null"),
    DEFLATE("deflate"),
    SNAPPY("snappy"),
    BZIP2("bzip2"),
    XZ("xz"),
    ZSTANDARD("zstandard");

    /// What a job file may say.
    static final List<String> CHOICES = List.of("zstd", "snappy", "deflate", "bzip2", "xz", "none", "uncompressed");

    /// A block that becomes larger was not made to be read in blocks; writers make blocks of some kilobytes. While it
    /// is decompressed, twice as much is held.
    static final int MOST_BYTES = 128 << 20;

    private static final int FIRST_ROOM = 64 << 10;
    private static final int USUAL_EXPANSION = 6;
    private static final int MOST_EXPANSION = 64;

    private static final int ZSTD_LEVEL = 1;
    private static final int CRC_BYTES = 4;

    /// In the file's metadata.
    private final String codecName;

    AvroCodec(String codecName) {
        this.codecName = codecName;
    }

    String codecName() {
        return codecName;
    }

    static Optional<AvroCodec> named(String name) {
        return Arrays.stream(values())
                .filter(codec -> codec.codecName.equals(name))
                .findFirst();
    }

    /// The codec of the option `compression`.
    static AvroCodec ofOption(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "zstd" -> ZSTANDARD;
            case "snappy" -> SNAPPY;
            case "deflate" -> DEFLATE;
            case "bzip2" -> BZIP2;
            case "xz" -> XZ;
            default -> NULL;
        };
    }

    /// @throws IOException when the block is damaged
    byte[] decompress(byte[] block) throws IOException {
        try {
            return switch (this) {
                case NULL -> block;
                case SNAPPY -> snappy(block);
                case DEFLATE -> {
                    Inflater inflater = new Inflater(true);
                    try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(block), inflater)) {
                        yield read(in);
                    } finally {
                        inflater.end();
                    }
                }
                case BZIP2 -> {
                    try (InputStream in = new BZip2CompressorInputStream(new ByteArrayInputStream(block), true)) {
                        yield read(in);
                    }
                }
                case XZ -> {
                    try (InputStream in = new XZInputStream(new ByteArrayInputStream(block), MOST_BYTES >> 10)) {
                        yield read(in);
                    }
                }
                case ZSTANDARD -> zstd(block);
            };
        } catch (RuntimeException damaged) {
            // Decoders meet damage with whatever their arithmetic gives.
            throw new IOException(codecName + " cannot decompress it: " + damaged.getMessage(), damaged);
        }
    }

    private static byte[] read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES);
        if (bytes.length == MOST_BYTES && in.read() >= 0) {
            throw tooLarge();
        }
        return bytes;
    }

    /// At once, which is much faster than as a stream where blocks are small. Writers that stream do not say how
    /// large the data is, so that it is tried; what expands more than is usual may be a bomb and is a stream.
    private static byte[] zstd(byte[] block) throws IOException {
        long most = Math.min(MOST_BYTES, Math.max(FIRST_ROOM, (long) block.length * MOST_EXPANSION));
        long said = Zstd.getFrameContentSize(block);
        long room = said > 0 ? said : Math.max(FIRST_ROOM, (long) block.length * USUAL_EXPANSION);
        for (; room <= most; room *= 2) {
            byte[] data = new byte[(int) room];
            long length = Zstd.decompressByteArray(data, 0, data.length, block, 0, block.length);
            if (!Zstd.isError(length)) {
                return length == data.length ? data : Arrays.copyOf(data, (int) length);
            }
            if (Zstd.getErrorCode(length) != Zstd.errDstSizeTooSmall()) {
                throw new IOException("zstd: " + Zstd.getErrorName(length));
            }
        }
        try (InputStream in = new ZstdInputStream(new ByteArrayInputStream(block))) {
            return read(in);
        }
    }

    private static IOException tooLarge() {
        return new IOException("it has more than " + (MOST_BYTES >> 20) + " MB when decompressed");
    }

    /// Behind the data stands its CRC, decompressed.
    private static byte[] snappy(byte[] block) throws IOException {
        int length = block.length - CRC_BYTES;
        if (length < 0) {
            throw new IOException("it has no checksum");
        }
        if (Snappy.uncompressedLength(block, 0, length) > MOST_BYTES) {
            throw tooLarge();
        }
        byte[] data = new byte[Snappy.uncompressedLength(block, 0, length)];
        int written = Snappy.uncompress(block, 0, length, data, 0);
        CRC32 crc = new CRC32();
        crc.update(data);
        int stored = 0;
        for (int i = length; i < block.length; i++) {
            stored = stored << 8 | (block[i] & 0xFF);
        }
        if (written != data.length || stored != (int) crc.getValue()) {
            throw new IOException("its checksum is wrong");
        }
        return data;
    }

    byte[] compress(byte[] data, int length) throws IOException {
        return switch (this) {
            case NULL -> Arrays.copyOf(data, length);
            case SNAPPY -> {
                byte[] packed = new byte[Snappy.maxCompressedLength(length) + CRC_BYTES];
                int size = Snappy.compress(data, 0, length, packed, 0);
                CRC32 crc = new CRC32();
                crc.update(data, 0, length);
                for (int i = 0; i < CRC_BYTES; i++) {
                    packed[size + i] = (byte) (crc.getValue() >>> (24 - 8 * i));
                }
                yield Arrays.copyOf(packed, size + CRC_BYTES);
            }
            case DEFLATE -> {
                Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
                try {
                    ByteArrayOutputStream packed = new ByteArrayOutputStream();
                    write(new DeflaterOutputStream(packed, deflater), data, length);
                    yield packed.toByteArray();
                } finally {
                    deflater.end();
                }
            }
            case BZIP2 -> {
                ByteArrayOutputStream packed = new ByteArrayOutputStream();
                write(new BZip2CompressorOutputStream(packed), data, length);
                yield packed.toByteArray();
            }
            case XZ -> {
                ByteArrayOutputStream packed = new ByteArrayOutputStream();
                write(new XZOutputStream(packed, new LZMA2Options()), data, length);
                yield packed.toByteArray();
            }
            case ZSTANDARD -> {
                byte[] packed = new byte[Math.toIntExact(Zstd.compressBound(length))];
                long size = Zstd.compressByteArray(packed, 0, packed.length, data, 0, length, ZSTD_LEVEL);
                if (Zstd.isError(size)) {
                    throw new IOException("zstd: " + Zstd.getErrorName(size));
                }
                yield Arrays.copyOf(packed, (int) size);
            }
        };
    }

    private static void write(OutputStream out, byte[] data, int length) throws IOException {
        try (out) {
            out.write(data, 0, length);
        }
    }
}
