package dev.tidemark.transform;

import dev.tidemark.data.Batch;
import dev.tidemark.data.Schema;
import java.util.List;

/// Transforms one after the other.
public final class TransformPipeline implements Transform {

    private final Schema output;
    private final List<Transform> steps;

    TransformPipeline(Schema input, List<Transform> steps) {
        this.steps = List.copyOf(steps);
        this.output = steps.isEmpty() ? input : steps.getLast().output();
    }

    @Override
    public Schema output() {
        return output;
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
