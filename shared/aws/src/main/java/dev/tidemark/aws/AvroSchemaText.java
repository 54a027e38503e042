package dev.tidemark.aws;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.util.List;
import java.util.stream.Collectors;

/// The schema of an Avro table's files as its SerDe reads it: every field may be null.
final class AvroSchemaText {

    private int structs;

    private AvroSchemaText() {}

    static String of(String table, List<Field> columns) {
        return new AvroSchemaText().struct(table.replaceAll("[^A-Za-z0-9_]", "_"), columns);
    }

    private String struct(String name, List<Field> fields) {
        return fields.stream()
                .map(field -> "{\"name\":\"%s\",\"type\":[\"null\",%s],\"default\":null}"
                        .formatted(field.name(), type(field.type())))
                .collect(Collectors.joining(",", "{\"type\":\"record\",\"name\":\"" + name + "\",\"fields\":[", "]}"));
    }

    private String type(DataType type) {
        return switch (type) {
            case DataType.Primitive primitive -> primitive(primitive);
            case DataType.Decimal(int precision, int scale) ->
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":%d,\"scale\":%d}"
                        .formatted(precision, scale);
            case DataType.Array(DataType element) -> "{\"type\":\"array\",\"items\":[\"null\"," + type(element) + "]}";
            case DataType.Map(DataType value) -> "{\"type\":\"map\",\"values\":[\"null\"," + type(value) + "]}";
            case DataType.Struct(List<Field> fields) -> {
                structs++;
                yield struct("struct" + structs, fields);
            }
        };
    }

    /// Hive's AvroSerDe knows no other time than timestamp-millis.
    private static String primitive(DataType.Primitive type) {
        return switch (type) {
            case BOOLEAN -> "\"boolean\"";
            case TINYINT, SMALLINT, INT -> "\"int\"";
            case BIGINT -> "\"long\"";
            case FLOAT -> "\"float\"";
            case DOUBLE -> "\"double\"";
            case STRING -> "\"string\"";
            case BINARY -> "\"bytes\"";
            case DATE -> "{\"type\":\"int\",\"logicalType\":\"date\"}";
            case TIMESTAMP -> "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}";
        };
    }
}
