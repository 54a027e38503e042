package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// The record of a decided commit cannot be read. The job stands until it is there again, or is made again where that
/// gives the very same commit.
public final class RecordLostException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private RecordLostException(String runId, String location, String wayOut, TidemarkException cause) {
        super(
                ("The commit of run %s was decided and is not finished, and its record %s cannot be read (%s). Which files it"
                                + " publishes and removes stands there alone, so nothing of the job is done before it is back."
                                + " Restore this one object from a copy (a backup of the state folder; on S3 its previous"
                                + " version, where the bucket keeps versions) and start the job again. %s")
                        .formatted(runId, location, why(cause), wayOut),
                cause);
    }

    static RecordLostException found(String runId, String location, TidemarkException cause) {
        return new RecordLostException(
                runId,
                location,
                "If there is none: tidemark runs repair JOB " + runId
                        + " makes it again from the run's plan and results," + " where they say all of it.",
                cause);
    }

    /// @param because why the record does not follow from what else is there
    static RecordLostException forGood(String runId, String location, String because, TidemarkException cause) {
        return new RecordLostException(runId, location, "It cannot be made again: " + because + ".", cause);
    }

    private static String why(TidemarkException cause) {
        return cause instanceof StateMissingException ? "it is not there" : "it is damaged";
    }
}
