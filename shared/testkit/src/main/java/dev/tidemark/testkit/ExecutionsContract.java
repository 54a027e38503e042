package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.Executions;
import dev.tidemark.spi.Executions.Status;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What every [Executions] must do. Extend it, return yours, and the port is yours.
public abstract class ExecutionsContract {

    private final String runId = "run-" + UUID.randomUUID();

    /// The executions of a service; called once per test.
    protected abstract Executions executions();

    /// Makes a started run's execution end.
    protected abstract void end(Executions executions, String job, String runId);

    @Test
    void aRunThatNobodyStartedIsUnknown() {
        assertThat(executions().status("orders", runId)).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void aStartedRunIsRunningUntilItsExecutionEnds() {
        Executions executions = executions();
        executions.start("orders", runId);
        assertThat(executions.status("orders", runId)).isEqualTo(Status.RUNNING);
        end(executions, "orders", runId);
        assertThat(executions.status("orders", runId)).isEqualTo(Status.ENDED);
    }

    @Test
    void startingARunAgainIsNothingAlsoAfterItsEnd() {
        Executions executions = executions();
        executions.start("orders", runId);
        executions.start("orders", runId);
        assertThat(executions.status("orders", runId)).isEqualTo(Status.RUNNING);
        end(executions, "orders", runId);
        executions.start("orders", runId);
        assertThat(executions.status("orders", runId)).isEqualTo(Status.ENDED);
    }
}
