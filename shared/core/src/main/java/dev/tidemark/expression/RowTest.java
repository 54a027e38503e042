package dev.tidemark.expression;

import java.util.List;

/// A condition on rows of which only bounds are known: whether any of them may meet it. What it lets through is still
/// to be looked at row by row.
public sealed interface RowTest {

    /// Rows that meet all of `tests`; none of them is met by every row.
    record All(List<RowTest> tests) implements RowTest {
        public All {
            tests = List.copyOf(tests);
        }
    }

    /// Rows that meet one of `tests`.
    record Any(List<RowTest> tests) implements RowTest {
        public Any {
            tests = List.copyOf(tests);
        }
    }

    /// A condition on one column.
    record OfColumn(ColumnTest test) implements RowTest {}
}
