package dev.tidemark.avro;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/// What Avro's types are here (docs/reference/avro.md).
final class AvroTypes {

    /// Name of the column of a file whose schema is no record, as Spark has it.
    static final String VALUE = "value";

    /// Deeper ones are made to do harm.
    private static final int MOST_DEPTH = 100;
    /// A schema names its records, so that a few bytes may say a tree without end.
    private static final int MOST_TYPES = 100_000;

    private final String location;
    private final Set<String> nullOnly;
    private final Deque<String> open = new ArrayDeque<>();
    private int depth;
    private int types;

    private AvroTypes(String location, Set<String> nullOnly) {
        this.location = location;
        this.nullOnly = nullOnly;
    }

    /// @param nullOnly gets the places whose type is `null`
    /// @throws AvroTypeRefusedException naming the field, for what has no type here
    static List<Field> columns(String location, Schema schema, Set<String> nullOnly) {
        AvroTypes types = new AvroTypes(location, nullOnly);
        if (schema.getType() == Schema.Type.RECORD) {
            return types.fields(schema, "");
        }
        return List.of(new Field(VALUE, types.type(schema, VALUE)));
    }

    private List<Field> fields(Schema record, String prefix) {
        if (open.contains(record.getFullName())) {
            throw new AvroTypeRefusedException(
                    location, prefix + "…", "a record inside itself (" + record.getFullName() + ")");
        }
        open.push(record.getFullName());
        List<Field> fields = new ArrayList<>();
        for (Schema.Field field : record.getFields()) {
            if (field.name().isEmpty()) {
                throw new AvroTypeRefusedException(location, prefix, "a field without a name");
            }
            fields.add(new Field(field.name(), type(field.schema(), prefix + field.name())));
        }
        open.pop();
        return fields;
    }

    private DataType type(Schema schema, String path) {
        int before = depth;
        // Unions are in the way of every value that may be null, and in none directly.
        depth += schema.getType() == Schema.Type.UNION ? 0 : 1;
        if (depth > MOST_DEPTH) {
            throw new AvroTypeRefusedException(location, path, "nested more than " + MOST_DEPTH + " deep");
        }
        if (++types > MOST_TYPES) {
            throw new AvroTypeRefusedException(
                    location,
                    path,
                    "in a schema of more than " + MOST_TYPES + " types, records counted wherever they stand");
        }
        DataType type = known(schema, path);
        depth = before;
        return type;
    }

    private DataType known(Schema schema, String path) {
        return switch (schema.getType()) {
            case NULL -> {
                nullOnly.add(path);
                yield DataType.STRING;
            }
            case BOOLEAN -> DataType.BOOLEAN;
            case INT -> integer(schema);
            case LONG -> number(schema);
            case FLOAT -> DataType.FLOAT;
            case DOUBLE -> DataType.DOUBLE;
            case STRING, ENUM -> DataType.STRING;
            case BYTES, FIXED -> bytes(schema, path);
            case ARRAY -> new DataType.Array(type(schema.getElementType(), path + "[]"));
            case MAP -> new DataType.Map(type(schema.getValueType(), path + "{}"));
            case RECORD -> {
                List<Field> fields = fields(schema, path + ".");
                if (fields.isEmpty()) {
                    throw new AvroTypeRefusedException(location, path, "a record without fields");
                }
                yield new DataType.Struct(fields);
            }
            case UNION -> union(schema, path);
        };
    }

    private static DataType integer(Schema schema) {
        return switch (Logical.of(schema)) {
            case DATE -> DataType.DATE;
            case TIME_MILLIS -> DataType.STRING;
            default -> DataType.INT;
        };
    }

    private static DataType number(Schema schema) {
        Logical logical = Logical.of(schema);
        if (logical.isTimestamp()) {
            return DataType.TIMESTAMP;
        }
        return logical == Logical.TIME_MICROS ? DataType.STRING : DataType.BIGINT;
    }

    private DataType bytes(Schema schema, String path) {
        return switch (Logical.of(schema)) {
            case DECIMAL -> {
                LogicalTypes.Decimal decimal = (LogicalTypes.Decimal) schema.getLogicalType();
                if (decimal.getPrecision() > 38) {
                    throw new AvroTypeRefusedException(
                            location, path, "a decimal of " + decimal.getPrecision() + " digits (38 are the most)");
                }
                yield new DataType.Decimal(decimal.getPrecision(), decimal.getScale());
            }
            case DURATION -> throw new AvroTypeRefusedException(location, path, "a duration");
            case BIG_DECIMAL -> throw new AvroTypeRefusedException(location, path, "a big-decimal");
            default -> isUuid(schema) ? DataType.STRING : DataType.BINARY;
        };
    }

