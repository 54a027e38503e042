package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedOutput;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes CSV as RFC 4180 has it, in UTF-8 with line feeds, so that [CsvFormatReader] reads back what was written:
/// null
/// as nothing, empty text as `""`, text in quotes only where it needs them.
public final class CsvFormatWriter implements FormatWriter {

    @Override
    public String format() {
        return "csv";
    }

    @Override
    public List<FormatOption> options() {
        return CsvOptions.SINK;
    }

    @Override
    public String extension(FormatOptions options) {
        Compression compression = Compression.of(options);
        return compression == Compression.NONE ? "csv" : "csv." + compression.extension();
    }

    @Override
    public void check(Schema schema, FormatOptions options) {
        CsvOptions known = CsvOptions.of(options);
        Compression.of(options);
        if (!known.encoding().equals(StandardCharsets.UTF_8)) {
            throw new CsvOptionException(
                    "encoding",
                    known.encoding().name(),
                    "CSV is written in UTF-8 only. Leave the option out of the sink");
        }
        for (Field field : schema.fields()) {
            switch (field.type()) {
                case DataType.Primitive _, DataType.Decimal _ -> {}
                case DataType.Array _, DataType.Map _, DataType.Struct _ ->
                    throw new CsvColumnException(field.name(), field.type());
            }
        }
    }

    @Override
    public FileWriter create(StagedOutput output, Schema schema, FormatOptions options) {
        check(schema, options);
        return new CsvFileWriter(
                output, schema, CsvOptions.of(options), Compression.of(options), options.flag("writeHeader", true));
    }
}
