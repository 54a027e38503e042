package dev.tidemark.avro;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.testkit.FormatContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Judge: Apache Avro 1.12.2's generic API.
class AvroContractTest extends FormatContract {

    @Override
    protected FormatReader reader() {
        return new AvroFormatReader();
    }

    @Override
    protected FormatWriter writer() {
        return new AvroFormatWriter();
    }

    @Override
    protected byte[] writtenByOther(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        return OtherAvro.write(OtherAvro.schema(schema.fields()), rows, "deflate", 64_000);
    }

    @Override
    protected byte[] writtenInBlocks(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        return OtherAvro.write(OtherAvro.schema(schema.fields()), rows, "null", 500);
    }

    @Override
    protected byte[] writtenWithNames(List<String> names) throws IOException {
        List<Field> fields = new ArrayList<>();
        names.forEach(name -> fields.add(new Field(name, DataType.INT)));
        List<List<@Nullable Object>> rows = List.of(List.of(1, 2));
        return OtherAvro.write(OtherAvro.schema(fields), rows, "null", 500);
    }

    @Override
    protected List<List<@Nullable Object>> readByOther(byte[] file, Schema schema) throws IOException {
        return OtherAvro.read(file);
    }

    @Override
    protected DataType stored(DataType type) {
        return switch (type) {
            case DataType.Primitive primitive ->
                primitive == DataType.Primitive.TINYINT || primitive == DataType.Primitive.SMALLINT
                        ? DataType.INT
                        : primitive;
            case DataType.Decimal decimal -> decimal;
            case DataType.Array array -> new DataType.Array(stored(array.element()));
            case DataType.Map map -> new DataType.Map(stored(map.value()));
            case DataType.Struct struct -> struct;
        };
    }

    @Override
    protected List<Long> blocks(byte[] file) {
        return OtherAvro.blocks(file);
    }

    /// A block's end is not told from the file's.
    @Override
    protected List<Long> wholePrefixes(byte[] file) {
        return OtherAvro.blocks(file);
    }
}
