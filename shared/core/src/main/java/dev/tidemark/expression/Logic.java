package dev.tidemark.expression;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Three-valued logic. What a row does not need for its answer is not evaluated for it, so that it cannot fail.
final class Logic {

    private Logic() {}

    /// AND where `deciding` is false, OR where it is true: one term of that value decides.
    record Junction(List<Operation> terms, boolean deciding) implements Operation {
        @Override
        public DataType type() {
            return DataType.BOOLEAN;
        }

        @Override
        public boolean constant() {
            return terms.stream().allMatch(Operation::constant);
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            int count = rows.count();
            boolean[] open = new boolean[count];
            boolean[] unknown = new boolean[count];
            int left = 0;
            for (int row = 0; row < count; row++) {
                open[row] = !rows.skipped(row);
                left += open[row] ? 1 : 0;
            }
            for (int i = 0; i < terms.size() && left > 0; i++) {
                BooleanVector term = (BooleanVector) terms.get(i).evaluate(i == 0 ? rows : rows.only(open.clone()));
                for (int row = 0; row < count; row++) {
                    if (!open[row]) {
                        continue;
                    }
                    if (term.isNull(row)) {
                        unknown[row] = true;
                    } else if (term.get(row) == deciding) {
                        open[row] = false;
                        left--;
                    }
                }
            }
            return answer(rows, open, unknown);
        }

        private BooleanVector answer(Rows rows, boolean[] open, boolean[] unknown) {
            BooleanVector out = new BooleanVector();
            for (int row = 0; row < rows.count(); row++) {
                if (open[row] && unknown[row]) {
                    out.appendNull();
                } else {
                    out.append(open[row] != deciding);
                }
            }
            return out;
        }
    }

    record Not(Operation value) implements Operation {
        @Override
        public DataType type() {
            return DataType.BOOLEAN;
        }

        @Override
        public boolean constant() {
            return value.constant();
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            BooleanVector in = (BooleanVector) value.evaluate(rows);
            BooleanVector out = new BooleanVector();
            for (int row = 0; row < rows.count(); row++) {
                if (in.isNull(row)) {
                    out.appendNull();
                } else {
                    out.append(!in.get(row));
                }
            }
            return out;
        }
    }

    record IsNull(Operation value, boolean negated) implements Operation {
        @Override
        public DataType type() {
            return DataType.BOOLEAN;
        }

        @Override
        public boolean constant() {
            return value.constant();
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            ColumnVector in = value.evaluate(rows);
            BooleanVector out = new BooleanVector();
            for (int row = 0; row < rows.count(); row++) {
                out.append(in.isNull(row) != negated);
            }
            return out;
        }
    }

    /// `value IN (options)`; all have one type.
    record In(Operation value, List<Operation> options) implements Operation {
        @Override
        public DataType type() {
            return DataType.BOOLEAN;
        }

        @Override
        public boolean constant() {
            return value.constant() && options.stream().allMatch(Operation::constant);
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            int count = rows.count();
            ColumnVector wanted = value.evaluate(rows);
            boolean[] open = new boolean[count];
            boolean[] found = new boolean[count];
            boolean[] unknown = new boolean[count];
            for (int row = 0; row < count; row++) {
                unknown[row] = wanted.isNull(row);
                open[row] = !unknown[row] && !rows.skipped(row);
            }
            for (Operation option : options) {
                ColumnVector candidate = option.evaluate(rows.only(open.clone()));
                for (int row = 0; row < count; row++) {
                    if (!open[row]) {
                        continue;
                    }
                    if (candidate.isNull(row)) {
                        unknown[row] = true;
                    } else if (Ordering.compare(wanted, row, candidate, row) == 0) {
                        found[row] = true;
                        open[row] = false;
                    }
                }
            }
            BooleanVector out = new BooleanVector();
            for (int row = 0; row < count; row++) {
                if (unknown[row] && !found[row]) {
                    out.appendNull();
                } else {
                    out.append(found[row]);
                }
            }
            return out;
        }
    }

    /// The value of the first branch whose condition is true, else `otherwise`, else null.
    record Case(
            DataType type,
            List<Operation> conditions,
            List<Operation> values,
            @Nullable Operation otherwise) implements Operation {
        @Override
        public boolean constant() {
            return conditions.stream().allMatch(Operation::constant)
                    && values.stream().allMatch(Operation::constant)
                    && (otherwise == null || otherwise.constant());
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            int count = rows.count();
            boolean[] open = new boolean[count];
            int[] chosen = new int[count];
            for (int row = 0; row < count; row++) {
                open[row] = !rows.skipped(row);
                chosen[row] = -1;
            }
            @Nullable ColumnVector[] results = new @Nullable ColumnVector[values.size() + 1];
            for (int i = 0; i < conditions.size(); i++) {
                Rows asked = rows.only(open.clone());
                BooleanVector condition = (BooleanVector) conditions.get(i).evaluate(asked);
                boolean[] taken = new boolean[count];
                boolean any = false;
                for (int row = 0; row < count; row++) {
                    if (!asked.skipped(row) && !condition.isNull(row) && condition.get(row)) {
                        taken[row] = true;
                        any = true;
                        open[row] = false;
                        chosen[row] = i;
                    }
                }
                if (any) {
                    results[i] = values.get(i).evaluate(rows.only(taken));
                }
            }
            if (otherwise != null) {
                results[values.size()] = otherwise.evaluate(rows.only(open.clone()));
                for (int row = 0; row < count; row++) {
                    chosen[row] = open[row] ? values.size() : chosen[row];
                }
            }
            return merged(type, results, chosen);
        }
    }

    /// The first value that is not null.
    record Coalesce(DataType type, List<Operation> values) implements Operation {
        @Override
        public boolean constant() {
            return values.stream().allMatch(Operation::constant);
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            int count = rows.count();
            boolean[] open = new boolean[count];
            int[] chosen = new int[count];
            for (int row = 0; row < count; row++) {
                open[row] = !rows.skipped(row);
                chosen[row] = -1;
            }
            @Nullable ColumnVector[] results = new @Nullable ColumnVector[values.size()];
            for (int i = 0; i < results.length; i++) {
                Rows asked = rows.only(open.clone());
                ColumnVector result = values.get(i).evaluate(asked);
                results[i] = result;
                for (int row = 0; row < count; row++) {
                    if (!asked.skipped(row) && !result.isNull(row)) {
                        chosen[row] = i;
                        open[row] = false;
                    }
                }
            }
            return merged(type, results, chosen);
        }
    }

    private static ColumnVector merged(DataType type, @Nullable ColumnVector[] results, int[] chosen) {
        ColumnVector out = ColumnVector.of(type);
        for (int row = 0; row < chosen.length; row++) {
            ColumnVector from = chosen[row] < 0 ? null : results[chosen[row]];
            if (from == null) {
                out.appendNull();
            } else {
                out.appendFrom(from, row);
            }
        }
        return out;
    }
}
