package dev.tidemark.expression;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A condition on one column, judged by bounds of its values.
///
/// The very expressions that filter rows are asked about the bounds, so that casts, decimals and the order of text are
/// the same here and there. One thread.
public final class ColumnTest {

    private final Field column;
    private final Schema schema;
    private final TypedExpression whole;
    private final List<Probe> probes;
    private final List<TypedExpression> values;
    private final EvaluationContext context;

    /// A way in which a value between two bounds may meet the condition: only if the one is true at the lower bound
    /// and the other at the upper. Null: that bound does not matter.
    record Probe(
            @Nullable TypedExpression atLeast, @Nullable TypedExpression atMost) {}

    /// @param whole  the condition
    /// @param probes one of them must be possible; none: no value meets the condition
    /// @param values what the column is, by a condition of equality, in its own type; none where it is another one
    ColumnTest(
            Field column,
            TypedExpression whole,
            List<Probe> probes,
            List<TypedExpression> values,
            EvaluationContext context) {
        this.column = column;
        this.schema = Schema.of(column);
        this.whole = whole;
        this.probes = List.copyOf(probes);
        this.values = List.copyOf(values);
        this.context = context;
    }

    /// Name of the column, as the schema has it.
    public String column() {
        return column.name();
    }

    public DataType type() {
        return column.type();
    }

    /// For each set of rows, whether one of them may meet the condition.
    public boolean[] mayHold(ColumnBounds bounds) {
        boolean[] result = new boolean[bounds.size()];
        boolean[] ofValues = possibleBetween(bounds);
        boolean ofNull = isPossible(whole, nothing())[0];
        boolean ofNan = isFloating() && isPossible(whole, nan())[0];
        for (int i = 0; i < result.length; i++) {
            boolean bounded = bounds.known()[i] && Ordering.compare(bounds.least(), i, bounds.most(), i) <= 0;
            boolean value = !probes.isEmpty() && (!bounded || ofValues[i] || ofNan);
            result[i] = (bounds.anyValue()[i] && value) || (bounds.anyNull()[i] && ofNull);
        }
        return result;
    }

    /// The values of which a row that meets the condition has one; empty where they are not known.
    public Optional<ColumnVector> values() {
        ColumnVector found = ColumnVector.of(column.type());
        for (TypedExpression value : values) {
            boolean[] failed = new boolean[1];
            ColumnVector one = value.evaluate(batch(nothing()), context, (row, message) -> failed[0] = true);
            if (failed[0]) {
                return Optional.empty();
            }
            found.appendFrom(one, 0);
        }
        // Nothing equals null.
        return values.isEmpty() || found.hasNulls() ? Optional.empty() : Optional.of(found);
    }

    private boolean[] possibleBetween(ColumnBounds bounds) {
        boolean[] any = new boolean[bounds.size()];
        for (Probe probe : probes) {
            boolean[] low = isPossible(probe.atLeast(), bounds.least());
            boolean[] high = isPossible(probe.atMost(), bounds.most());
            for (int i = 0; i < any.length; i++) {
                any[i] |= low[i] && high[i];
            }
        }
        return any;
    }

    /// Where the condition is true, or has no answer.
    private boolean[] isPossible(@Nullable TypedExpression condition, ColumnVector at) {
        boolean[] possible = new boolean[at.size()];
        if (condition == null) {
            Arrays.fill(possible, true);
            return possible;
        }
        BooleanVector answers =
                (BooleanVector) condition.evaluate(batch(at), context, (row, message) -> possible[row] = true);
        for (int i = 0; i < possible.length; i++) {
            possible[i] |= !answers.isNull(i) && answers.get(i);
        }
        return possible;
    }

    private Batch batch(ColumnVector values) {
        List<ColumnVector> columns = new ArrayList<>(1);
        columns.add(values);
        return new Batch(schema, columns, values.size(), null);
    }

    private boolean isFloating() {
        return TypeRules.isFloating(column.type());
    }

    private ColumnVector nothing() {
        ColumnVector vector = ColumnVector.of(column.type());
        vector.appendNull();
        return vector;
    }

    private ColumnVector nan() {
        ColumnVector vector = ColumnVector.of(column.type());
        switch (vector) {
            case FloatVector floats -> floats.append(Float.NaN);
            case DoubleVector doubles -> doubles.append(Double.NaN);
            default -> throw new IllegalStateException(vector.type() + " has no NaN");
        }
        return vector;
    }
}
