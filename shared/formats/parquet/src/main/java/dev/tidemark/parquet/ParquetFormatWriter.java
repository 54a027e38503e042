package dev.tidemark.parquet;

import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parquet for Athena, Spark, Trino and DuckDB: data pages of version 1, statistics, page checksums, page indexes.
public final class ParquetFormatWriter implements FormatWriter {

    /// The layout of the last file: a sink opens thousands of the same schema.
    private volatile @Nullable Known known;

    private record Known(
            Schema schema,
            FormatOptions given,
            Layout layout,
            ParquetOptions options,
            RowOrder order,
            BloomFilters bloomFilters) {

        static Known of(Schema schema, FormatOptions given) {
            Layout layout = new Layout(schema);
            ParquetOptions options = ParquetOptions.of(given);
            return new Known(
                    schema,
                    given,
                    layout,
                    options,
                    RowOrder.of(options.sortBy(), layout),
                    BloomFilters.of(options, layout));
        }
    }

    @Override
    public String format() {
        return "parquet";
    }

    @Override
    public List<FormatOption> options() {
        return ParquetOptions.KNOWN;
    }

    @Override
    public String extension(FormatOptions options) {
        return "parquet";
    }

    /// @throws ParquetOptionException when an option has a value that is not known
    /// @throws NoDataColumnsException when there is no column to write
    @Override
    public void check(Schema schema, FormatOptions options) {
        ParquetOptions.of(options);
        if (schema.size() == 0) {
            throw new NoDataColumnsException();
        }
    }

    @Override
    public FileWriter create(StagedOutput output, Schema schema, FormatOptions options) {
        Known last = known;
        if (last == null || !last.schema().equals(schema) || !last.given().equals(options)) {
            check(schema, options);
            last = Known.of(schema, options);
            known = last;
        }
        return new ParquetFile(output, last.schema(), last.layout(), last.options(), last.order(), last.bloomFilters());
    }
}
