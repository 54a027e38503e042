package dev.tidemark.transform;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import org.jspecify.annotations.Nullable;

/// A transform does not fit the columns it gets.
public final class TransformException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final transient Mistake mistake;

    /// @param step    the transform's name in the job file
    /// @param problem what does not fit, and what to do, as sentences
    public TransformException(String step, Place place, String problem) {
        this(step, place, problem, null);
    }

    /// @param hint what to write instead, as a sentence; null when the problem says it
    public TransformException(String step, Place place, String problem, @Nullable String hint) {
        super("%s at %s: %s%s".formatted(step, place, problem, hint == null ? "" : " " + hint));
        this.mistake = new Mistake(place.path(), place.line(), place.column(), step + ": " + problem, hint);
    }

    /// The same, as a mistake of the job file.
    public Mistake mistake() {
        return mistake;
    }
}
