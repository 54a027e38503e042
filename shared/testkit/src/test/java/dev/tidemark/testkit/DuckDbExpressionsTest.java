package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.ExpressionCompiler;
import dev.tidemark.expression.ExpressionFunction;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.expression.Functions;
import dev.tidemark.expression.TypedExpression;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Fresh expressions of the subset that Tidemark and DuckDB share (`docs/reference/expressions.md`, last section),
/// evaluated by both over the same rows.
class DuckDbExpressionsTest {

    private static final int EXPRESSIONS = 1000;
    private static final int ROWS = 40;
    private static final Schema SCHEMA = Schema.of(
            new Field("i", DataType.INT),
            new Field("j", DataType.INT),
            new Field("l", DataType.BIGINT),
            new Field("d", DataType.DOUBLE),
            new Field("m", DataType.decimal(10, 2)),
            new Field("s", DataType.STRING),
            new Field("r", DataType.STRING),
            new Field("t", DataType.DATE),
            new Field("u", DataType.DATE),
            new Field("b", DataType.BOOLEAN));
    private static final EvaluationContext CONTEXT =
            EvaluationContext.of(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    @Test
    void oneThousandFreshExpressionsHaveDuckDbsAnswers() throws SQLException {
        System.out.println("DuckDbExpressionsTest: -Dtidemark.seed=" + seed);
        assertThat(mismatches(EXPRESSIONS, Functions.standard())).isEmpty();
    }

    /// The broken twin: a nullif() that never gives null.
    @Test
    void theTwinWithDeafNullifIsCaught() throws SQLException {
        Functions deafNullif =
                Functions.standard().with(new ExpressionFunction("nullif", 2, 2, call -> call.argument(0)));
        assertThat(mismatches(EXPRESSIONS / 2, deafNullif)).isNotEmpty();
    }

    private List<String> mismatches(int count, Functions functions) throws SQLException {
        Random random = new Random(seed);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(row(random));
        }
        Batch batch = batch(rows);
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            load(connection, rows);
            DuckDbSubset expressions = new DuckDbSubset(random);
            int compared = 0;
            for (int tried = 0; compared < count && found.size() < 5; tried++) {
                assertThat(tried)
                        .as("expressions tried for %d compared", compared)
                        .isLessThan(count * 2);
                DuckDbSubset.Pair pair = expressions.next();
                List<@Nullable Object> ours = ours(pair.tidemark(), batch, functions);
                List<@Nullable Object> theirs = theirs(pair.duckDb(), connection);
                // Overflow or division by zero: which rows DuckDB evaluates is up to its optimizer.
                if (ours.size() < ROWS || theirs.size() < ROWS) {
                    continue;
                }
                compared++;
                for (int i = 0; i < ROWS; i++) {
                    if (!same(ours.get(i), theirs.get(i))) {
                        found.add("seed " + seed + ", row " + Arrays.toString(rows.get(i)) + ": " + pair.tidemark()
                                + " is " + ours.get(i) + " and for DuckDB " + theirs.get(i));
                        break;
                    }
                }
            }
        }
        return found;
    }

    private static @Nullable Object[] row(Random random) {
        String[] texts = {"", "a", "A", "ab", "b a", " pad ", "äö", "x😀y", "10", "9", "O'Brien", "%", "a_b"};
        @Nullable
        Object[] values = {
            random.nextInt(-50, 50),
            random.nextInt(-3, 4),
            random.nextLong(-1_000_000, 1_000_000),
            random.nextInt(-400, 400) / 8.0,
            BigDecimal.valueOf(random.nextInt(-100_000, 100_000), 2),
            texts[random.nextInt(texts.length)],
            texts[random.nextInt(texts.length)],
            LocalDate.ofEpochDay(random.nextInt(-1000, 22_000)),
            LocalDate.ofEpochDay(random.nextInt(20_000, 20_400)),
            random.nextBoolean()
        };
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(5) == 0 ? null : values[i];
        }
        return values;
    }

    private static void load(Connection connection, List<@Nullable Object[]> rows) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            load(statement, rows);
        }
    }

    private static void load(Statement statement, List<@Nullable Object[]> rows) throws SQLException {
        statement.execute("create table input(id int, i int, j int, l bigint, d double, m decimal(10,2), s varchar,"
                + " r varchar, t date, u date, b boolean)");
        for (int i = 0; i < rows.size(); i++) {
            StringBuilder values = new StringBuilder().append(i);
            for (Object value : rows.get(i)) {
                values.append(", ");
                switch (value) {
                    case null -> values.append("null");
                    case String text ->
                        values.append('\'').append(text.replace("'", "''")).append('\'');
                    case LocalDate date -> values.append("date '").append(date).append('\'');
                    default -> values.append(value);
                }
            }
            statement.execute("insert into input values (" + values + ")");
        }
    }

    private static Batch batch(List<@Nullable Object[]> rows) {
        List<ColumnVector> columns = new ArrayList<>();
        for (int i = 0; i < SCHEMA.size(); i++) {
            ColumnVector column = ColumnVector.of(SCHEMA.field(i).type());
            for (@Nullable Object[] row : rows) {
                switch (row[i]) {
                    case null -> column.appendNull();
                    case Integer number -> ((IntVector) column).append(number);
                    case Long number -> ((LongVector) column).append(number);
                    case Double number -> ((DoubleVector) column).append(number);
                    case BigDecimal number ->
                        ((LongVector) column).append(number.unscaledValue().longValueExact());
                    case String text -> ((BytesVector) column).append(text);
                    case LocalDate date -> ((IntVector) column).append((int) date.toEpochDay());
                    case Boolean truth -> ((BooleanVector) column).append(truth);
                    default -> throw new IllegalStateException();
                }
            }
            columns.add(column);
        }
        return new Batch(SCHEMA, columns, rows.size(), null);
    }

    /// Fewer than all values when a row failed.
    private static List<@Nullable Object> ours(String text, Batch batch, Functions functions) {
        TypedExpression typed = ExpressionCompiler.compile(ExpressionParser.parse(text), SCHEMA, functions);
        boolean[] failed = new boolean[1];
        ColumnVector result = typed.evaluate(batch, CONTEXT, (_, _) -> failed[0] = true);
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < ROWS && !failed[0]; row++) {
            values.add(result.isNull(row) ? null : value(result, row));
        }
        return values;
    }

    private static Object value(ColumnVector result, int row) {
        int scale = result.type() instanceof DataType.Decimal decimal ? decimal.scale() : 0;
        return switch (result) {
            case BooleanVector booleans -> booleans.get(row);
            case IntVector ints when ints.type().equals(DataType.DATE) -> LocalDate.ofEpochDay(ints.get(row));
            case IntVector ints -> ints.get(row);
            case LongVector longs -> BigDecimal.valueOf(longs.get(row), scale);
            case DecimalVector decimals -> new BigDecimal(decimals.get(row), scale);
            case DoubleVector doubles -> doubles.get(row);
            case BytesVector bytes -> bytes.text(row);
            default -> throw new IllegalStateException(result.type().toString());
        };
    }

    private static List<@Nullable Object> theirs(String sql, Connection connection) {
        List<@Nullable Object> values = new ArrayList<>();
        // A statement of its own: DuckDB closes one that failed.
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select " + sql + " from input order by id")) {
            while (result.next()) {
                values.add(result.getObject(1));
            }
        } catch (SQLException failed) {
            String message = String.valueOf(failed.getMessage());
            assertThat(message).as(sql).matches("(?is).*(overflow|out of range|conversion|division by zero).*");
            values.clear();
        }
        return values;
    }

    private static boolean same(@Nullable Object ours, @Nullable Object theirs) {
        if (ours instanceof Number a && theirs instanceof Number b) {
            return (ours instanceof Double || theirs instanceof Double)
                    ? a.doubleValue() == b.doubleValue()
                    : new BigDecimal(a.toString()).compareTo(new BigDecimal(b.toString())) == 0;
        }
        return Objects.equals(ours, theirs);
    }
}
