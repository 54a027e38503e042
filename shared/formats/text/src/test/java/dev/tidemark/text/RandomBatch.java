package dev.tidemark.text;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/// Random values of every type, extremes and nulls among them.
public final class RandomBatch {

    private final Random random;
    private final Supplier<String> texts;

    /// @param texts makes the texts
    public RandomBatch(Random random, Supplier<String> texts) {
        this.random = random;
        this.texts = texts;
    }

    public Batch of(Schema schema, int rows) {
        List<ColumnVector> columns = new ArrayList<>();
        schema.fields().forEach(field -> {
            ColumnVector column = ColumnVector.of(field.type());
            for (int row = 0; row < rows; row++) {
                append(column);
            }
            columns.add(column);
        });
        return new Batch(schema, columns, rows, null);
    }

    private void append(ColumnVector column) {
        if (random.nextInt(6) == 0) {
            column.appendNull();
            return;
        }
        switch (column) {
            case BooleanVector booleans -> booleans.append(random.nextBoolean());
            case IntVector ints -> ints.append(integer((DataType.Primitive) ints.type()));
            case LongVector longs -> longs.append(longOf(longs.type()));
            case FloatVector floats -> floats.append(Float.intBitsToFloat(random.nextInt()));
            case DoubleVector doubles -> doubles.append(Double.longBitsToDouble(random.nextLong()));
            case DecimalVector decimals -> {
                BigInteger limit = BigInteger.TEN.pow(((DataType.Decimal) decimals.type()).precision());
                BigInteger value = random.nextInt(5) == 0
                        ? limit.subtract(BigInteger.ONE)
                        : new BigInteger(random.nextInt(127), random).mod(limit);
                decimals.append(random.nextBoolean() ? value : value.negate());
            }
            case BytesVector bytes -> {
                if (bytes.type().equals(DataType.BINARY)) {
                    byte[] value = new byte[random.nextInt(20)];
                    random.nextBytes(value);
                    bytes.append(value);
                } else {
                    bytes.append(texts.get());
                }
            }
            case ArrayVector arrays -> {
                for (int i = random.nextInt(4); i > 0; i--) {
                    append(arrays.elements());
                }
                arrays.endRow();
            }
            case MapVector maps -> {
                for (int i = random.nextInt(5); i > 0; i--) {
                    maps.keys().append(i + texts.get());
                    append(maps.values());
                }
                maps.endRow();
            }
            case StructVector structs -> {
                structs.fields().forEach(this::append);
                structs.endRow();
            }
        }
    }

    private int integer(DataType.Primitive type) {
        boolean extreme = random.nextInt(10) == 0;
        boolean low = random.nextBoolean();
        return switch (type) {
            case TINYINT -> extreme ? (low ? Byte.MIN_VALUE : Byte.MAX_VALUE) : (byte) random.nextInt();
            case SMALLINT -> extreme ? (low ? Short.MIN_VALUE : Short.MAX_VALUE) : (short) random.nextInt();
            case DATE -> (int) LocalDate.of(1 + random.nextInt(9999), 1, 1).toEpochDay() + random.nextInt(365);
            case INT ->
                extreme ? (low ? Integer.MIN_VALUE : Integer.MAX_VALUE) : random.nextInt() >> random.nextInt(32);
            case BOOLEAN, BIGINT, FLOAT, DOUBLE, STRING, BINARY, TIMESTAMP ->
                throw new IllegalArgumentException(type + " is held by another vector");
        };
    }

    private long longOf(DataType type) {
        if (type instanceof DataType.Decimal decimal) {
            long limit = BigInteger.TEN.pow(decimal.precision()).longValueExact();
            return random.nextInt(10) == 0 ? limit - 1 : random.nextLong() % limit;
        }
        if (type.equals(DataType.TIMESTAMP)) {
            long seconds =
                    LocalDate.of(1 + random.nextInt(9999), 1, 1).toEpochDay() * 86_400 + random.nextInt(86_400 * 365);
            long[] fractions = {0, 1000L * random.nextInt(1000), random.nextInt(1_000_000)};
            return seconds * 1_000_000 + fractions[random.nextInt(3)];
        }
        if (random.nextInt(10) == 0) {
            return random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return random.nextLong() >> random.nextInt(64);
    }
}
