package dev.tidemark.parquet;

import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The options of a Parquet sink, named as Glue names them.
///
/// @param compression    how pages are compressed
/// @param blockSizeBytes buffered bytes of rows at which a row group is written
/// @param pageSizeBytes  bytes of values at which a page ends, before compression
record ParquetOptions(Compression compression, long blockSizeBytes, int pageSizeBytes) {

    /// Glue's defaults.
    static final long BLOCK_SIZE = 128L << 20;

    static final int PAGE_SIZE = 1 << 20;
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,10})\\s*(?:([kKmMgG])[bB])?");
    private static final long MAX_BLOCK_SIZE = 1L << 30;
    private static final long MAX_PAGE_SIZE = 256L << 20;

    static final List<FormatOption> KNOWN = List.of(
            new FormatOption(
                    "compression",
                    FormatOption.Kind.CHOICE,
                    Compression.CHOICES,
                    "codec of the pages: zstd (default, level 1), snappy, gzip, uncompressed"),
            new FormatOption(
                    "blockSize",
                    FormatOption.Kind.SIZE,
                    List.of(),
                    "bytes of buffered rows at which a row group is written; default 128MB"),
            new FormatOption(
                    "pageSize",
                    FormatOption.Kind.SIZE,
                    List.of(),
                    "bytes of values at which a page ends, before compression; default 1MB"));

    /// @throws ParquetOptionException when a value is not one that this writer knows
    static ParquetOptions of(FormatOptions options) {
        String codec = options.text("compression", Compression.ZSTD.option());
        Compression compression = Compression.of(codec)
                .orElseThrow(() -> new ParquetOptionException(
                        "compression",
                        codec,
                        "Parquet files are written with zstd, snappy, gzip or uncompressed",
                        "zstd (the default) is as fast as snappy and smaller"));
        long blockSize = size(options, "blockSize", BLOCK_SIZE, 1, MAX_BLOCK_SIZE);
        long pageSize = size(options, "pageSize", PAGE_SIZE, 1, MAX_PAGE_SIZE);
        return new ParquetOptions(compression, blockSize, (int) pageSize);
    }

    private static long size(FormatOptions options, String name, long otherwise, long least, long most) {
        String text = options.text(name, String.valueOf(otherwise));
        Matcher matcher = SIZE.matcher(text);
        long value = matcher.matches() ? Long.parseLong(matcher.group(1)) << shift(matcher.group(2)) : 0;
        if (value < least || value > most) {
            throw new ParquetOptionException(
                    name,
                    text,
                    "it must be a size of " + least + " to " + most + " bytes, such as 128MB",
                    "leave it out for the default of " + otherwise);
        }
        return value;
    }

    private static int shift(@Nullable String unit) {
        return unit == null ? 0 : 10 * ("kmg".indexOf(Character.toLowerCase(unit.charAt(0))) + 1);
    }
}