    static boolean isUuid(Schema schema) {
        return schema.getType() == Schema.Type.FIXED
                && Logical.of(schema) == Logical.UUID
                && schema.getFixedSize() == 16;
    }

    /// Null and one other is that one; of several, int and long are bigint, float and double are double,
    /// others a struct with one member set.
    private DataType union(Schema union, String path) {
        List<Schema> branches = branches(union);
        if (branches.isEmpty()) {
            nullOnly.add(path);
            return DataType.STRING;
        }
        if (branches.size() == 1) {
            return type(branches.getFirst(), path);
        }
        Optional<DataType> number = wider(branches);
        if (number.isPresent()) {
            return number.get();
        }
        List<Field> members = new ArrayList<>();
        for (Schema branch : branches) {
            String member = member(members.size());
            members.add(new Field(member, type(branch, path + "." + member)));
        }
        return new DataType.Struct(members);
    }

    static String member(int index) {
        return "member" + index;
    }

    static List<Schema> branches(Schema union) {
        return union.getTypes().stream()
                .filter(branch -> branch.getType() != Schema.Type.NULL)
                .toList();
    }

    /// The type of a union of numbers of one kind without a meaning of their own.
    static Optional<DataType> wider(List<Schema> branches) {
        if (branches.size() != 2 || branches.stream().anyMatch(branch -> Logical.of(branch) != Logical.NONE)) {
            return Optional.empty();
        }
        Set<Schema.Type> types =
                Set.of(branches.getFirst().getType(), branches.getLast().getType());
        if (types.equals(Set.of(Schema.Type.INT, Schema.Type.LONG))) {
            return Optional.of(DataType.BIGINT);
        }
        return types.equals(Set.of(Schema.Type.FLOAT, Schema.Type.DOUBLE))
                ? Optional.of(DataType.DOUBLE)
                : Optional.empty();
    }

    /// The logical types that mean something here. One that is not known, or that its schema does not allow,
    /// means nothing (Avro specification, "Logical Types").
    enum Logical {
        NONE,
        DATE,
        TIME_MILLIS,
        TIME_MICROS,
        TIMESTAMP_MILLIS,
        TIMESTAMP_MICROS,
        TIMESTAMP_NANOS,
        LOCAL_TIMESTAMP_MILLIS,
        LOCAL_TIMESTAMP_MICROS,
        LOCAL_TIMESTAMP_NANOS,
        DECIMAL,
        BIG_DECIMAL,
        UUID,
        DURATION;

        boolean isTimestamp() {
            return switch (this) {
                case TIMESTAMP_MILLIS, TIMESTAMP_MICROS, TIMESTAMP_NANOS -> true;
                case LOCAL_TIMESTAMP_MILLIS, LOCAL_TIMESTAMP_MICROS, LOCAL_TIMESTAMP_NANOS -> true;
                case NONE, DATE, TIME_MILLIS, TIME_MICROS, DECIMAL, BIG_DECIMAL, UUID, DURATION -> false;
            };
        }

        boolean isLocal() {
            return this == LOCAL_TIMESTAMP_MILLIS || this == LOCAL_TIMESTAMP_MICROS || this == LOCAL_TIMESTAMP_NANOS;
        }

        static Logical of(Schema schema) {
            LogicalType type = schema.getLogicalType();
            String name = type == null ? schema.getProp(LogicalType.LOGICAL_TYPE_PROP) : type.getName();
            if (type == null) {
                // Java's library leaves out what it does not know: the duration.
                return "duration".equals(name) && schema.getType() == Schema.Type.FIXED && schema.getFixedSize() == 12
                        ? DURATION
                        : NONE;
            }
            return switch (name) {
                case "date" -> DATE;
                case "time-millis" -> TIME_MILLIS;
                case "time-micros" -> TIME_MICROS;
                case "timestamp-millis" -> TIMESTAMP_MILLIS;
                case "timestamp-micros" -> TIMESTAMP_MICROS;
                case "timestamp-nanos" -> TIMESTAMP_NANOS;
                case "local-timestamp-millis" -> LOCAL_TIMESTAMP_MILLIS;
                case "local-timestamp-micros" -> LOCAL_TIMESTAMP_MICROS;
                case "local-timestamp-nanos" -> LOCAL_TIMESTAMP_NANOS;
                case "decimal" -> DECIMAL;
                case "big-decimal" -> BIG_DECIMAL;
                case "uuid" -> UUID;
                case "duration" -> DURATION;
                default -> NONE;
            };
        }
    }
}
