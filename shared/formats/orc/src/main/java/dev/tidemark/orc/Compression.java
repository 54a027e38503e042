package dev.tidemark.orc;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How files are compressed: the values of the option `compression`.
enum Compression {
    ZSTD(Codec.ZSTD),
    SNAPPY(Codec.SNAPPY),
    ZLIB(Codec.ZLIB),
    UNCOMPRESSED(Codec.NONE);

    /// What a job file may say.
    static final List<String> CHOICES = List.of("zstd", "snappy", "zlib", "uncompressed", "none");

    private final Codec codec;

    Compression(Codec codec) {
        this.codec = codec;
    }

    Codec codec() {
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
