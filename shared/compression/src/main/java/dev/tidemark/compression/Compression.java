package dev.tidemark.compression;

import com.github.luben.zstd.ZstdInputStream;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.StagedOutput;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;

/// How a text object is compressed as a whole.
///
/// Reading decides by the first bytes, never by the name: objects called `.csv` that hold gzip, and the other way
/// round,
/// are common. Every member, frame or stream of an object is read; an object that stops in the middle of one, or
/// goes
/// on with something else, is unreadable as a whole.
public enum Compression {
    NONE(""),
    GZIP("gz"),
    ZSTD("zst"),
    BZIP2("bz2");

    /// Values of the writers' option `compression`.
    public static final List<String> CHOICES = List.of("none", "gzip", "zstd", "bzip2");

    private static final List<String> COMPRESSED_NAMES = List.of(
            ".gz", ".gzip", ".bgz", ".zst", ".zstd", ".bz2", ".xz", ".lz4", ".br", ".snappy", ".deflate", ".zip");
    private static final int MAGIC_LENGTH = 6;

    private final String extension;

    Compression(String extension) {
        this.extension = extension;
    }

    /// What names of files end in, without a dot; empty for [#NONE].
    public String extension() {
        return extension;
    }

    /// The value of `compression` or, as Glue's DataFrame writers call it, `compressionType`; [#NONE] without one.
    public static Compression of(FormatOptions options) {
        String name = options.text("compression")
                .or(() -> options.text("compressionType"))
                .orElse("none");
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "gzip" -> GZIP;
            case "zstd" -> ZSTD;
            case "bzip2" -> BZIP2;
            case "none", "uncompressed", "" -> NONE;
            default -> throw new IllegalArgumentException("compression '" + name + "' is none of " + CHOICES);
        };
    }

    /// Whether an object of this name is compressed by the look of it. Such objects are never planned as byte
    /// ranges.
    public static boolean compressedName(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return COMPRESSED_NAMES.stream().anyMatch(lower::endsWith);
    }

    /// The object's content from its first byte on, decompressed. The caller closes it.
    ///
    /// The stream throws [UnreadableObjectException] where the compressed data is damaged, and [IOException] only
    /// when
    /// the store failed.
    public static InputStream open(ObjectInput input) throws IOException {
        return openKnown(input).stream();
    }

    /// A decompressed stream and what it was compressed with.
    public record Opened(InputStream stream, Compression compression) {}

    /// As [#open(ObjectInput)], saying which compression was found.
    public static Opened openKnown(ObjectInput input) throws IOException {
        DecodedStream.Source source = new DecodedStream.Source(input.stream(0));
        boolean opened = false;
        try {
            PushbackInputStream bytes = new PushbackInputStream(source, MAGIC_LENGTH);
            byte[] magic = new byte[MAGIC_LENGTH];
            int length = bytes.readNBytes(magic, 0, MAGIC_LENGTH);
            bytes.unread(magic, 0, length);
            refuseUnknown(input, magic);
            Compression found = ofMagic(magic);
            InputStream decoded = decode(input, found, source, bytes);
            opened = true;
            return new Opened(decoded, found);
        } finally {
            if (!opened) {
                source.close();
            }
        }
    }

    private static InputStream decode(
            ObjectInput input, Compression compression, DecodedStream.Source source, InputStream bytes)
            throws IOException {
        if (compression == NONE) {
            return bytes;
        }
        return new DecodedStream(input.location(), compression, source, () -> switch (compression) {
            case NONE -> bytes;
            case GZIP -> new GzipMembers(bytes);
            case ZSTD -> new ZstdInputStream(bytes);
            case BZIP2 -> new BZip2CompressorInputStream(bytes, true);
        });
    }

    private static Compression ofMagic(byte[] magic) {
        if (starts(magic, 0x1F, 0x8B, 0x08)) {
            return GZIP;
        }
        if (starts(magic, 0x28, 0xB5, 0x2F, 0xFD) || isSkippableZstdFrame(magic)) {
            return ZSTD;
        }
        if (starts(magic, 'B', 'Z', 'h') && magic[3] >= '1' && magic[3] <= '9' && isBzip2Block(magic)) {
            return BZIP2;
        }
        return NONE;
    }

    private static boolean isSkippableZstdFrame(byte[] magic) {
        return (magic[0] & 0xF0) == 0x50 && (magic[1] & 0xFF) == 0x2A && magic[2] == 0x4D && magic[3] == 0x18;
    }

    /// "BZh9" may begin a text; the two bytes after it are those of a block or of the end of an empty stream.
    private static boolean isBzip2Block(byte[] magic) {
        return (magic[4] == 0x31 && magic[5] == 0x41) || (magic[4] == 0x17 && magic[5] == 0x72);
    }

    private static void refuseUnknown(ObjectInput input, byte[] magic) {
        String name = unknown(magic);
        if (name != null) {
            throw new UnreadableObjectException(
                    input.location(),
                    "it is compressed with " + name
                            + ", which is not read as text. Compress it with gzip, zstd or bzip2"
                            + " instead, or exclude it with the source's exclusions",
                    null);
        }
    }

    private static @Nullable String unknown(byte[] magic) {
        if (starts(magic, 0xFD, '7', 'z', 'X', 'Z', 0)) {
            return "xz";
        }
        if (starts(magic, 0x04, 0x22, 0x4D, 0x18)) {
            return "lz4";
        }
        if (starts(magic, 'P', 'K', 3, 4)) {
            return "zip";
        }
        if (starts(magic, 0xFF, 0x06, 0x00, 0x00, 's', 'N')) {
            return "snappy";
        }
        return null;
    }

    private static boolean starts(byte[] magic, int... expected) {
        for (int i = 0; i < expected.length; i++) {
            if ((magic[i] & 0xFF) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /// A stream into `output` that compresses. Closing it ends the compressed data, not the staged file.
    public EncodedFile encode(StagedOutput output) {
        return new EncodedFile(this, output);
    }
}
