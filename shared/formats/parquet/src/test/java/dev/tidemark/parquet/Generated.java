package dev.tidemark.parquet;

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
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Seeded schemas up to three levels deep and rows with nulls, empties and extremes.
final class Generated {

    private static final String[] NAMES = {"a", "Cost Total $", "x.y", "ü", "select", "A b", "quo\"te", "päth/%"};

    private final Random random;

    Generated(long seed) {
        this.random = new Random(seed);
    }

    Schema schema() {
        List<Field> fields = new ArrayList<>();
        int size = 1 + random.nextInt(6);
        for (int i = 0; i < size; i++) {
            fields.add(new Field(NAMES[random.nextInt(NAMES.length)] + i, type(3)));
        }
        return new Schema(fields);
    }

    private DataType type(int depth) {
        int kind = random.nextInt(depth > 0 ? 17 : 13);
        DataType.Primitive[] primitives = DataType.Primitive.values();
        if (kind < primitives.length) {
            return primitives[kind];
        }
        return switch (kind) {
            case 13, 14 -> new DataType.Array(type(depth - 1));
            case 15 -> new DataType.Map(type(depth - 1));
            case 16 -> {
                List<Field> fields = new ArrayList<>();
                int size = 1 + random.nextInt(3);
                for (int i = 0; i < size; i++) {
                    fields.add(new Field(NAMES[random.nextInt(NAMES.length)] + i, type(depth - 1)));
                }
                yield new DataType.Struct(fields);
            }
            default -> {
                int precision = 1 + random.nextInt(38);
                yield new DataType.Decimal(precision, random.nextInt(precision + 1));
            }
        };
    }

    Batch batch(Schema schema, int rows) {
        List<ColumnVector> columns = new ArrayList<>();
        for (Field field : schema.fields()) {
            ColumnVector column = ColumnVector.of(field.type());
            // Few values: dictionaries; neighbours alike: runs.
            int nulls = random.nextInt(4);
            int distinct = random.nextBoolean() ? 1 + random.nextInt(20) : Integer.MAX_VALUE;
            int run = random.nextBoolean() ? 1 : 1 + random.nextInt(40);
            for (int i = 0; i < rows; i++) {
                if (i % run > 0) {
                    column.appendFrom(column, i - 1);
                } else if (distinct < i) {
                    column.appendFrom(column, random.nextInt(distinct));
                } else {
                    append(column, nulls);
                }
            }
            columns.add(column);
        }
        return new Batch(schema, columns, rows, null);
    }

    private void append(ColumnVector vector, int nulls) {
        if (nulls > 0 && random.nextInt(nulls * nulls + 1) == 0) {
            vector.appendNull();
            return;
        }
        switch (vector) {
            case BooleanVector booleans -> booleans.append(random.nextBoolean());
            case IntVector ints -> ints.append(integer((DataType.Primitive) ints.type()));
            case LongVector longs -> longs.append(number(longs.type()));
            case FloatVector floats ->
                floats.append(pick(
                        random.nextFloat() - 0.5f,
                        Float.intBitsToFloat(random.nextInt()),
                        -0.0f,
                        0.0f,
                        Float.NaN,
                        Float.NEGATIVE_INFINITY,
                        Float.MAX_VALUE));
            case DoubleVector doubles ->
                doubles.append(pick(
                        random.nextGaussian(),
                        Double.longBitsToDouble(random.nextLong()),
                        -0.0,
                        0.0,
                        Double.NaN,
                        Double.POSITIVE_INFINITY,
                        Double.MIN_VALUE));
            case DecimalVector decimals -> decimals.append(decimal(((DataType.Decimal) decimals.type()).precision()));
            case BytesVector bytes -> bytes.append(text(bytes.type() == DataType.Primitive.BINARY));
            case ArrayVector array -> {
                for (int i = size(); i > 0; i--) {
                    append(array.elements(), nulls);
                }
                array.endRow();
            }
            case MapVector map -> {
                for (int i = size(); i > 0; i--) {
                    map.keys().append("k" + i);
                    append(map.values(), nulls);
                }
                map.endRow();
            }
            case StructVector struct -> {
                struct.fields().forEach(field -> append(field, nulls));
                struct.endRow();
            }
        }
    }

    private int size() {
        return random.nextInt(10) == 0 ? random.nextInt(20) : random.nextInt(4);
    }

    private int integer(DataType.Primitive type) {
        int any = pick(random.nextInt(), random.nextInt(100), 0, Integer.MAX_VALUE, Integer.MIN_VALUE);
        return switch (type) {
            case TINYINT -> (byte) any;
            case SMALLINT -> (short) any;
            // Engines print years 1 to 9999 alike.
            case DATE -> pick(random.nextInt(20_000), -719_162 + random.nextInt(3_600_000));
            default -> any;
        };
    }

    private long number(DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            return decimal(decimal.precision()).longValueExact();
        }
        return type == DataType.Primitive.TIMESTAMP
                ? pick(random.nextLong(2_000_000_000_000_000L), -62_135_596_800_000_000L, 253_402_300_799_999_999L)
                : pick(random.nextLong(), random.nextLong(1000), Long.MAX_VALUE, Long.MIN_VALUE, 0L);
    }

    private BigInteger decimal(int precision) {
        BigInteger most = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
        BigInteger some = new BigInteger(128, random).mod(most);
        return pick(some, some.negate(), most, most.negate(), BigInteger.ZERO);
    }

    private byte[] text(boolean binary) {
        if (binary) {
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            return bytes;
        }
        String text = pick(
                "",
                "a",
                Long.toHexString(random.nextLong()),
                "null",
                "grün ☃ 😀 " + random.nextInt(10),
                "z".repeat(70) + random.nextInt(),
                "\uD83D\uDE00".repeat(random.nextInt(30)));
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
