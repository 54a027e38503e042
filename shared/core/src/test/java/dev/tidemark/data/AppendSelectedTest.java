package dev.tidemark.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/// Gathering many rows at once equals gathering them one by one.
class AppendSelectedTest {

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Test
    void gatheringRowsAtOnceEqualsGatheringThemOneByOne() {
        System.out.println("AppendSelectedTest seed " + seed);
        DataType type = DataTypeParser.parse("struct<a:array<map<string,struct<x:decimal(30,2),y:string>>>,b:boolean,"
                + "i:int,l:bigint,f:float,d:double,s:string>");
        for (int round = 0; round < 200; round++) {
            ColumnVector from = ColumnVector.of(type);
            int size = 1 + random.nextInt(50);
            for (int i = 0; i < size; i++) {
                appendRandom(from);
            }
            ColumnVector slow = ColumnVector.of(type);
            ColumnVector fast = ColumnVector.of(type);
            for (int piece = 0; piece < 5; piece++) {
                int[] rows = rows(size);
                for (int row : rows) {
                    slow.appendFrom(from, row);
                }
                fast.appendSelected(from, rows, rows.length);
            }
            assertThat(text(fast)).as("seed %d", seed).isEqualTo(text(slow));
            assertThat(fast.valueBytes()).isLessThanOrEqualTo(fast.heapBytes());
        }
    }

    /// Neighbours in rising order half of the time: they take the path of one copy.
    private int[] rows(int size) {
        int count = random.nextInt(size + 1);
        int first = random.nextInt(size - count + 1);
        boolean neighbours = random.nextBoolean();
        int[] rows = new int[count];
        for (int i = 0; i < count; i++) {
            rows[i] = neighbours ? first + i : random.nextInt(size);
        }
        return rows;
    }

    private void appendRandom(ColumnVector vector) {
        if (random.nextInt(5) == 0) {
            vector.appendNull();
            return;
        }
        switch (vector) {
            case BooleanVector v -> v.append(random.nextBoolean());
            case IntVector v -> v.append(random.nextInt());
            case LongVector v -> v.append(random.nextLong());
            case FloatVector v -> v.append(random.nextFloat());
            case DoubleVector v -> v.append(random.nextDouble());
            case DecimalVector v -> v.append(random.nextLong(), random.nextLong());
            case BytesVector v -> v.append("x".repeat(random.nextInt(4)) + random.nextInt(10));
            case ArrayVector v -> {
                for (int i = random.nextInt(4); i > 0; i--) {
                    appendRandom(v.elements());
                }
                v.endRow();
            }
            case MapVector v -> {
                for (int i = random.nextInt(4); i > 0; i--) {
                    v.keys().append("k" + i);
                    appendRandom(v.values());
                }
                v.endRow();
            }
            case StructVector v -> {
                v.fields().forEach(this::appendRandom);
                v.endRow();
            }
        }
    }

    private static String text(ColumnVector vector) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < vector.size(); row++) {
            text.append(text(vector, row)).append('\n');
        }
        return text.toString();
    }

    private static String text(ColumnVector vector, int row) {
        if (vector.isNull(row)) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        switch (vector) {
            case BooleanVector v -> text.append(v.get(row));
            case IntVector v -> text.append(v.get(row));
            case LongVector v -> text.append(v.get(row));
            case FloatVector v -> text.append(v.get(row));
            case DoubleVector v -> text.append(v.get(row));
            case DecimalVector v -> text.append(v.get(row));
            case BytesVector v -> text.append('"').append(v.text(row)).append('"');
            case ArrayVector v -> {
                for (int i = 0; i < v.length(row); i++) {
                    text.append('[')
                            .append(text(v.elements(), v.start(row) + i))
                            .append(']');
                }
            }
            case MapVector v -> {
                for (int i = 0; i < v.length(row); i++) {
                    text.append(v.keys().text(v.start(row) + i)).append('=');
                    text.append(text(v.values(), v.start(row) + i)).append(';');
                }
            }
            case StructVector v ->
                v.fields().forEach(field -> text.append(text(field, row)).append(','));
        }
        return text.toString();
    }
}
