package dev.tidemark.transform;

import dev.tidemark.data.Batch;
import dev.tidemark.data.Schema;
import java.util.List;
import java.util.Set;

/// Transforms one after the other.
public final class TransformPipeline implements Transform {

    private final Schema output;
    private final List<Transform> steps;
    private final Set<String> nullOnly;

    TransformPipeline(Schema input, List<Transform> steps) {
        this(input, steps, Set.of());
    }

    TransformPipeline(Schema input, List<Transform> steps, Set<String> nullOnly) {
        this.nullOnly = Set.copyOf(nullOnly);
        this.steps = List.copyOf(steps);
        this.output = steps.isEmpty() ? input : steps.getLast().output();
    }

    @Override
    public Schema output() {
        return output;
    }

    /// Folded names of output columns in which nobody saw a value.
    public Set<String> nullOnly() {
        return nullOnly;
    }

    @Override
    public Batch apply(Batch batch, RowContext context) {
        Batch at = batch;
        for (Transform step : steps) {
            at = step.apply(at, context);
        }
        return at;
    }
}
