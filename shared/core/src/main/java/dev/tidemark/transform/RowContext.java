package dev.tidemark.transform;

import dev.tidemark.data.Batch;
import dev.tidemark.expression.EvaluationContext;
import org.jspecify.annotations.Nullable;

/// What surrounds a batch on its way through the transforms.
public interface RowContext {

    EvaluationContext evaluation();

    /// Sets a row aside as a bad record.
    ///
    /// @param column the column it is about, or null
    /// @throws dev.tidemark.data.TidemarkException when the flow's policy is to fail
    void reject(Batch batch, int row, @Nullable String column, String reason);

    /// Counts rows that a filter dropped.
    void filtered(int rows);
}
