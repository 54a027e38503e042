package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A plan was not done when its caller had to stop: there are more objects than one call can list, or those it opens
/// are slow to read. The next one would not come further.
public final class PlanningTooLongException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private PlanningTooLongException(String message) {
        super(message);
    }

    /// @param location of the object that was next
    /// @param objects  opened by then
    static PlanningTooLongException sampling(String job, String location, long objects) {
        return new PlanningTooLongException(
                "Planning job %s took longer than a function may: it had opened %,d objects to find out their columns, and %s was next. Tell the columns by a schema in the job file, or try again if S3 was slow."
                        .formatted(job, objects, location));
    }

    /// @param prefix  where the listing was
    /// @param objects listed by then
    static PlanningTooLongException listing(String job, String prefix, long objects) {
        return new PlanningTooLongException(
                "Planning job %s took longer than a function may: it had listed %,d objects and was at %s. Let it list less: a pushDownPredicate on partition keys leaves out whole folders, a narrower path the rest, and a flow of each year can be a job of its own."
                        .formatted(job, objects, prefix));
    }
}
