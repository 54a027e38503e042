package dev.tidemark.orc;

import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedOutput;
import java.util.List;

/// ORC for Athena, Spark, Trino and Hive, of version 0.12, with statistics and indexes of rows
/// (docs/reference/orc.md).
public final class OrcFormatWriter implements FormatWriter {

    @Override
    public String format() {
        return "orc";
    }

    @Override
    public List<FormatOption> options() {
        return OrcOptions.KNOWN;
    }

    @Override
    public String extension(FormatOptions options) {
        return "orc";
    }

    /// @throws OrcOptionException     when an option has a value that is not known
    /// @throws NoDataColumnsException when there is no column to write
    @Override
    public void check(Schema schema, FormatOptions options) {
        OrcOptions.of(options);
        if (schema.size() == 0) {
            throw new NoDataColumnsException();
        }
    }

    @Override
    public FileWriter create(StagedOutput output, Schema schema, FormatOptions options) {
        check(schema, options);
        return new OrcFileWriter(output, schema, OrcOptions.of(options));
    }
}
