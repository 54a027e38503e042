package dev.tidemark.expression;

import dev.tidemark.data.ArrayVector;
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
import dev.tidemark.data.StructVector;
import java.time.ZoneId;

/// A value as CAST to string writes it: `[1, 2]`, `{a -> 1}` and `{1, x}` for nested ones, `null` inside them.
final class ValueText {

    private ValueText() {}

    static String of(ColumnVector in, int row, ZoneId zone) {
        return switch (in) {
            case BooleanVector booleans -> Boolean.toString(booleans.get(row));
            case IntVector ints ->
                ints.type().equals(DataType.DATE) ? TimeText.date(ints.get(row)) : Integer.toString(ints.get(row));
            case LongVector longs -> text(longs, row, zone);
            case FloatVector floats -> Float.toString(floats.get(row));
            case DoubleVector doubles -> Double.toString(doubles.get(row));
            case DecimalVector decimals -> Decimals.get(decimals, row).toPlainString();
            case BytesVector bytes -> bytes.text(row);
            case ArrayVector array -> list(array, row, zone);
            case MapVector map -> map(map, row, zone);
            case StructVector struct -> struct(struct, row, zone);
        };
    }

    private static String text(LongVector longs, int row, ZoneId zone) {
        if (longs.type().equals(DataType.TIMESTAMP)) {
            return TimeText.timestamp(longs.get(row), zone);
        }
        return longs.type().equals(DataType.BIGINT)
                ? Long.toString(longs.get(row))
                : Decimals.get(longs, row).toPlainString();
    }

    private static String orNull(ColumnVector in, int row, ZoneId zone) {
        return in.isNull(row) ? "null" : of(in, row, zone);
    }

    private static String list(ArrayVector array, int row, ZoneId zone) {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < array.length(row); i++) {
            text.append(i == 0 ? "" : ", ").append(orNull(array.elements(), array.start(row) + i, zone));
        }
        return text.append(']').toString();
    }

    private static String map(MapVector map, int row, ZoneId zone) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < map.length(row); i++) {
            int entry = map.start(row) + i;
            text.append(i == 0 ? "" : ", ")
                    .append(map.keys().text(entry))
                    .append(" -> ")
                    .append(orNull(map.values(), entry, zone));
        }
        return text.append('}').toString();
    }

    private static String struct(StructVector struct, int row, ZoneId zone) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < struct.fields().size(); i++) {
            text.append(i == 0 ? "" : ", ").append(orNull(struct.field(i), row, zone));
        }
        return text.append('}').toString();
    }
}
