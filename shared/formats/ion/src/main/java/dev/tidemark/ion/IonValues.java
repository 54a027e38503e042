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
import dev.tidemark.reading.TimeRange;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Values of vectors as Ion. Each method answers about how many bytes it wrote.
final class IonValues {

    private static final long SECOND = 1_000_000;
    private static final int NUMBER_BYTES = 10;
    private static final int MICRO_DIGITS = 6;

    /// The column that is written, for errors.
    private String column = "";

    /// The columns of a row that are not null.
    ///
    /// @throws IonTimeException when one holds a time of a year that Ion does not have
    long row(List<Field> fields, List<ColumnVector> columns, int row, IonWriter out) throws IOException {
        long bytes = NUMBER_BYTES;
        for (int i = 0; i < columns.size(); i++) {
            column = fields.get(i).name();
            bytes += field(fields.get(i), columns.get(i), row, out);
        }
        return bytes;
    }

    private long field(Field field, ColumnVector vector, int row, IonWriter out) throws IOException {
        if (vector.isNull(row)) {
            return 0;
        }
        out.setFieldName(field.name());
        return 2 + value(vector, row, out);
    }

    private long fields(List<Field> fields, List<ColumnVector> columns, int row, IonWriter out) throws IOException {
        long bytes = NUMBER_BYTES;
        for (int i = 0; i < columns.size(); i++) {
            bytes += field(fields.get(i), columns.get(i), row, out);
        }
        return bytes;
    }

    private long valueOrNull(ColumnVector vector, int row, IonWriter out) throws IOException {
        if (vector.isNull(row)) {
            out.writeNull();
            return 1;
        }
        return value(vector, row, out);
    }

    private long value(ColumnVector vector, int row, IonWriter out) throws IOException {
        switch (vector) {
            case BooleanVector booleans -> out.writeBool(booleans.get(row));
            case IntVector ints -> {
                if (ints.type().equals(DataType.DATE)) {
                    LocalDate day = LocalDate.ofEpochDay(ints.get(row));
                    if (!TimeRange.holdsDay(ints.get(row))) {
                        throw new IonTimeException(column, day.toString());
                    }
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

    private void number(LongVector longs, int row, IonWriter out) throws IOException {
        if (longs.type() instanceof DataType.Decimal decimal) {
            out.writeDecimal(BigDecimal.valueOf(longs.get(row), decimal.scale()));
        } else if (longs.type().equals(DataType.TIMESTAMP)) {
            out.writeTimestamp(timestamp(longs.get(row)));
        } else {
            out.writeInt(longs.get(row));
        }
    }

    /// Six digits behind the second, so that every reader sees microseconds.
    private Timestamp timestamp(long micros) {
        LocalDateTime time =
                LocalDateTime.ofInstant(Instant.ofEpochSecond(Math.floorDiv(micros, SECOND)), ZoneOffset.UTC);
        if (!TimeRange.holdsMicros(micros)) {
            throw new IonTimeException(
                    column, Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString());
        }
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
