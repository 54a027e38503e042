package dev.tidemark.transform;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import org.jspecify.annotations.Nullable;

/// A transform does not fit the columns it gets.
public final class TransformException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final String step;
    private final transient Mistake mistake;
    private final @Nullable String missing;

    /// @param step    the transform's name in the job file
    /// @param problem what does not fit, and what to do, as sentences
    public TransformException(String step, Place place, String problem) {
        this(step, place, problem, null);
    }

    /// @param hint what to write instead, as a sentence; null when the problem says it
    public TransformException(String step, Place place, String problem, @Nullable String hint) {
        this(step, place, problem, hint, null);
    }

    private TransformException(
            String step, Place place, String problem, @Nullable String hint, @Nullable String missing) {
        super("%s at %s: %s%s".formatted(step, place, problem, hint == null ? "" : " " + hint));
        this.mistake = new Mistake(place.path(), place.line(), place.column(), step + ": " + problem, hint);
        this.step = step;
        this.missing = missing;
    }

    /// There is no column of a name.
    ///
    /// @param known what there is, as the end of a sentence
    static TransformException missing(String step, Place place, String name, String known, @Nullable String hint) {
        return new TransformException(step, place, absent(name, known), hint, name);
    }

    private static String absent(String name, String known) {
        return "there is no column '%s' here; %s.".formatted(name, known);
    }

    /// The name that is no column, or null when it is about something else.
    @Nullable
    String missing() {
        return missing;
    }

    /// The same, as a mistake of the job file.
    public Mistake mistake() {
        return mistake;
    }

    /// The same of a missing column, by who knows more about what there is.
    Mistake mistake(String known, @Nullable String hint) {
        String said = step + ": " + absent(String.valueOf(missing), known);
        return new Mistake(mistake.path(), mistake.line(), mistake.column(), said, hint);
    }
}
