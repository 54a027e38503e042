package dev.tidemark.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.reading.SingleValues;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Values that are not of a column's own kind: texts and symbols, and numbers that count from the epoch.
final class IonTextCast {

    private final String path;
    private final DataType type;
    private final @Nullable SingleValues ofText;
    private final @Nullable SingleValues ofCount;
    private final @Nullable SingleValues ofDay;
    private final BytesVector text = new BytesVector(DataType.Primitive.STRING);
    private final LongVector count = (LongVector) ColumnVector.of(DataType.BIGINT);
    private final IntVector day = (IntVector) ColumnVector.of(DataType.DATE);

    IonTextCast(String path, DataType type, ColumnSpec spec, ZoneId zone) {
        this.path = path;
        this.type = type;
        boolean single = switch (type) {
            case DataType.Primitive _, DataType.Decimal _ -> true;
            case DataType.Array _, DataType.Map _, DataType.Struct _ -> false;
        };
        this.ofText =
                single ? SingleValues.of(DataType.STRING, type, spec, zone).orElse(null) : null;
        boolean time = type.equals(DataType.DATE) || type.equals(DataType.TIMESTAMP);
        this.ofCount = time ? SingleValues.of(DataType.BIGINT, type, spec, zone).orElse(null) : null;
        this.ofDay = type.equals(DataType.TIMESTAMP)
                ? SingleValues.of(DataType.DATE, type, spec, zone).orElse(null)
                : null;
    }

    /// Takes a day into a column of timestamps.
    ///
    /// @param sinceEpoch its number
    void readDay(int sinceEpoch, IonRow row, ColumnVector out) {
        day.clear();
        day.append(sinceEpoch);
        if (ofDay == null || !ofDay.append(day, 0, out)) {
            row.problem(
                    path, "the day " + LocalDate.ofEpochDay(sinceEpoch) + " begins outside of 0001 to 9999, in UTC");
        }
    }

    /// Takes a text, a symbol, or a count; tells the row about everything else.
    void read(IonRow row, IonType found, ColumnVector out) {
        IonReader reader = row.reader();
        if ((found == IonType.STRING || found == IonType.SYMBOL) && ofText != null) {
            String value = IonTexts.of(reader, found);
            if (value == null) {
                row.problem(path, IonTexts.noText(found));
                return;
            }
            text.clear();
            text.append(value);
            if (!ofText.append(text, 0, out)) {
                row.problem(
                        path,
                        "the " + found.name().toLowerCase(Locale.ROOT) + " '" + shortened(value) + "' is no " + type);
            }
            return;
        }
        if (found == IonType.INT && ofCount != null) {
            String value = IonTexts.of(reader, found);
            count.clear();
            if (value != null && fits(reader)) {
                count.append(reader.longValue());
                if (ofCount.append(count, 0, out)) {
                    return;
                }
            }
            row.problem(path, "the number counts to a time that no " + type + " holds");
            return;
        }
        row.mismatch(path, found, type + " is expected; declare the column as string and cast it, or as it is there");
    }

    private static boolean fits(IonReader reader) {
        return switch (reader.getIntegerSize()) {
            case INT, LONG -> true;
            case BIG_INTEGER -> false;
        };
    }

    private static String shortened(String value) {
        return value.length() <= 40 ? value : value.substring(0, 40) + "…";
    }
}
