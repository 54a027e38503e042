package dev.tidemark.parquet;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.expression.ColumnBounds;
import dev.tidemark.expression.ColumnTest;
import dev.tidemark.reading.FileColumns;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/// Minima and maxima as a file states them, as bounds of a column that is asked for; unknown where they cannot be
/// relied upon.
final class FileBounds {

    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final Place place;
    private final Node.Scalar column;
    private final ColumnTest test;
    private final FileColumns asked;
    private final ZoneId timezone;
    private final boolean ordered;

    /// @param ordered whether the footer says that the column's bounds are in the order of its type
    FileBounds(Place file, Node.Scalar column, ColumnTest test, FileColumns asked, ZoneId timezone, boolean ordered) {
        this.place = file.in(column.path());
        this.column = column;
        this.test = test;
        this.asked = asked;
        this.timezone = timezone;
        this.ordered = ordered;
    }

    /// Of one row group.
    ///
    /// @param values of the chunk, nulls included
    ColumnBounds of(@Nullable Statistics statistics, long values) {
        boolean anyNull = true;
        boolean anyValue = true;
        byte[] least = null;
        byte[] most = null;
        if (statistics != null) {
            if (statistics.isSetNull_count()) {
                anyNull = statistics.getNull_count() > 0;
                anyValue = statistics.getNull_count() < values;
            }
            if (statistics.isSetMin_value() && statistics.isSetMax_value()) {
                least = ordered ? statistics.getMin_value() : null;
                most = ordered ? statistics.getMax_value() : null;
            } else if (isOldOrderRight()) {
                least = statistics.getMin();
                most = statistics.getMax();
            }
        }
        return of(
                List.of(bytes(least)),
                List.of(bytes(most)),
                new boolean[] {least != null && most != null},
                new boolean[] {anyValue},
                new boolean[] {anyNull});
    }

    private static ByteBuffer bytes(byte @Nullable [] value) {
        return ByteBuffer.wrap(value == null ? new byte[0] : value);
    }

    /// Of pages; those of a column index are in the column's order always.
    ColumnBounds ofPages(List<ByteBuffer> least, List<ByteBuffer> most, boolean[] anyValue, boolean[] anyNull) {
        boolean[] known = anyValue.clone();
        if (!ordered) {
            Arrays.fill(known, false);
        }
        return of(least, most, known, anyValue, anyNull);
    }

    /// Deprecated bounds were compared as signed numbers, and text as signed bytes.
    private boolean isOldOrderRight() {
        boolean isNumber = switch (column.form().physical()) {
            case BOOLEAN, INT32, INT64, FLOAT, DOUBLE -> true;
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> false;
        };
        return isNumber
                && switch (column.form().meaning()) {
                    case UINT8, UINT16, UINT32, UINT64 -> false;
                    default -> true;
                };
    }

    private boolean hasBounds() {
        return switch (column.form().meaning()) {
            case PLAIN,
                    INT8,
                    INT16,
                    UINT8,
                    UINT16,
                    UINT32,
                    UINT64,
                    DECIMAL,
                    MILLIS,
                    MICROS,
                    NANOS,
                    LOCAL_MILLIS,
                    LOCAL_MICROS,
                    LOCAL_NANOS -> true;
            case FLOAT16, UUID, TIME_MILLIS, TIME_MICROS, TIME_NANOS, INT96, NOTHING -> false;
        };
    }

    private ColumnBounds of(
            List<ByteBuffer> least, List<ByteBuffer> most, boolean[] known, boolean[] anyValue, boolean[] anyNull) {
        ColumnVector low = hasBounds() ? values(least, known) : null;
        ColumnVector high = low == null ? null : values(most, known);
        if (low == null || high == null) {
            ColumnVector nothing = ColumnVector.of(test.type());
            for (int i = 0; i < known.length; i++) {
                nothing.appendNull();
            }
            return new ColumnBounds(nothing, nothing, new boolean[known.length], anyValue, anyNull);
        }
        // A clock that is set forward may put a later time of the wall before an earlier one.
        if (isLocal() && !timezone.getRules().isFixedOffset()) {
            move(low, -MICROS_PER_DAY);
            move(high, MICROS_PER_DAY);
        }
        return new ColumnBounds(low, high, known, anyValue, anyNull);
    }

    private boolean isLocal() {
        return switch (column.form().meaning()) {
            case LOCAL_MILLIS, LOCAL_MICROS, LOCAL_NANOS -> true;
            default -> false;
        };
    }

    private static void move(ColumnVector times, long micros) {
        long[] values = ((LongVector) times).values();
        for (int i = 0; i < times.size(); i++) {
            values[i] += micros;
        }
    }

    /// Marks as unknown what is no value; null where the column's order is another one than the file's.
    private @Nullable ColumnVector values(List<ByteBuffer> stored, boolean[] known) {
        int count = stored.size();
        Scratch scratch = new Scratch();
        Type physical = column.form().physical();
        int width = switch (physical) {
            case BOOLEAN -> 1;
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case INT96 -> 12;
            case FIXED_LEN_BYTE_ARRAY -> column.form().width();
            case BYTE_ARRAY -> -1;
        };
        // All that are unknown share one value of zeros.
        int none = Math.max(width, 0);
        int total = none;
        for (int i = 0; i < count; i++) {
            known[i] &= width < 0 || stored.get(i).remaining() == width;
            total += known[i] ? stored.get(i).remaining() : 0;
        }
        byte[] bytes = new byte[total];
        scratch.slices(bytes, count);
        int[] ints = scratch.ints(count);
        long[] longs = scratch.longs(count);
        int free = none;
        for (int i = 0; i < count; i++) {
            int at = known[i] ? free : 0;
            int length = known[i] ? stored.get(i).remaining() : none;
            if (known[i]) {
                stored.get(i).duplicate().get(bytes, at, length);
                free += length;
            }
            scratch.starts[i] = at;
            scratch.lengths[i] = length;
            if (width == 1) {
                ints[i] = bytes[at];
            } else if (width == 4) {
                ints[i] = (int) ByteBuilder.INTS.get(bytes, at);
            } else if (width == 8) {
                longs[i] = (long) ByteBuilder.LONGS.get(bytes, at);
            }
        }
        BadValues bad = new BadValues();
        ColumnVector made = ColumnVector.of(column.form().type());
        new LeafValues(place, column.form(), new Times(timezone, () -> {}), bad).append(scratch, count, made);
        for (int i = 0; i < count; i++) {
            known[i] &= !bad.reasons().containsKey(i) && !isNan(made, i);
        }
        return asked.inOrder(test.column(), made).orElse(null);
    }

    private static boolean isNan(ColumnVector values, int row) {
        return switch (values) {
            case FloatVector floats -> Float.isNaN(floats.get(row));
            case DoubleVector doubles -> Double.isNaN(doubles.get(row));
            default -> false;
        };
    }
}
