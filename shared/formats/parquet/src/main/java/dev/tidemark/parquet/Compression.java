package dev.tidemark.parquet;

import java.util.Locale;
import java.util.Optional;
import org.apache.parquet.format.CompressionCodec;

/// How pages are compressed: the values of the option `compression`.
enum Compression {
    ZSTD(CompressionCodec.ZSTD, "zstd.parquet"),
    SNAPPY(CompressionCodec.SNAPPY, "snappy.parquet"),
    GZIP(CompressionCodec.GZIP, "gz.parquet"),
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED, "parquet");

    private final CompressionCodec codec;
    private final String extension;

    Compression(CompressionCodec codec, String extension) {
        this.codec = codec;
        this.extension = extension;
    }

    CompressionCodec codec() {
        return codec;
    }

    /// What names of files end in, as Spark and Glue name them.
    String extension() {
        return extension;
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
