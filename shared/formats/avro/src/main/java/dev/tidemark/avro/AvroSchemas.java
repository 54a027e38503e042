package dev.tidemark.avro;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.util.List;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/// The schema of a file that is written: every value nullable, records named after their place.
final class AvroSchemas {

    private AvroSchemas() {}

    static Schema record(String name, List<Field> fields) {
        return record(name, "", fields);
    }

    /// A record's full name is the path to it: names of records must not come twice.
    private static Schema record(String name, String namespace, List<Field> fields) {
        Schema record = Schema.createRecord(name, null, namespace, false);
        String inside = namespace.isEmpty() ? name : namespace + "." + name;
        record.setFields(fields.stream()
                .map(field -> new Schema.Field(
                        field.name(), nullable(field.type(), field.name(), inside), null, JsonProperties.NULL_VALUE))
                .toList());
        return record;
    }

    private static Schema nullable(DataType type, String name, String namespace) {
        return Schema.createUnion(Schema.create(Schema.Type.NULL), of(type, name, namespace));
    }

    private static Schema of(DataType type, String name, String namespace) {
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
                        .addToSchema(Schema.create(Schema.Type.BYTES));
            case DataType.Array array ->
                Schema.createArray(nullable(array.element(), "element", namespace + "." + name));
            case DataType.Map map -> Schema.createMap(nullable(map.value(), "value", namespace + "." + name));
            case DataType.Struct struct -> record(name, namespace, struct.fields());
        };
    }
}
