package dev.tidemark.data;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// The type of a column, as Hive, Glue and Athena name it.
///
/// `timestamp` is an instant in microseconds since the epoch, UTC; `date` is days since the epoch. Keys of maps are
/// strings. [#toString()] is the Hive text of a type, [DataTypeParser#parse(String)] reads it.
public sealed interface DataType {

    /// A type without parameters.
    enum Primitive implements DataType {
        BOOLEAN("boolean"),
        TINYINT("tinyint"),
        SMALLINT("smallint"),
        INT("int"),
        BIGINT("bigint"),
        FLOAT("float"),
        DOUBLE("double"),
        STRING("string"),
        BINARY("binary"),
        DATE("date"),
        TIMESTAMP("timestamp");

        private final String hiveName;

        Primitive(String hiveName) {
            this.hiveName = hiveName;
        }

        @Override
        public String toString() {
            return hiveName;
        }
    }

    /// Exact numbers: `precision` decimal digits (1 to 38), `scale` of them after the point.
    record Decimal(int precision, int scale) implements DataType {
        public Decimal {
            if (precision < 1 || precision > 38 || scale < 0 || scale > precision) {
                throw new IllegalArgumentException("decimal(" + precision + "," + scale
                        + ") is not a type: precision is 1 to 38 and scale 0 to precision");
            }
        }

        @Override
        public String toString() {
            return "decimal(" + precision + "," + scale + ")";
        }
    }

    /// A list of values of one type.
    record Array(DataType element) implements DataType {
        public Array {
            Objects.requireNonNull(element, "element");
        }

        @Override
        public String toString() {
            return "array<" + element + ">";
        }
    }

    /// Values by string key.
    record Map(DataType value) implements DataType {
        public Map {
            Objects.requireNonNull(value, "value");
        }

        @Override
        public String toString() {
            return "map<string," + value + ">";
        }
    }

    /// Named fields in order.
    record Struct(List<Field> fields) implements DataType {
        public Struct {
            fields = List.copyOf(fields);
            if (fields.isEmpty()) {
                throw new IllegalArgumentException("struct<> needs at least one field");
            }
        }

        @Override
        public String toString() {
            return fields.stream()
                    .map(field -> field.name() + ":" + field.type())
                    .collect(Collectors.joining(",", "struct<", ">"));
        }
    }

    DataType BOOLEAN = Primitive.BOOLEAN;
    DataType TINYINT = Primitive.TINYINT;
    DataType SMALLINT = Primitive.SMALLINT;
    DataType INT = Primitive.INT;
    DataType BIGINT = Primitive.BIGINT;
    DataType FLOAT = Primitive.FLOAT;
    DataType DOUBLE = Primitive.DOUBLE;
    DataType STRING = Primitive.STRING;
    DataType BINARY = Primitive.BINARY;
    DataType DATE = Primitive.DATE;
    DataType TIMESTAMP = Primitive.TIMESTAMP;

    static DataType decimal(int precision, int scale) {
        return new Decimal(precision, scale);
    }
}
