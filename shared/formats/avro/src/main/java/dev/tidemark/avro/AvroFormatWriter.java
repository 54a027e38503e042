package dev.tidemark.avro;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedOutput;
import java.util.List;
import java.util.regex.Pattern;

/// Writes `avro` (docs/reference/avro.md).
public final class AvroFormatWriter implements FormatWriter {

    private static final String RECORD = "row";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    @Override
    public String format() {
        return "avro";
    }

    @Override
    public List<FormatOption> options() {
        return List.of(
                new FormatOption(
                        "compression",
                        FormatOption.Kind.CHOICE,
                        AvroCodec.CHOICES,
                        "how blocks are compressed; zstd unless given"),
                AvroFormatReader.VERSION);
    }

    @Override
    public String extension(FormatOptions options) {
        return "avro";
    }

    /// @throws AvroNameException naming the column
    @Override
    public void check(Schema schema, FormatOptions options) {
        check(schema.fields(), "");
    }

    private static void check(List<Field> fields, String prefix) {
        for (Field field : fields) {
            if (!NAME.matcher(field.name()).matches()) {
                throw new AvroNameException(prefix + field.name());
            }
            check(field.type(), prefix + field.name());
        }
    }

    private static void check(DataType type, String place) {
        switch (type) {
            case DataType.Struct struct -> check(struct.fields(), place + ".");
            case DataType.Array array -> check(array.element(), place + "[]");
            case DataType.Map map -> check(map.value(), place + "{}");
            case DataType.Primitive _, DataType.Decimal _ -> {}
        }
    }

    @Override
    public FileWriter create(StagedOutput output, Schema schema, FormatOptions options) {
        AvroCodec codec = AvroCodec.ofOption(options.text("compression", "zstd"));
        return new AvroFile(output, AvroSchemas.record(RECORD, schema.fields()), codec);
    }
}
