package dev.tidemark.ion;

import com.amazon.ion.IonType;
import com.amazon.ion.Timestamp;
import dev.tidemark.data.DataType;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.reading.TimeRange;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;

/// Columns of times. A timestamp without an offset is in UTC, as Ion says; one of a day is a date, in a column of
/// timestamps the midnight with which it begins in the job's `timezone`, as for dates of other formats.
final class IonTimes {

    private static final long SECOND = 1_000_000;
    private static final long DAY_SECONDS = 86_400;
    private static final int MOST_DIGITS = 1_000;
    private static final int MICRO_DIGITS = 6;
    private static final long[] POWERS_OF_TEN = {1, 10, 100, 1_000, 10_000, 100_000, SECOND};

    private IonTimes() {}

    /// The type of column that holds values of this precision; string where days are not known.
    static DataType type(Timestamp value) {
        return switch (value.getPrecision()) {
            case YEAR, MONTH -> DataType.STRING;
            case DAY -> DataType.DATE;
            case MINUTE, SECOND, FRACTION -> DataType.TIMESTAMP;
        };
    }

    private static boolean hasDay(Timestamp value) {
        return !type(value).equals(DataType.STRING);
    }

    private static long day(Timestamp value) {
        return LocalDate.of(value.getYear(), value.getMonth(), value.getDay()).toEpochDay();
    }

    /// `date`.
    static final class Dates extends IonColumn<IntVector> {
        private final IonTextCast cast;

        Dates(String path, IntVector vector, IonTextCast cast) {
            super(path, vector);
            this.cast = cast;
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (type != IonType.TIMESTAMP) {
                cast.read(row, type, vector);
                return;
            }
            Timestamp value = row.reader().timestampValue();
            DataType own = type(value);
            if (own.equals(DataType.DATE)) {
                vector.append((int) day(value));
            } else if (own.equals(DataType.TIMESTAMP)) {
                row.problem(
                        path,
                        "the timestamp " + text(value)
                                + " has a time of day; declare the column as timestamp and cast it");
            } else {
                row.problem(path, noDay(value));
            }
        }
    }

    private static String noDay(Timestamp value) {
        return "the timestamp " + text(value) + " names no day; declare the column as string";
    }

    private static String text(Timestamp value) {
        String text = value.toString();
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    /// `timestamp`.
    static final class Timestamps extends IonColumn<LongVector> {
        private final IonTextCast cast;

        Timestamps(String path, LongVector vector, IonTextCast cast) {
            super(path, vector);
            this.cast = cast;
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (type != IonType.TIMESTAMP) {
                cast.read(row, type, vector);
                return;
            }
            Timestamp value = row.reader().timestampValue();
            if (!hasDay(value)) {
                row.problem(path, noDay(value));
                return;
            }
            if (type(value).equals(DataType.DATE)) {
                cast.readDay((int) day(value), row, vector);
                return;
            }
            Integer offset = value.getLocalOffset();
            long seconds = day(value) * DAY_SECONDS
                    + value.getHour() * 3_600L
                    + (value.getMinute() - (offset == null ? 0 : offset)) * 60L
                    + value.getSecond();
            long micros = seconds * SECOND + fraction(row, value);
            if (!TimeRange.holdsMicros(micros)) {
                row.problem(path, "the timestamp " + text(value) + " lies outside of 0001 to 9999, in UTC");
            } else {
                vector.append(micros);
            }
        }

        private long fraction(IonRow row, Timestamp value) {
            BigDecimal second = value.getDecimalSecond();
            if (second.scale() <= 0) {
                return 0;
            }
            if (second.scale() > MOST_DIGITS) {
                row.problem(path, "a timestamp with more than 1,000 digits behind the second");
                return 0;
            }
            if (second.scale() <= MICRO_DIGITS) {
                // Seconds have two digits: all of them fit.
                long unit = POWERS_OF_TEN[second.scale()];
                return second.unscaledValue().longValue() % unit * (SECOND / unit);
            }
            BigDecimal micros = second.remainder(BigDecimal.ONE).movePointRight(6);
            BigDecimal whole = micros.setScale(0, RoundingMode.FLOOR);
            if (whole.compareTo(micros) != 0) {
                row.notices().finer(path);
            }
            return whole.longValueExact();
        }
    }
}
