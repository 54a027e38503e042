package dev.tidemark.functions.trigger;

import dev.tidemark.data.TidemarkException;

/// The trigger's time was over before it knew which jobs read an object. The message comes again.
public final class NoTimeLeftException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param looked at so many job files
    NoTimeLeftException(int looked, int jobs) {
        super(
                "Which jobs read an object is not known: the trigger's time was over after %d of %d job files. The message comes again; where it never ends well, let the jobs' own rules send their events (onNewObjects), which name the job."
                        .formatted(looked, jobs));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
