package dev.tidemark.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.expression.Oracle.Kind;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Fresh random expressions against an evaluator that shares nothing with the production code.
class RandomExpressionsTest {

    private static final int EXPRESSIONS = 10_000;
    private static final int ROWS = 8;
    private static final EvaluationContext CONTEXT =
            EvaluationContext.of(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    @Test
    void tenThousandFreshExpressionsMeanWhatTheOracleSays() {
        System.out.println("RandomExpressionsTest: -Dtidemark.seed=" + seed);
        assertThat(mismatches(EXPRESSIONS, Functions.standard(), UnaryOperator.identity()))
                .isEmpty();
    }

    /// The broken twin: a coalesce() that evaluates all arguments for all rows, so that errors of values that nobody
    /// takes are reported.
    @Test
    void theTwinWithEagerCoalesceIsCaught() {
        Functions eager = Functions.standard().with(new ExpressionFunction("coalesce", 1, 9, EagerCoalesceTwin::bind));
        assertThat(mismatches(EXPRESSIONS / 4, eager, UnaryOperator.identity())).isNotEmpty();
    }

    /// The broken twin: NOT of null is true, as in a language with two truth values.
    @Test
    void theTwinWithTwoValuedNotIsCaught() {
        UnaryOperator<Expression> twoValuedNotTwin = expression -> expression instanceof Expression.Not not
                ? new Expression.Not(
                        not.at(),
                        new Expression.Call(
                                not.at(),
                                "coalesce",
                                List.of(not.value(), new Expression.BooleanLiteral(not.at(), false))))
                : expression;
        assertThat(mismatches(EXPRESSIONS / 4, Functions.standard(), twoValuedNotTwin))
                .isNotEmpty();
    }

    private static final class EagerCoalesceTwin {
        private static Operation bind(FunctionCall call) {
            List<Operation> values = call.commonArguments(0);
            Operation right = new Logic.Coalesce(values.getFirst().type(), values);
            return new Operation() {
                @Override
                public DataType type() {
                    return right.type();
                }

                @Override
                public boolean constant() {
                    return right.constant();
                }

                @Override
                public ColumnVector evaluate(Rows rows) {
                    values.forEach(value -> value.evaluate(rows));
                    return right.evaluate(rows);
                }
            };
        }
    }

    @Test
    void wrongTypesAreRefusedBeforeAnyRowIsRead() {
        Random random = new Random(seed);
        RandomExpression expressions = new RandomExpression(random);
        Kind[][] pairs = {
            {Kind.DATE, Kind.INT},
            {Kind.TIMESTAMP, Kind.DOUBLE},
            {Kind.BOOLEAN, Kind.BIGINT},
            {Kind.DATE, Kind.BOOLEAN},
            {Kind.DECIMAL, Kind.DATE}
        };
        for (int i = 0; i < 500; i++) {
            Kind[] pair = pairs[random.nextInt(pairs.length)];
            String left = expressions.of(pair[0], 2).text();
            String right = expressions.of(pair[1], 2).text();
            for (String text : List.of(
                    left + " = " + right, right + " < " + left, left + " * " + right, left + " in (" + right + ")")) {
                assertThatThrownBy(() -> compile(text, Functions.standard()))
                        .as("seed %d: %s", seed, text)
                        .isInstanceOf(ExpressionException.class);
            }
        }
    }

    private static TypedExpression compile(String text, Functions functions) {
        return ExpressionCompiler.compile(ExpressionParser.parse(text), RandomRow.SCHEMA, functions);
    }

    private List<String> mismatches(int count, Functions functions, UnaryOperator<Expression> rewrite) {
        Random random = new Random(seed);
        RandomExpression expressions = new RandomExpression(random);
        List<String> found = new ArrayList<>();
        for (int i = 0; i < count && found.size() < 5; i++) {
            Oracle oracle = expressions.next(random.nextInt(1, 5));
            List<RandomRow> rows = new ArrayList<>();
            for (int row = 0; row < ROWS; row++) {
                rows.add(RandomRow.next(random));
            }
            Expression parsed = rewrite.apply(ExpressionParser.parse(oracle.text()));
            TypedExpression typed = ExpressionCompiler.compile(parsed, RandomRow.SCHEMA, functions);
            @Nullable String[] errors = new @Nullable String[ROWS];
            ColumnVector result =
                    typed.evaluate(RandomRow.batch(rows), CONTEXT, (row, message) -> errors[row] = message);
            if (!typed.type().equals(type(oracle))) {
                found.add(oracle.text() + " is " + typed.type() + " and not " + type(oracle));
            }
            for (int row = 0; row < ROWS; row++) {
                String wanted = wanted(oracle, rows.get(row));
                String got = errors[row] != null ? "no answer" : result.isNull(row) ? "null" : shown(result, row);
                if (!wanted.equals(got)) {
                    found.add("seed " + seed + ": " + oracle.text() + " of " + rows.get(row) + " is " + got + " ("
                            + errors[row] + ") and not " + wanted);
                }
            }
        }
        return found;
    }

    private static DataType type(Oracle oracle) {
        return switch (oracle.kind()) {
            case BOOLEAN -> DataType.BOOLEAN;
            case INT -> DataType.INT;
            case BIGINT -> DataType.BIGINT;
            case DOUBLE -> DataType.DOUBLE;
            case DECIMAL -> DataType.decimal(oracle.precision(), oracle.scale());
            case TEXT -> DataType.STRING;
            case DATE -> DataType.DATE;
            case TIMESTAMP -> DataType.TIMESTAMP;
        };
    }

    private static String wanted(Oracle oracle, RandomRow row) {
        try {
            Object value = oracle.meaning().of(row);
            return value == null ? "null" : value.toString();
        } catch (Oracle.NoAnswer _) {
            return "no answer";
        }
    }

    private static String shown(ColumnVector result, int row) {
        return switch (result) {
            case BooleanVector booleans -> String.valueOf(booleans.get(row));
            case IntVector ints
            when ints.type().equals(DataType.DATE) ->
                LocalDate.ofEpochDay(ints.get(row)).toString();
            case IntVector ints -> String.valueOf(ints.get(row));
            case LongVector longs when !(longs.type() instanceof DataType.Decimal) -> String.valueOf(longs.get(row));
            case DoubleVector doubles -> String.valueOf(doubles.get(row));
            case BytesVector bytes -> bytes.text(row);
            default -> Decimals.get(result, row).toString();
        };
    }
}
