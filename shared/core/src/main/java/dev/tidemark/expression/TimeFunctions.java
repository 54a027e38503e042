package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.function.LongToIntFunction;

/// Parts of dates and timestamps, and arithmetic with them. None needs a pattern.
final class TimeFunctions {

    private TimeFunctions() {}

    static List<ExpressionFunction> all() {
        return List.of(
                datePart("year", CivilDate::year),
                datePart("month", CivilDate::month),
                datePart("day", CivilDate::dayOfMonth),
                new ExpressionFunction("hour", 1, 1, TimeFunctions::hour),
                new ExpressionFunction("date_add", 2, 2, call -> addDays(call, 1)),
                new ExpressionFunction("date_sub", 2, 2, call -> addDays(call, -1)),
                new ExpressionFunction("add_months", 2, 2, TimeFunctions::addMonths),
                new ExpressionFunction("make_date", 3, 3, TimeFunctions::makeDate),
                new ExpressionFunction("date_trunc", 2, 2, TimeFunctions::truncate));
    }

    private static ExpressionFunction datePart(String name, LongToIntFunction part) {
        return new ExpressionFunction(
                name,
                1,
                1,
                call -> PerRow.of(
                        DataType.INT,
                        List.of(call.argument(0, DataType.DATE)),
                        (in, row, out, _) -> ((IntVector) out).append(part.applyAsInt(((IntVector) in[0]).get(row)))));
    }

    private static Operation hour(FunctionCall call) {
        Operation time = call.argument(0, DataType.TIMESTAMP);
        return PerRow.of(DataType.INT, List.of(time), (in, row, out, rows) -> {
            long local =
                    TimeText.local(((LongVector) in[0]).get(row), rows.context().timezone());
            ((IntVector) out).append((int)
                    (Math.floorMod(local, TimeText.MICROS_PER_DAY) / (3600 * TimeText.MICROS_PER_SECOND)));
        });
    }

    private static Operation addDays(FunctionCall call, int sign) {
        DataType days = call.type(1);
        if (TypeRules.isFloating(days) || days instanceof DataType.Decimal || days == Primitive.BIGINT) {
            throw call.error(1, "must be int but is " + days + ".", null);
        }
        return addDays(call.argument(0, DataType.DATE), call.argument(1, DataType.INT), sign);
    }

    /// @param days int
    static Operation addDays(Operation date, Operation days, int sign) {
        return PerRow.of(DataType.DATE, List.of(date, days), (in, row, out, rows) -> {
            long result = ((IntVector) in[0]).get(row) + sign * (long) ((IntVector) in[1]).get(row);
            appendDays(result, out, rows, row);
        });
    }

    private static void appendDays(long days, ColumnVector out, Rows rows, int row) {
        if (days != (int) days) {
            rows.fail(row, "date overflow");
            out.appendNull();
        } else {
            ((IntVector) out).append((int) days);
        }
    }

    private static Operation addMonths(FunctionCall call) {
        List<Operation> arguments = List.of(call.argument(0, DataType.DATE), call.argument(1, DataType.INT));
        return PerRow.of(DataType.DATE, arguments, (in, row, out, rows) -> {
            LocalDate date = LocalDate.ofEpochDay(((IntVector) in[0]).get(row));
            LocalDate moved = date.plusMonths(((IntVector) in[1]).get(row));
            appendDays(moved.toEpochDay(), out, rows, row);
        });
    }

    private static Operation makeDate(FunctionCall call) {
        List<Operation> arguments =
                List.of(call.argument(0, DataType.INT), call.argument(1, DataType.INT), call.argument(2, DataType.INT));
        return PerRow.of(DataType.DATE, arguments, (in, row, out, rows) -> {
            try {
                LocalDate date = LocalDate.of(
                        ((IntVector) in[0]).get(row), ((IntVector) in[1]).get(row), ((IntVector) in[2]).get(row));
                appendDays(date.toEpochDay(), out, rows, row);
            } catch (DateTimeException notADay) {
                rows.fail(row, "make_date() was given no day of the calendar");
                out.appendNull();
            }
        });
    }

    /// Null for a unit that does not exist, as in Spark.
    private static Operation truncate(FunctionCall call) {
        List<Operation> arguments = List.of(call.argument(0, DataType.STRING), call.argument(1, DataType.TIMESTAMP));
        return PerRow.of(DataType.TIMESTAMP, arguments, (in, row, out, rows) -> {
            String unit = ((BytesVector) in[0]).text(row).toUpperCase(Locale.ROOT);
            long micros = ((LongVector) in[1]).get(row);
            long result = truncate(unit, micros, rows.context().timezone());
            if (result == TimeText.INVALID) {
                out.appendNull();
            } else {
                ((LongVector) out).append(result);
            }
        });
    }

    private static long truncate(String unit, long micros, ZoneId zone) {
        long local = TimeText.local(micros, zone);
        int days = (int) Math.floorDiv(local, TimeText.MICROS_PER_DAY);
        int year = CivilDate.year(days);
        int month = CivilDate.month(days);
        return switch (unit) {
            case "YEAR", "YYYY", "YY" -> TimeText.startOfDay(CivilDate.days(year, 1, 1), zone);
            case "QUARTER" -> TimeText.startOfDay(CivilDate.days(year, (month - 1) / 3 * 3 + 1, 1), zone);
            case "MONTH", "MM", "MON" -> TimeText.startOfDay(CivilDate.days(year, month, 1), zone);
            // Day 0 was a Thursday and weeks begin on Monday.
            case "WEEK" -> TimeText.startOfDay(days - Math.floorMod(days + 3, 7), zone);
            case "DAY", "DD" -> TimeText.startOfDay(days, zone);
            case "HOUR" -> truncate(micros, local, 3600 * TimeText.MICROS_PER_SECOND);
            case "MINUTE" -> truncate(micros, local, 60 * TimeText.MICROS_PER_SECOND);
            case "SECOND" -> truncate(micros, local, TimeText.MICROS_PER_SECOND);
            case "MILLISECOND" -> truncate(micros, local, 1000);
            case "MICROSECOND" -> micros;
            default -> TimeText.INVALID;
        };
    }

    /// By the clock on the wall, whose offset may be no whole number of hours.
    private static long truncate(long micros, long local, long unit) {
        return micros - Math.floorMod(local, unit);
    }
}
