package dev.tidemark.parquet;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.parquet.format.CompressionCodec;

/// How pages are compressed: the values of the option `compression`.
enum Compression {
    ZSTD(CompressionCodec.ZSTD),
    SNAPPY(CompressionCodec.SNAPPY),
    GZIP(CompressionCodec.GZIP),
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED);

    /// What a job file may say.
    static final List<String> CHOICES = List.of("zstd", "snappy", "gzip", "uncompressed", "none");

    private final CompressionCodec codec;

    Compression(CompressionCodec codec) {
        this.codec = codec;
    }

    CompressionCodec codec() {
        return codec;
    }

    String option() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Compression> of(String text) {
        for (Compression compression : values()) {
            if (compression.option().equalsIgnoreCase(text)) {
                return Optional.of(compression);
            }
        }
        return text.equalsIgnoreCase("none") ? Optional.of(UNCOMPRESSED) : Optional.empty();
    }
}
