package dev.tidemark.testkit;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Rows as plain Java values, seeded, with nulls, empties and extremes, and the way between them and vectors.
///
/// | Type | Value |
/// |---|---|
/// | boolean, int, bigint, float, double, string | as Java has them |
/// | tinyint, smallint, date (days since the epoch) | Integer |
/// | timestamp (microseconds since the epoch) | Long |
/// | decimal | BigDecimal of the type's scale |
/// | binary | ByteBuffer |
/// | array, map, struct | List, Map by key, Map by field name with a null for a null field |
public final class Values {

    private static final long FIRST_MICRO = -62_135_596_800_000_000L;
    private static final long LAST_MICRO = 253_402_300_799_999_999L;
    private static final int FIRST_DAY = -719_162;
    private static final int LAST_DAY = 2_932_896;
    private static final String[] TEXTS = {
        "", "a", "null", "ü€𝄞", "a,b\"c'd", " x ", "line\nbreak\tand\\", "0012", "\u0001"
    };

    private final Random random;

    private final LongPredicate timestamps;

    public Values(Random random) {
        this(random, _ -> true);
    }

    /// @param timestamps which microseconds since the epoch may be drawn
    public Values(Random random, LongPredicate timestamps) {
        this.random = random;
        this.timestamps = timestamps;
    }

