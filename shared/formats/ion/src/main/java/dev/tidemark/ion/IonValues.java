package dev.tidemark.ion;

import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.Timestamp;
import dev.tidemark.data.ArrayVector;
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
import dev.tidemark.data.StructVector;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/// Values of vectors as Ion. Each method answers about how many bytes it wrote.
final class IonValues {

    private static final long SECOND = 1_000_000;
    private static final int NUMBER_BYTES = 10;
    private static final int MICRO_DIGITS = 6;

    /// The fields that are not null.
    long fields(List<Field> fields, List<ColumnVector> columns, int row, IonWriter out) throws IOException {
        long bytes = NUMBER_BYTES;
        for (int i = 0; i < columns.size(); i++) {
            ColumnVector column = columns.get(i);
            if (!column.isNull(row)) {
                out.setFieldName(fields.get(i).name());
                bytes += 2 + value(column, row, out);
            }
        }
        return bytes;
    }

    private long valueOrNull(ColumnVector column, int row, IonWriter out) throws IOException {
        if (column.isNull(row)) {
            out.writeNull();
            return 1;
        }
        return value(column, row, out);
    }

    private long value(ColumnVector column, int row, IonWriter out) throws IOException {
        switch (column) {
            case BooleanVector booleans -> out.writeBool(booleans.get(row));
            case IntVector ints -> {
                if (ints.type().equals(DataType.DATE)) {
                    LocalDate day = LocalDate.ofEpochDay(ints.get(row));
                    out.writeTimestamp(Timestamp.forDay(day.getYear(), day.getMonthValue(), day.getDayOfMonth()));
                } else {
                    out.writeInt(ints.get(row));
                }
            }
            case LongVector longs -> number(longs, row, out);
            case FloatVector floats -> out.writeFloat(floats.get(row));
            case DoubleVector doubles -> out.writeFloat(doubles.get(row));
            case DecimalVector decimals ->
                out.writeDecimal(new BigDecimal(decimals.get(row), ((DataType.Decimal) decimals.type()).scale()));
            case BytesVector bytes -> {
                if (bytes.type().equals(DataType.BINARY)) {
                    out.writeBlob(bytes.bytes(), bytes.start(row), bytes.length(row));
                } else {
                    out.writeString(bytes.text(row));
                }
                return (long) NUMBER_BYTES + bytes.length(row);
            }
            case ArrayVector array -> {
                return array(array, row, out);
            }
            case MapVector map -> {
                return map(map, row, out);
            }
            case StructVector struct -> {
                out.stepIn(IonType.STRUCT);
                long bytes = fields(((DataType.Struct) struct.type()).fields(), struct.fields(), row, out);
                out.stepOut();
                return bytes;
            }
        }
        return NUMBER_BYTES;
    }

    private static void number(LongVector longs, int row, IonWriter out) throws IOException {
        if (longs.type() instanceof DataType.Decimal decimal) {
            out.writeDecimal(BigDecimal.valueOf(longs.get(row), decimal.scale()));
        } else if (longs.type().equals(DataType.TIMESTAMP)) {
            out.writeTimestamp(timestamp(longs.get(row)));
        } else {
            out.writeInt(longs.get(row));
        }
    }

    /// Six digits behind the second, so that every reader sees microseconds.
    private static Timestamp timestamp(long micros) {
        LocalDateTime time =
                LocalDateTime.ofInstant(Instant.ofEpochSecond(Math.floorDiv(micros, SECOND)), ZoneOffset.UTC);
        BigDecimal second = BigDecimal.valueOf(time.getSecond() * SECOND + Math.floorMod(micros, SECOND), MICRO_DIGITS);
        return Timestamp.forSecond(
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                second,
                Timestamp.UTC_OFFSET);
    }

    private long array(ArrayVector array, int row, IonWriter out) throws IOException {
        long bytes = NUMBER_BYTES;
        out.stepIn(IonType.LIST);
        for (int i = array.start(row); i < array.start(row) + array.length(row); i++) {
            bytes += valueOrNull(array.elements(), i, out);
        }
        out.stepOut();
        return bytes;
    }

    private long map(MapVector map, int row, IonWriter out) throws IOException {
        long bytes = NUMBER_BYTES;
        out.stepIn(IonType.STRUCT);
        for (int i = map.start(row); i < map.start(row) + map.length(row); i++) {
            out.setFieldName(map.keys().text(i));
            bytes += NUMBER_BYTES + map.keys().length(i) + valueOrNull(map.values(), i, out);
        }
        out.stepOut();
        return bytes;
    }
}
