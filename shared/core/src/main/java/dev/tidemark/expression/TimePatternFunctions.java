package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.LongVector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// to_date, to_timestamp, date_format, unix_timestamp, from_unixtime.
final class TimePatternFunctions {

    private static final String DEFAULT_PATTERN = "yyyy-MM-dd HH:mm:ss";

    private TimePatternFunctions() {}

    static List<ExpressionFunction> all() {
        return List.of(
                new ExpressionFunction(
                        "date_format",
                        2,
                        2,
                        call -> format(call, call.argument(0, DataType.TIMESTAMP), call.argument(1, DataType.STRING))),
                new ExpressionFunction("to_date", 1, 2, TimePatternFunctions::toDate),
                new ExpressionFunction("to_timestamp", 1, 2, TimePatternFunctions::toTimestamp),
                new ExpressionFunction("unix_timestamp", 0, 2, TimePatternFunctions::unixTimestamp),
                new ExpressionFunction("from_unixtime", 1, 2, TimePatternFunctions::fromUnixTime));
    }

    private static Operation toDate(FunctionCall call) {
        return call.size() == 1
                ? call.argument(0, DataType.DATE)
                : Coercion.cast(timestamp(call), DataType.DATE, call.at());
    }

    private static Operation toTimestamp(FunctionCall call) {
        return call.size() == 1 ? cast(call) : timestamp(call);
    }

    private static Operation cast(FunctionCall call) {
        Operation cast = Casts.cast(call.argument(0), DataType.TIMESTAMP, false);
        if (cast == null) {
            throw call.error(0, "cannot be cast to timestamp: it is " + call.type(0) + ".", null);
        }
        return cast;
    }

    /// A text by a pattern; what is a date or timestamp already is taken as it is.
    private static Operation timestamp(FunctionCall call) {
        if (TypeRules.isTime(call.type(0))) {
            return call.argument(0, DataType.TIMESTAMP);
        }
        return parsed(call, call.argument(0, DataType.STRING), call.argument(1, DataType.STRING));
    }

    private static Operation parsed(FunctionCall call, Operation text, Operation pattern) {
        checkPattern(call, pattern);
        return new PerRow(DataType.TIMESTAMP, List.of(text, pattern), () -> {
            TimePattern.Cache patterns = new TimePattern.Cache();
            return (in, row, out, rows) -> {
                TimePattern compiled = pattern(patterns, in[1], out, rows, row);
                if (compiled == null) {
                    return;
                }
                long micros = compiled.parse(
                        ((BytesVector) in[0]).text(row), rows.context().timezone());
                if (micros == TimeText.INVALID) {
                    rows.fail(row, "the text does not have the form " + compiled.text());
                    out.appendNull();
                } else {
                    ((LongVector) out).append(micros);
                }
            };
        });
    }

    private static Operation format(FunctionCall call, Operation time, Operation pattern) {
        checkPattern(call, pattern);
        return new PerRow(DataType.STRING, List.of(time, pattern), () -> {
            TimePattern.Cache patterns = new TimePattern.Cache();
            return (in, row, out, rows) -> {
                TimePattern compiled = pattern(patterns, in[1], out, rows, row);
                if (compiled != null) {
                    compiled.format(
                            ((LongVector) in[0]).get(row), rows.context().timezone(), (BytesVector) out);
                }
            };
        });
    }

    private static @Nullable TimePattern pattern(
            TimePattern.Cache patterns, ColumnVector in, ColumnVector out, Rows rows, int row) {
        TimePattern compiled = patterns.get((BytesVector) in, row);
        if (compiled == null) {
            rows.fail(row, patterns.problem());
            out.appendNull();
        }
        return compiled;
    }

    /// A pattern that is a literal is checked before any row is read.
    private static void checkPattern(FunctionCall call, Operation pattern) {
        if (pattern instanceof Leaves.Constant constant) {
            TimePattern.Cache patterns = new TimePattern.Cache();
            if (patterns.get((BytesVector) constant.value(), 0) == null) {
                throw call.error(call.size() - 1, "is no pattern: " + patterns.problem() + ".", null);
            }
        }
    }

    private static Operation unixTimestamp(FunctionCall call) {
        Operation time;
        if (call.size() == 0) {
            time = new Leaves.FromContext(
                    DataType.TIMESTAMP,
                    (rows, out) -> ((LongVector) out)
                            .append(TimeText.micros(rows.context().runTimestamp())));
        } else if (TypeRules.isTime(call.type(0))) {
            time = call.argument(0, DataType.TIMESTAMP);
        } else if (call.type(0) == Primitive.STRING) {
            Operation pattern =
                    call.size() == 2 ? call.argument(1, DataType.STRING) : TextFunctions.text(DEFAULT_PATTERN);
            time = parsed(call, call.argument(0, DataType.STRING), pattern);
        } else {
            throw call.error(0, "must be a text, date or timestamp but is " + call.type(0) + ".", null);
        }
        return PerRow.of(
                DataType.BIGINT,
                List.of(Coercion.folded(time)),
                (in, row, out, _) ->
                        ((LongVector) out).append(((LongVector) in[0]).get(row) / TimeText.MICROS_PER_SECOND));
    }

    private static Operation fromUnixTime(FunctionCall call) {
        Operation time = Coercion.cast(call.argument(0, DataType.BIGINT), DataType.TIMESTAMP, call.at());
        return format(
                call, time, call.size() == 2 ? call.argument(1, DataType.STRING) : TextFunctions.text(DEFAULT_PATTERN));
    }
}
