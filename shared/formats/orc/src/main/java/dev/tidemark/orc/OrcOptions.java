package dev.tidemark.orc;

import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The options of an ORC sink.
///
/// @param stripeSizeBytes buffered bytes of rows at which a stripe is written
record OrcOptions(Compression compression, long stripeSizeBytes) {

    static final long STRIPE_SIZE = 64L << 20;
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,10})\\s*(?:([kKmMgG])[bB])?");
    private static final long MOST_STRIPE_SIZE = 1L << 30;

    static final List<FormatOption> KNOWN = List.of(
            new FormatOption(
                    "compression",
                    FormatOption.Kind.CHOICE,
                    Compression.CHOICES,
                    "codec of the file: zstd (default, level 1), snappy, zlib, uncompressed"),
            new FormatOption(
                    "stripeSize",
                    FormatOption.Kind.SIZE,
                    List.of(),
                    "bytes of buffered rows at which a stripe is written; default 64MB"));

    /// @throws OrcOptionException when a value is not one that this writer knows
    static OrcOptions of(FormatOptions options) {
        String codec = options.text("compression", Compression.ZSTD.option());
        Compression compression = Compression.of(codec)
                .orElseThrow(() -> new OrcOptionException(
                        "compression",
                        codec,
                        "ORC files are written with zstd, snappy, zlib or uncompressed",
                        "zstd (the default) is as fast as snappy and smaller"));
        String size = options.text("stripeSize", String.valueOf(STRIPE_SIZE));
        Matcher matcher = SIZE.matcher(size);
        long bytes = matcher.matches() ? Long.parseLong(matcher.group(1)) << shift(matcher.group(2)) : 0;
        if (bytes < 1 || bytes > MOST_STRIPE_SIZE) {
            throw new OrcOptionException(
                    "stripeSize",
                    size,
                    "it must be a size of 1 to " + MOST_STRIPE_SIZE + " bytes, such as 64MB",
                    "leave it out for the default of " + STRIPE_SIZE);
        }
        return new OrcOptions(compression, bytes);
    }

    private static int shift(@Nullable String unit) {
        return unit == null ? 0 : 10 * ("kmg".indexOf(Character.toLowerCase(unit.charAt(0))) + 1);
    }
}