    public List<List<@Nullable Object>> rows(Schema schema, int count) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            for (Field field : schema.fields()) {
                row.add(valueOrNull(field.type()));
            }
            rows.add(row);
        }
        return rows;
    }

    public @Nullable Object valueOrNull(DataType type) {
        return random.nextInt(5) == 0 ? null : value(type);
    }

    public Object value(DataType type) {
        return switch (type) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN -> random.nextBoolean();
                    case TINYINT -> (int) among(Byte.MIN_VALUE, Byte.MAX_VALUE);
                    case SMALLINT -> (int) among(Short.MIN_VALUE, Short.MAX_VALUE);
                    case INT -> (int) among(Integer.MIN_VALUE, Integer.MAX_VALUE);
                    case BIGINT -> among(Long.MIN_VALUE, Long.MAX_VALUE);
                    case FLOAT -> real((float) random.nextGaussian(), Float.MIN_VALUE, Float.MAX_VALUE);
                    case DOUBLE -> real(random.nextGaussian() * 1e10, Double.MIN_VALUE, Double.MAX_VALUE);
                    case STRING -> text();
                    case BINARY -> {
                        byte[] bytes = new byte[random.nextInt(6)];
                        random.nextBytes(bytes);
                        yield ByteBuffer.wrap(bytes);
                    }
                    case DATE -> (int) among(FIRST_DAY, LAST_DAY);
                    case TIMESTAMP -> {
                        long micros = among(FIRST_MICRO, LAST_MICRO);
                        while (!timestamps.test(micros)) {
                            micros = among(FIRST_MICRO, LAST_MICRO);
                        }
                        yield micros;
                    }
                };
            case DataType.Decimal decimal -> {
                BigInteger bound = BigInteger.TEN.pow(decimal.precision());
                BigInteger unscaled = switch (random.nextInt(4)) {
                    case 0 -> bound.subtract(BigInteger.ONE);
                    case 1 -> BigInteger.ONE.subtract(bound);
                    case 2 -> BigInteger.valueOf(random.nextInt(3) - 1);
                    default -> new BigInteger(bound.bitLength(), random).mod(bound);
                };
                yield new BigDecimal(unscaled, decimal.scale());
            }
            case DataType.Array array -> {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    values.add(valueOrNull(array.element()));
                }
                yield values;
            }
            case DataType.Map map -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    values.put(text() + i, valueOrNull(map.value()));
                }
                yield values;
            }
            case DataType.Struct struct -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                struct.fields().forEach(field -> values.put(field.name(), valueOrNull(field.type())));
                yield values;
            }
        };
    }

    private long among(long least, long most) {
        return switch (random.nextInt(6)) {
            case 0 -> least;
            case 1 -> most;
            case 2 -> random.nextInt(3) - 1;
            case 3 -> random.nextInt(100);
            default -> random.nextLong(least, most);
        };
    }

    private Float real(float drawn, float least, float most) {
        return switch (random.nextInt(8)) {
            case 0 -> least;
            case 1 -> -most;
            case 2 -> -0.0f;
            case 3 -> Float.NaN;
            case 4 -> Float.POSITIVE_INFINITY;
            default -> drawn;
        };
    }

    private Double real(double drawn, double least, double most) {
        return switch (random.nextInt(8)) {
            case 0 -> least;
            case 1 -> -most;
            case 2 -> -0.0;
            case 3 -> Double.NaN;
            case 4 -> Double.NEGATIVE_INFINITY;
            default -> drawn;
        };
    }

    private String text() {
        return random.nextInt(3) == 0
                ? Long.toString(random.nextLong(), 36).repeat(random.nextInt(4))
                : TEXTS[random.nextInt(TEXTS.length)];
    }

    /// The rows as columns.
    public static Batch batch(Schema schema, List<List<@Nullable Object>> rows) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            ColumnVector column = ColumnVector.of(schema.field(i).type());
            for (List<@Nullable Object> row : rows) {
                append(column, row.get(i));
            }
            columns.add(column);
        }
        return new Batch(schema, columns, rows.size(), null);
    }

    @SuppressWarnings("unchecked")
    private static void append(ColumnVector vector, @Nullable Object value) {
        if (value == null) {
            vector.appendNull();
            return;
        }
        switch (vector) {
            case BooleanVector booleans -> booleans.append((Boolean) value);
            case IntVector ints -> ints.append((Integer) value);
            case LongVector longs ->
                longs.append(
                        value instanceof BigDecimal exact
                                ? exact.unscaledValue().longValueExact()
                                : (Long) value);
            case FloatVector floats -> floats.append((Float) value);
            case DoubleVector doubles -> doubles.append((Double) value);
            case DecimalVector decimals -> decimals.append(((BigDecimal) value).unscaledValue());
            case BytesVector bytes -> {
                if (value instanceof ByteBuffer buffer) {
                    byte[] copy = new byte[buffer.remaining()];
                    buffer.duplicate().get(copy);
                    bytes.append(copy);
                } else {
                    bytes.append((String) value);
                }
            }
            case ArrayVector array -> {
                ((List<@Nullable Object>) value).forEach(element -> append(array.elements(), element));
                array.endRow();
            }
            case MapVector map -> {
                ((Map<String, @Nullable Object>) value).forEach((key, element) -> {
                    map.keys().append(key);
                    append(map.values(), element);
                });
                map.endRow();
            }
            case StructVector struct -> {
                List<Field> fields = ((DataType.Struct) struct.type()).fields();
                for (int i = 0; i < fields.size(); i++) {
                    append(
                            struct.field(i),
                            ((Map<String, @Nullable Object>) value)
                                    .get(fields.get(i).name()));
                }
                struct.endRow();
            }
        }
    }

    /// The batch's rows as plain values.
    public static List<List<@Nullable Object>> rows(Batch batch) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < batch.rows(); row++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (ColumnVector column : batch.columns()) {
                values.add(value(column, row));
            }
            rows.add(values);
        }
        return rows;
    }

    /// The rows as one that asks for other fields sees them: found by name in any case, null where there is
    /// none. Types of single values are the same.
    public static List<List<@Nullable Object>> projected(
            Schema schema, List<List<@Nullable Object>> rows, Schema asked) {
        List<List<@Nullable Object>> projected = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            projected.add(projectedRow(schema, row, asked));
        }
        return projected;
    }

    private static List<@Nullable Object> projectedRow(Schema schema, List<@Nullable Object> row, Schema asked) {
        List<@Nullable Object> projected = new ArrayList<>();
        for (Field field : asked.fields()) {
            int index = schema.indexOf(field.name());
            projected.add(index < 0 ? null : projected(schema.field(index).type(), row.get(index), field.type()));
        }
        return projected;
    }

    private static @Nullable Object projected(DataType type, @Nullable Object value, DataType asked) {
        if (value == null) {
            return null;
        }
        if (type instanceof DataType.Array array && asked instanceof DataType.Array other) {
            List<@Nullable Object> elements = new ArrayList<>();
            ((List<?>) value).forEach(element -> elements.add(projected(array.element(), element, other.element())));
            return elements;
        }
        if (type instanceof DataType.Struct struct && asked instanceof DataType.Struct other) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            List<@Nullable Object> inOrder = new ArrayList<>();
            struct.fields().forEach(field -> inOrder.add(((Map<?, ?>) value).get(field.name())));
            List<@Nullable Object> found =
                    projectedRow(new Schema(struct.fields()), inOrder, new Schema(other.fields()));
            for (int i = 0; i < found.size(); i++) {
                fields.put(other.fields().get(i).name(), found.get(i));
            }
            return fields;
        }
        return value;
    }

    /// A row of these values.
    public static List<@Nullable Object> row(@Nullable Object... values) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Object value : values) {
            row.add(value);
        }
        return row;
    }

    /// A struct of names and values in turns.
    public static Map<String, @Nullable Object> struct(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return fields;
    }

    public static @Nullable Object value(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return null;
        }
        return switch (vector) {
            case BooleanVector booleans -> booleans.get(row);
            case IntVector ints -> ints.get(row);
            case LongVector longs ->
                longs.type() instanceof DataType.Decimal decimal
                        ? BigDecimal.valueOf(longs.get(row), decimal.scale())
                        : (Object) longs.get(row);
            case FloatVector floats -> floats.get(row);
            case DoubleVector doubles -> doubles.get(row);
            case DecimalVector decimals ->
                new BigDecimal(decimals.get(row), ((DataType.Decimal) decimals.type()).scale());
            case BytesVector bytes ->
                bytes.type().equals(DataType.BINARY) ? ByteBuffer.wrap(bytes.get(row)) : bytes.text(row);
            case ArrayVector array -> {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = array.start(row); i < array.start(row) + array.length(row); i++) {
                    values.add(value(array.elements(), i));
                }
                yield values;
            }
            case MapVector map -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (int i = map.start(row); i < map.start(row) + map.length(row); i++) {
                    values.put(map.keys().text(i), value(map.values(), i));
                }
                yield values;
            }
            case StructVector struct -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                List<Field> fields = ((DataType.Struct) struct.type()).fields();
                for (int i = 0; i < fields.size(); i++) {
                    values.put(fields.get(i).name(), value(struct.field(i), row));
                }
                yield values;
            }
        };
    }
}
