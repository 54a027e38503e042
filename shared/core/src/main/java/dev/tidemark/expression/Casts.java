package dev.tidemark.expression;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Decimal;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// CAST by Spark's ANSI rules.
final class Casts {

    private Casts() {}

    /// Appends the cast value and returns true, or appends nothing and returns false when the value does not
    /// cast.
    @FunctionalInterface
    interface Body {
        boolean append(ColumnVector in, int row, ColumnVector out, EvaluationContext context);
    }

    /// The cast, or null when no value of the one type is ever cast to the other.
    ///
    /// @param orNull null instead of a failed row
    static @Nullable Operation cast(Operation value, DataType to, boolean orNull) {
        DataType from = value.type();
        if (value instanceof Leaves.Null) {
            return new Leaves.Null(to);
        }
        if (from.equals(to)) {
            return value;
        }
        Body body = body(from, to);
        if (body == null) {
            return null;
        }
        String problem = from == Primitive.STRING
                ? "the text is not a value of type " + to
                : "the " + from + " value does not fit " + to;
        return PerRow.of(to, List.of(value), (in, row, out, rows) -> {
            if (!body.append(in[0], row, out, rows.context())) {
                if (!orNull) {
                    rows.fail(row, problem);
                }
                out.appendNull();
            }
        });
    }

    static @Nullable Body body(DataType from, DataType to) {
        if (to instanceof Decimal) {
            return NumberCasts.toDecimal(from);
        }
        if (!(to instanceof Primitive primitive)) {
            return null;
        }
        return switch (primitive) {
            case BOOLEAN -> toBoolean(from);
            case TINYINT -> NumberCasts.toInteger(from, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> NumberCasts.toInteger(from, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> NumberCasts.toInteger(from, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> NumberCasts.toInteger(from, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT -> NumberCasts.toFloat(from);
            case DOUBLE -> NumberCasts.toDouble(from);
            case STRING -> toText(from);
            case BINARY -> from == Primitive.STRING ? Casts::bytes : null;
            case DATE -> toDate(from);
            case TIMESTAMP -> toTimestamp(from);
        };
    }

    private static boolean bytes(ColumnVector in, int row, ColumnVector out, EvaluationContext context) {
        BytesVector from = (BytesVector) in;
        ((BytesVector) out).append(from.bytes(), from.start(row), from.length(row));
        return true;
    }

    private static @Nullable Body toText(DataType from) {
        if (from == Primitive.BINARY) {
            return Casts::bytes;
        }
        return (in, row, out, context) -> {
            ((BytesVector) out).append(ValueText.of(in, row, context.timezone()));
            return true;
        };
    }

    private static @Nullable Body toBoolean(DataType from) {
        if (from == Primitive.STRING) {
            return (in, row, out, _) -> {
                BytesVector bytes = (BytesVector) in;
                int plain = CanonicalText.bool(bytes, row);
                Boolean value = plain < 0 ? BooleanText.parse(bytes.text(row)) : Boolean.valueOf(plain == 1);
                if (value == null) {
                    return false;
                }
                ((BooleanVector) out).append(value);
                return true;
            };
        }
        if (!TypeRules.isNumber(from)) {
            return null;
        }
        return (in, row, out, _) -> {
            ((BooleanVector) out).append(!isZero(in, row));
            return true;
        };
    }

    private static boolean isZero(ColumnVector in, int row) {
        return switch (in) {
            case IntVector ints -> ints.get(row) == 0;
            case LongVector longs -> longs.get(row) == 0;
            case FloatVector floats -> floats.get(row) == 0;
            case DoubleVector doubles -> doubles.get(row) == 0;
            default -> Decimals.get(in, row).signum() == 0;
        };
    }

    private static @Nullable Body toDate(DataType from) {
        if (from == Primitive.STRING) {
            return (in, row, out, _) -> {
                long days = TimeText.days((BytesVector) in, row);
                if (days == TimeText.INVALID) {
                    return false;
                }
                ((IntVector) out).append((int) days);
                return true;
            };
        }
        if (from != Primitive.TIMESTAMP) {
            return null;
        }
        return (in, row, out, context) -> {
            long local = TimeText.local(((LongVector) in).get(row), context.timezone());
            ((IntVector) out).append((int) Math.floorDiv(local, TimeText.MICROS_PER_DAY));
            return true;
        };
    }

    private static @Nullable Body toTimestamp(DataType from) {
        if (from == Primitive.STRING) {
            return (in, row, out, context) -> valid(TimeText.micros((BytesVector) in, row, context.timezone()), out);
        }
        if (from == Primitive.DATE) {
            return (in, row, out, context) ->
                    valid(TimeText.startOfDay(((IntVector) in).get(row), context.timezone()), out);
        }
        if (TypeRules.isNumber(from)) {
            return (in, row, out, _) -> valid(NumberCasts.secondsToMicros(in, row), out);
        }
        return null;
    }

    private static boolean valid(long micros, ColumnVector out) {
        if (micros == TimeText.INVALID) {
            return false;
        }
        ((LongVector) out).append(micros);
        return true;
    }
}
