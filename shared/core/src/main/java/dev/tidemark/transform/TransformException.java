package dev.tidemark.transform;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.Place;

/// A transform does not fit the columns it gets. Found when a run is planned, before anything is read.
public final class TransformException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param step    the transform's name in the job file
    /// @param problem what does not fit, and what to do, as sentences
    public TransformException(String step, Place place, String problem) {
        super("%s at %s: %s".formatted(step, place, problem));
    }
}
