package dev.tidemark.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Vectors filled by levels: values first, then room for the nulls among them.
class SpreadTest {

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void valuesMoveToTheirPlacesAndTheOthersAreNull() {
        List<DataType> types = List.of(
                DataType.BOOLEAN,
                DataType.INT,
                DataType.BIGINT,
                DataType.FLOAT,
                DataType.DOUBLE,
                DataType.STRING,
                DataType.decimal(38, 2));
        for (int round = 0; round < 300; round++) {
            DataType type = types.get(round % types.size());
            ColumnVector values = ColumnVector.of(type);
            ColumnVector expected = ColumnVector.of(type);
            for (int piece = 0; piece < 3; piece++) {
                boolean[] isNull = new boolean[random.nextInt(40)];
                for (int i = 0; i < isNull.length; i++) {
                    isNull[i] = random.nextInt(3) == 0;
                    if (isNull[i]) {
                        expected.appendNull();
                    } else {
                        append(values, expected);
                    }
                }
                values.spread(isNull, isNull.length);
            }
            assertThat(values.size()).isEqualTo(expected.size());
            for (int row = 0; row < expected.size(); row++) {
                assertThat(text(values, row))
                        .as("seed %d %s row %d", seed, type, row)
                        .isEqualTo(text(expected, row));
            }
        }
    }

    private void append(ColumnVector one, ColumnVector other) {
        long drawn = random.nextLong();
        for (ColumnVector vector : List.of(one, other)) {
            switch (vector) {
                case BooleanVector booleans -> booleans.append(drawn > 0);
                case IntVector ints -> ints.append((int) drawn);
                case LongVector longs -> longs.append(drawn);
                case FloatVector floats -> floats.append((float) drawn);
                case DoubleVector doubles -> doubles.append((double) drawn);
                case BytesVector bytes -> bytes.append(Long.toString(drawn, 36).repeat((int) (drawn & 3)));
                case DecimalVector decimals -> decimals.append(drawn >> 63, drawn);
                case ArrayVector _, MapVector _, StructVector _ -> throw new IllegalStateException("not drawn");
            }
        }
    }

    private static String text(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return "null";
        }
        return switch (vector) {
            case BooleanVector booleans -> String.valueOf(booleans.get(row));
            case IntVector ints -> String.valueOf(ints.get(row));
            case LongVector longs -> String.valueOf(longs.get(row));
            case FloatVector floats -> String.valueOf(floats.get(row));
            case DoubleVector doubles -> String.valueOf(doubles.get(row));
            case BytesVector bytes -> '"' + bytes.text(row) + '"';
            case DecimalVector decimals -> decimals.get(row).toString();
            case ArrayVector _, MapVector _, StructVector _ -> throw new IllegalStateException("not drawn");
        };
    }

    @Test
    void listsOfElementsThatAreThereEndWhereTheyAreTold() {
        ArrayVector lists = (ArrayVector) ColumnVector.of(new DataType.Array(DataType.INT));
        for (int i = 0; i < 5; i++) {
            ((IntVector) lists.elements()).append(i);
        }
        lists.endRow(2);
        lists.endNullRow();
        lists.endRow(0);
        lists.endRow(3);
        assertThat(lists.size()).isEqualTo(4);
        assertThat(lists.end()).isEqualTo(5);
        assertThat(List.of(lists.isNull(0), lists.isNull(1), lists.isNull(2), lists.isNull(3)))
                .containsExactly(false, true, false, false);
        assertThat(List.of(lists.start(3), lists.length(0), lists.length(1), lists.length(2), lists.length(3)))
                .containsExactly(2, 2, 0, 0, 3);
        lists.clear();
        assertThat(lists.hasNulls()).isFalse();
    }
}
