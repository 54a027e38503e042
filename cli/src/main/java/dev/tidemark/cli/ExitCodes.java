package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.JobFileException;
import dev.tidemark.run.JobClaimedException;
import dev.tidemark.run.LostJobException;
import dev.tidemark.run.PublishingException;
import dev.tidemark.run.RunAbortedException;
import dev.tidemark.run.RunEndedException;
import dev.tidemark.run.RunInterruptedException;
import dev.tidemark.run.RunReport;

/// The exit codes and statuses that errors stand for.
final class ExitCodes {

    /// Committed, nothing to do, or answered.
    static final int OK = 0;
    /// The run failed or was aborted.
    static final int FAILED = 1;
    /// Wrong usage or job file; nothing was touched.
    static final int USAGE = 2;
    /// Another run holds the job or committed first.
    static final int BUSY = 3;

    private ExitCodes() {}

    static int of(TidemarkException error) {
        return switch (error) {
            case JobFileException _ -> USAGE;
            case UsageException _ -> USAGE;
            case ReplaceRefusedException _ -> USAGE;
            case JobBusyException _ -> BUSY;
            case LostJobException _ -> BUSY;
            case JobClaimedException _ -> BUSY;
            case PublishingException _ -> BUSY;
            default -> FAILED;
        };
    }

    static RunReport.Status status(TidemarkException error) {
        return switch (error) {
            case JobBusyException _ -> RunReport.Status.BUSY;
            case JobClaimedException _ -> RunReport.Status.BUSY;
            case PublishingException _ -> RunReport.Status.BUSY;
            case LostJobException _ -> RunReport.Status.ABORTED;
            case RunEndedException _ -> RunReport.Status.ABORTED;
            case RunAbortedException _ -> RunReport.Status.ABORTED;
            case RunInterruptedException _ -> RunReport.Status.ABORTED;
            default -> RunReport.Status.FAILED;
        };
    }
}
