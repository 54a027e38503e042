package dev.tidemark.run;

import dev.tidemark.plan.WorkPlan;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.spi.UnreadableObjectException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The report of a run that ends without a commit. Kept before the transaction that ends the run and names it, so
/// that a run that has ended has its report.
///
/// @param reason for people, kept with the run
record FailureReport(RunReport.Status status, RunReport.Failure failure, String reason) {

    /// It failed by itself.
    static FailureReport failed(RunReport.Failure failure) {
        return new FailureReport(RunReport.Status.FAILED, failure, failure.type());
    }

    /// Another ended it.
    static FailureReport aborted(String runId, String reason) {
        return new FailureReport(
                RunReport.Status.ABORTED, RunReport.Failure.of(new RunAbortedException(runId, reason)), reason);
    }

    /// Whether the run ended because files have fields that its plan did not know.
    boolean grew() {
        return failure.grew();
    }

    /// Writes the report.
    ///
    /// @return what the run item says from now on. A report that cannot be written is left out: the run must end
    Map<String, String> keep(JobContext context, JobState state, Run run) {
        Map<String, String> texts = new TreeMap<>();
        texts.put(Run.REASON, reason);
        RunReport report = Reports.failed(context, run, plan(state, run), status, failure);
        try {
            texts.put(Run.REPORT, state.keep(report));
            return texts;
        } catch (StorageUnavailableException unavailable) {
            return texts;
        }
    }

    private static WorkPlan plan(JobState state, Run run) {
        Optional<String> name = run.plan();
        if (name.isEmpty()) {
            return new WorkPlan(List.of(), List.of());
        }
        try {
            return state.plan(name.get());
        } catch (StorageUnavailableException | StateMissingException | UnreadableObjectException unreadable) {
            // The report is poorer by what was planned; ending the run matters more.
            return new WorkPlan(List.of(), List.of());
        }
    }
}
