package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/// One value cast by itself, outside any batch: what readers need where a file's type is not the column's.
@FunctionalInterface
public interface ValueCast {

    /// Appends the cast value and returns true, or appends nothing and returns false when the value does not
    /// cast.
    ///
    /// @param in the value at `row` is not null
    boolean append(ColumnVector in, int row, ColumnVector out);

    /// CAST as expressions do it; empty when no value of the one type is ever cast to the other.
    static Optional<ValueCast> of(DataType from, DataType to, ZoneId zone) {
        Casts.Body body = Casts.body(from, to);
        if (body == null) {
            return Optional.empty();
        }
        EvaluationContext context = EvaluationContext.of(Instant.EPOCH, zone);
        return Optional.of((in, row, out) -> body.append(in, row, out, context));
    }

    /// Texts of a form of their own to `date` or `timestamp`.
    ///
    /// @param format Spark's pattern (`dd.MM.yyyy HH:mm`)
    /// @throws IllegalArgumentException when it is none
    static ValueCast times(String format, DataType to, ZoneId zone) {
        TimePattern pattern = new TimePattern(format);
        boolean date = to.equals(DataType.DATE);
        return (in, row, out) -> {
            long micros = pattern.parse(((BytesVector) in).text(row), date ? ZoneOffset.UTC : zone);
            if (micros == TimeText.INVALID) {
                return false;
            }
            if (date) {
                ((IntVector) out).append((int) Math.floorDiv(micros, TimeText.MICROS_PER_DAY));
            } else {
                ((LongVector) out).append(micros);
            }
            return true;
        };
    }
}
