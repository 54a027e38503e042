package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.Executions;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.testkit.ExecutionsContract;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The contract over answers as Step Functions' API reference gives them (StartExecution, DescribeExecution).
final class StepFunctionsTest extends ExecutionsContract {

    private static final String MACHINES = "arn:aws:states:eu-central-1:111122223333:stateMachine:tidemark-dev-";
    private static final String EXECUTIONS = "arn:aws:states:eu-central-1:111122223333:execution:tidemark-dev-";

    private final CannedAws aws = new CannedAws();
    private final Map<String, String> service = new HashMap<>();

    @Override
    protected StepFunctions executions() {
        aws.always(this::answer);
        return new StepFunctions(aws.clients().stepFunctions(), aws.attempts(), MACHINES);
    }

    @Override
    protected void end(Executions executions, String job, String runId) {
        service.put(EXECUTIONS + job + ":" + runId, "SUCCEEDED");
    }

    /// A name is taken while its execution is known, 90 days.
    private CannedAws.Reply answer(CannedAws.Sent sent) {
        if (sent.action().equals("StartExecution")) {
            String arn =
                    sent.json("stateMachineArn").replace(":stateMachine:", ":execution:") + ":" + sent.json("name");
            return service.putIfAbsent(arn, "RUNNING") == null
                    ? CannedAws.ok("{\"executionArn\":\"%s\",\"startDate\":1.79E9}".formatted(arn))
                    : CannedAws.json(400, "ExecutionAlreadyExists", "");
        }
        String status = service.get(sent.json("executionArn"));
        return status == null
                ? CannedAws.json(400, "ExecutionDoesNotExist", "")
                : CannedAws.ok("{\"status\":\"%s\",\"startDate\":1.79E9}".formatted(status));
    }

    @Test
    void anExecutionIsNamedByItsRunAndToldWhatToDo() {
        executions().start("orders", "01RUN", "{\"mode\":\"pause\"}");

        assertThat(aws.sent()).hasSize(1);
        CannedAws.Sent sent = aws.sent().getFirst();
        assertThat(sent.json("stateMachineArn")).isEqualTo(MACHINES + "orders");
        assertThat(sent.json("name")).isEqualTo("01RUN");
        assertThat(sent.text())
                .contains("\"input\":\"{\\\"job\\\":\\\"orders\\\",\\\"request\\\":{\\\"mode\\\":\\\"pause\\\"}}\"");
    }

    @Test
    void aLostAnswerIsAskedForAgainAndOurOwnEffectIsNoError() {
        StepFunctions executions = executions();
        aws.then(CannedAws.lost());
        service.put(EXECUTIONS + "orders:01RUN", "RUNNING");

        executions.start("orders", "01RUN");

        assertThat(aws.actions()).containsExactly("StartExecution", "StartExecution");
    }

    @Test
    void anExecutionThatTimedOutOrWasStoppedHasEnded() {
        StepFunctions executions = executions();
        for (String status : java.util.List.of("FAILED", "TIMED_OUT", "ABORTED", "SUCCEEDED")) {
            service.put(EXECUTIONS + "orders:" + status, status);
            assertThat(executions.status("orders", status)).isEqualTo(Executions.Status.ENDED);
        }
        service.put(EXECUTIONS + "orders:redriven", "PENDING_REDRIVE");
        assertThat(executions.status("orders", "redriven")).isEqualTo(Executions.Status.RUNNING);
    }

    @Test
    void aJobWithoutAStateMachineIsRefusedByName() {
        StepFunctions executions = executions();
        aws.then(CannedAws.json(400, "StateMachineDoesNotExist", ""));

        assertThatThrownBy(() -> executions.start("orders", "01RUN"))
                .isInstanceOf(AwsRefusedException.class)
                .hasMessageContaining("start run 01RUN of job orders");
    }

    @Test
    void aServiceThatNeverAnswersLeavesTheOutcomeOpen() {
        StepFunctions executions = executions();
        aws.always(request -> CannedAws.json(500, "InternalFailure", ""));

        assertThatThrownBy(() -> executions.start("orders", "01RUN")).isInstanceOf(StorageUnavailableException.class);
        assertThat(aws.sent()).hasSize(Attempts.MOST);
    }
}
