package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A bookmark's generation is not there (any more).
public final class GenerationMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public GenerationMissingException(String job, long number) {
        super(
                "Job %s has no generation %d: it was never made, or lies before keepGenerations. See: tidemark bookmark history."
                        .formatted(job, number));
    }
}
