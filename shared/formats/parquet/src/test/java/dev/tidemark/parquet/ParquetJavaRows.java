package dev.tidemark.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/// Rows in the form of [dev.tidemark.testkit.Values] as parquet-java writes them: the schema and shapes of today.
final class ParquetJavaRows {

    private ParquetJavaRows() {}

    static MessageType message(Schema schema) {
        return new MessageType(
                "schema",
                schema.fields().stream()
                        .map(field -> type(field.name(), field.type()))
                        .toList());
    }

    static Type type(String name, DataType type) {
        return switch (type) {
            case DataType.Primitive primitive -> primitive(primitive).named(name);
            case DataType.Decimal decimal -> {
                if (decimal.precision() <= 9) {
                    yield Types.optional(PrimitiveTypeName.INT32)
                            .as(decimalType(decimal.scale(), decimal.precision()))
                            .named(name);
                }
                if (decimal.precision() <= 18) {
                    yield Types.optional(PrimitiveTypeName.INT64)
                            .as(decimalType(decimal.scale(), decimal.precision()))
                            .named(name);
                }
                yield Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
                        .length(16)
                        .as(decimalType(decimal.scale(), decimal.precision()))
                        .named(name);
            }
            case DataType.Array array ->
                Types.optionalList().element(type("element", array.element())).named(name);
            case DataType.Map map ->
                Types.optionalMap()
                        .key(Types.required(PrimitiveTypeName.BINARY)
                                .as(stringType())
                                .named("key"))
                        .value(type("value", map.value()))
                        .named(name);
            case DataType.Struct struct ->
                Types.optionalGroup()
                        .addFields(struct.fields().stream()
                                .map(field -> type(field.name(), field.type()))
                                .toArray(Type[]::new))
                        .named(name);
        };
    }

    private static Types.PrimitiveBuilder<org.apache.parquet.schema.PrimitiveType> primitive(DataType.Primitive type) {
        return switch (type) {
            case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN);
            case TINYINT -> Types.optional(PrimitiveTypeName.INT32).as(intType(8, true));
            case SMALLINT -> Types.optional(PrimitiveTypeName.INT32).as(intType(16, true));
            case INT -> Types.optional(PrimitiveTypeName.INT32);
            case BIGINT -> Types.optional(PrimitiveTypeName.INT64);
            case FLOAT -> Types.optional(PrimitiveTypeName.FLOAT);
            case DOUBLE -> Types.optional(PrimitiveTypeName.DOUBLE);
            case STRING -> Types.optional(PrimitiveTypeName.BINARY).as(stringType());
            case BINARY -> Types.optional(PrimitiveTypeName.BINARY);
            case DATE -> Types.optional(PrimitiveTypeName.INT32).as(dateType());
            case TIMESTAMP -> Types.optional(PrimitiveTypeName.INT64).as(timestampType(true, TimeUnit.MICROS));
        };
    }

    static List<Consumer<RecordConsumer>> rows(Schema schema, List<List<@Nullable Object>> rows) {
        List<Consumer<RecordConsumer>> writers = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            writers.add(out -> {
                for (int i = 0; i < schema.size(); i++) {
                    field(out, schema.field(i), i, row.get(i));
                }
            });
        }
        return writers;
    }

    private static void field(RecordConsumer out, Field field, int index, @Nullable Object value) {
        if (value != null) {
            out.startField(field.name(), index);
            value(out, field.type(), value);
            out.endField(field.name(), index);
        }
    }

    private static void value(RecordConsumer out, DataType type, Object value) {
        switch (type) {
            case DataType.Primitive _, DataType.Decimal _ -> single(out, type, value);
            case DataType.Array array -> {
                List<?> elements = (List<?>) value;
                out.startGroup();
                if (!elements.isEmpty()) {
                    out.startField("list", 0);
                    for (Object element : elements) {
                        out.startGroup();
                        field(out, new Field("element", array.element()), 0, element);
                        out.endGroup();
                    }
                    out.endField("list", 0);
                }
                out.endGroup();
            }
            case DataType.Map map -> {
                Map<?, ?> entries = (Map<?, ?>) value;
                out.startGroup();
                if (!entries.isEmpty()) {
                    out.startField("key_value", 0);
                    entries.forEach((key, element) -> {
                        out.startGroup();
                        field(out, new Field("key", DataType.STRING), 0, key);
                        field(out, new Field("value", map.value()), 1, element);
                        out.endGroup();
                    });
                    out.endField("key_value", 0);
                }
                out.endGroup();
            }
            case DataType.Struct struct -> {
                out.startGroup();
                for (int i = 0; i < struct.fields().size(); i++) {
                    Field field = struct.fields().get(i);
                    field(out, field, i, ((Map<?, ?>) value).get(field.name()));
                }
                out.endGroup();
            }
        }
    }

    private static void single(RecordConsumer out, DataType type, Object value) {
        switch (value) {
            case Boolean flag -> out.addBoolean(flag);
            case Integer number -> out.addInteger(number);
            case Long number -> out.addLong(number);
            case Float number -> out.addFloat(number);
            case Double number -> out.addDouble(number);
            case String text -> out.addBinary(Binary.fromString(text));
            case ByteBuffer bytes -> out.addBinary(Binary.fromConstantByteBuffer(bytes.duplicate()));
            case BigDecimal exact -> decimal(out, (DataType.Decimal) type, exact);
            default -> throw new IllegalArgumentException(value + " is no " + type);
        }
    }

    private static void decimal(RecordConsumer out, DataType.Decimal type, BigDecimal value) {
        if (type.precision() <= 9) {
            out.addInteger(value.unscaledValue().intValueExact());
        } else if (type.precision() <= 18) {
            out.addLong(value.unscaledValue().longValueExact());
        } else {
            byte[] bytes = value.unscaledValue().toByteArray();
            byte[] fixed = new byte[16];
            java.util.Arrays.fill(fixed, (byte) (bytes[0] < 0 ? -1 : 0));
            System.arraycopy(bytes, 0, fixed, 16 - bytes.length, bytes.length);
            out.addBinary(Binary.fromConstantByteArray(fixed));
        }
    }
}
