package dev.tidemark.parquet;

import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The options of a Parquet sink, named as Glue names them.
///
/// @param compression    how pages are compressed
/// @param blockSizeBytes buffered bytes of rows at which a row group is written
/// @param pageSizeBytes  bytes of values at which a page ends, before compression
/// @param sortBy         how the rows of a row group are ordered
/// @param bloomFilters   columns that have bloom filters
/// @param bloomWrong     how often such a filter may answer yes for a value that is not there
record ParquetOptions(
        Compression compression,
        long blockSizeBytes,
        int pageSizeBytes,
        List<SortColumn> sortBy,
        List<String> bloomFilters,
        double bloomWrong) {

    ParquetOptions {
        sortBy = List.copyOf(sortBy);
        bloomFilters = List.copyOf(bloomFilters);
    }

    /// @param descending nulls last then, else first
    record SortColumn(String name, boolean descending) {}

    /// Glue's defaults.
    static final long BLOCK_SIZE = 128L << 20;

    static final int PAGE_SIZE = 1 << 20;
    private static final Pattern DIRECTION = Pattern.compile("(.+)\\s+(asc|desc)", Pattern.CASE_INSENSITIVE);
    private static final Pattern FRACTION = Pattern.compile("0?\\.[0-9]{1,15}|[1-9](\\.[0-9]{1,15})?[eE]-[0-9]{1,2}");
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
                    "bytes of values at which a page ends, before compression; default 1MB"),
            new FormatOption(
                    "sortBy",
                    FormatOption.Kind.TEXT,
                    List.of(),
                    "columns by which the rows of each row group are ordered: 'a, b desc'; default none"),
            new FormatOption(
                    "bloomFilterColumns",
                    FormatOption.Kind.TEXT,
                    List.of(),
                    "columns that get a bloom filter in each row group: 'a, b'; default none"),
            new FormatOption(
                    "bloomFilterFpp",
                    FormatOption.Kind.TEXT,
                    List.of(),
                    "how often a bloom filter may answer yes for what is not there; default 0.01"),
            new FormatOption(
                    "useGlueParquetWriter",
                    FormatOption.Kind.FLAG,
                    List.of(),
                    "accepted, no effect: there is one writer, and it writes every type"));

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
        return new ParquetOptions(
                compression,
                blockSize,
                (int) pageSize,
                sortBy(options.text("sortBy", "")),
                names(options.text("bloomFilterColumns", "")),
                wrong(options.text("bloomFilterFpp", "0.01")));
    }

    private static List<String> names(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static List<SortColumn> sortBy(String text) {
        return names(text).stream()
                .map(name -> {
                    Matcher direction = DIRECTION.matcher(name);
                    return direction.matches()
                            ? new SortColumn(
                                    direction.group(1).strip(),
                                    direction.group(2).equalsIgnoreCase("desc"))
                            : new SortColumn(name, false);
                })
                .toList();
    }

    private static double wrong(String text) {
        double value = FRACTION.matcher(text).matches() ? Double.parseDouble(text) : 0;
        if (value <= 0 || value >= 1) {
            throw new ParquetOptionException(
                    "bloomFilterFpp",
                    text,
                    "it must be a number between 0 and 1",
                    "leave it out for the default of 0.01");
        }
        return value;
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
