package dev.tidemark.expression;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The rows that an operation is asked about: a batch, those of its rows that matter, and where errors go.
///
/// A row does not matter when a branch of CASE, AND and the like was not taken for it, or when it failed before.
public final class Rows {

    private final Batch batch;
    private final int count;
    private final EvaluationContext context;
    private final Failures failures;
    private final boolean @Nullable [] active;

    private Rows(Batch batch, int count, EvaluationContext context, Failures failures, boolean @Nullable [] active) {
        this.batch = batch;
        this.count = count;
        this.context = context;
        this.failures = failures;
        this.active = active;
    }

    static Rows of(Batch batch, EvaluationContext context, RowErrors errors) {
        return new Rows(batch, batch.rows(), context, new Failures(errors), null);
    }

    /// One row for operations that look at no column.
    Rows single(RowErrors errors) {
        return new Rows(batch, 1, context, new Failures(errors), null);
    }

    /// These rows without those whose bit in `mask` is not set.
    public Rows only(boolean[] mask) {
        return new Rows(batch, count, context, failures, mask);
    }

    /// These rows without those for which `operand` is null: they are null whatever the other operands are, so that
    /// these are not evaluated and cannot fail.
    public Rows where(ColumnVector operand) {
        if (!operand.hasNulls()) {
            return this;
        }
        boolean[] mask = new boolean[count];
        for (int row = 0; row < count; row++) {
            mask[row] = !operand.isNull(row) && !skipped(row);
        }
        return only(mask);
    }

    public Batch batch() {
        return batch;
    }

    /// How many values a result has: that many rows, whether they matter or not.
    public int count() {
        return count;
    }

    public EvaluationContext context() {
        return context;
    }

    /// Whether nobody will look at the result of this row.
    public boolean skipped(int row) {
        return (active != null && !active[row]) || failures.failed(row);
    }

    /// Reports that there is no answer for a row, unless nobody asked.
    public void fail(int row, String message) {
        if (!skipped(row)) {
            failures.add(row, count, message);
        }
    }

    boolean anyFailed() {
        return failures.failed != null;
    }

    boolean failed(int row) {
        return failures.failed(row);
    }

    /// Results of operations that several others share, so that each is evaluated once.
    IdentityHashMap<Operation, ColumnVector> shared() {
        return failures.shared;
    }

    /// What all views on the rows of one evaluation have in common.
    private static final class Failures {
        private final RowErrors errors;
        private final IdentityHashMap<Operation, ColumnVector> shared = new IdentityHashMap<>();
        private boolean @Nullable [] failed;

        private Failures(RowErrors errors) {
            this.errors = errors;
        }

        private boolean failed(int row) {
            return failed != null && failed[row];
        }

        private void add(int row, int count, String message) {
            if (failed == null) {
                failed = new boolean[count];
            }
            failed[row] = true;
            errors.failed(row, message);
        }
    }
}
