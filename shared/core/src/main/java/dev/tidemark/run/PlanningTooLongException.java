package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A plan was not done when its caller had to stop: there are more objects than one call can list. The next one would
/// not come further.
public final class PlanningTooLongException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param prefix  where the listing was
    /// @param objects listed by then
    PlanningTooLongException(String job, String prefix, long objects) {
        super(
                "Planning job %s took longer than a function may: it had listed %,d objects and was at %s. Let it list less: a pushDownPredicate on partition keys leaves out whole folders, a narrower path the rest, and a flow of each year can be a job of its own."
                        .formatted(job, objects, prefix));
    }
}
