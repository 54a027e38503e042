package dev.tidemark.avro;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericArray;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/// Files as Apache Avro's own generic API writes and reads them.
final class OtherAvro {

    private OtherAvro() {}

    static Schema schema(List<Field> fields) {
        return record("top", fields);
    }

    private static Schema record(String name, List<Field> fields) {
        List<Schema.Field> made = new ArrayList<>();
        for (Field field : fields) {
            made.add(new Schema.Field(field.name(), nullable(field.type(), name + "_" + field.name())));
        }
        return Schema.createRecord(name, null, null, false, made);
    }

    private static Schema nullable(DataType type, String name) {
        // Null behind the type, as other writers have it too.
        return Schema.createUnion(of(type, name), Schema.create(Schema.Type.NULL));
    }

    private static Schema of(DataType type, String name) {
        return switch (type) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
                    case TINYINT, SMALLINT, INT -> Schema.create(Schema.Type.INT);
                    case BIGINT -> Schema.create(Schema.Type.LONG);
                    case FLOAT -> Schema.create(Schema.Type.FLOAT);
                    case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
                    case STRING -> Schema.create(Schema.Type.STRING);
                    case BINARY -> Schema.create(Schema.Type.BYTES);
                    case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
                    case TIMESTAMP -> LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
                };
            case DataType.Decimal decimal ->
                LogicalTypes.decimal(decimal.precision(), decimal.scale())
                        .addToSchema(Schema.createFixed(name, null, null, 17));
            case DataType.Array array -> Schema.createArray(nullable(array.element(), name + "_e"));
            case DataType.Map map -> Schema.createMap(nullable(map.value(), name + "_v"));
            case DataType.Struct struct -> record(name, struct.fields());
        };
    }

    static byte[] write(Schema schema, List<List<@Nullable Object>> rows, String codec, int blockBytes)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataFileWriter<Object> file = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            file.setCodec(CodecFactory.fromString(codec));
            file.setSyncInterval(Math.max(32, blockBytes));
            file.create(schema, bytes);
            for (List<@Nullable Object> row : rows) {
                GenericRecord record = new GenericData.Record(schema);
                for (int i = 0; i < row.size(); i++) {
                    record.put(i, in(schema.getFields().get(i).schema(), row.get(i)));
                }
                file.append(record);
            }
        }
        return bytes.toByteArray();
    }

    private static @Nullable Object in(Schema schema, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (schema.getType()) {
            case UNION -> in(branch(schema), value);
            case ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                ((List<?>) value).forEach(element -> elements.add(in(schema.getElementType(), element)));
                yield new GenericData.Array<>(schema, elements);
            }
            case MAP -> {
                Map<String, @Nullable Object> entries = new LinkedHashMap<>();
                ((Map<?, ?>) value)
                        .forEach((key, entry) -> entries.put((String) key, in(schema.getValueType(), entry)));
                yield entries;
            }
            case RECORD -> {
                GenericRecord record = new GenericData.Record(schema);
                for (Schema.Field field : schema.getFields()) {
                    record.put(field.pos(), in(field.schema(), ((Map<?, ?>) value).get(field.name())));
                }
                yield record;
            }
            case FIXED -> {
                byte[] number = ((BigDecimal) value).unscaledValue().toByteArray();
                byte[] padded = new byte[schema.getFixedSize()];
                Arrays.fill(padded, (byte) (number[0] < 0 ? -1 : 0));
                System.arraycopy(number, 0, padded, padded.length - number.length, number.length);
                yield new GenericData.Fixed(schema, padded);
            }
            default -> value;
        };
    }

    static List<List<@Nullable Object>> read(byte[] bytes) throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (DataFileStream<GenericRecord> file =
                new DataFileStream<>(new ByteArrayInputStream(bytes), new GenericDatumReader<>())) {
            while (file.hasNext()) {
                GenericRecord record = file.next();
                List<@Nullable Object> row = new ArrayList<>();
                for (Schema.Field field : record.getSchema().getFields()) {
                    row.add(out(field.schema(), record.get(field.pos())));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static @Nullable Object out(Schema schema, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (schema.getType()) {
            case UNION -> out(branch(schema), value);
            case STRING -> value.toString();
            case BYTES -> {
                ByteBuffer buffer = (ByteBuffer) value;
                byte[] copy = new byte[buffer.remaining()];
                buffer.duplicate().get(copy);
                yield schema.getLogicalType() instanceof LogicalTypes.Decimal decimal
                        ? new BigDecimal(new BigInteger(copy), decimal.getScale())
                        : ByteBuffer.wrap(copy);
            }
            case ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                ((GenericArray<?>) value).forEach(element -> elements.add(out(schema.getElementType(), element)));
                yield elements;
            }
            case MAP -> {
                Map<String, @Nullable Object> entries = new LinkedHashMap<>();
                ((Map<?, ?>) value)
                        .forEach((key, entry) -> entries.put(key.toString(), out(schema.getValueType(), entry)));
                yield entries;
            }
            case RECORD -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                for (Schema.Field field : schema.getFields()) {
                    fields.put(field.name(), out(field.schema(), ((IndexedRecord) value).get(field.pos())));
                }
                yield fields;
            }
            default -> value;
        };
    }

    /// The one branch of a union that is not null.
    private static Schema branch(Schema union) {
        return union.getTypes().stream()
                .filter(branch -> branch.getType() != Schema.Type.NULL)
                .findFirst()
                .orElseThrow();
    }

    /// Where blocks begin: behind every sync marker, in which a file also ends.
    static List<Long> blocks(byte[] file) {
        byte[] marker = Arrays.copyOfRange(file, file.length - 16, file.length);
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i + 16 < file.length; i++) {
            if (Arrays.equals(file, i, i + 16, marker, 0, 16)) {
                blocks.add(i + 16L);
            }
        }
        return blocks;
    }
}
