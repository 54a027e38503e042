package dev.tidemark.aws;

import dev.tidemark.spi.Executions;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.ExecutionAlreadyExistsException;
import software.amazon.awssdk.services.sfn.model.ExecutionDoesNotExistException;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;

/// Runs as executions of the job's state machine, named by run id.
public final class StepFunctions implements Executions {

    private final SfnClient client;
    private final Attempts attempts;
    private final String stateMachines;

    /// @param stateMachines ARN of the jobs' state machines without the job's name at its end
    StepFunctions(SfnClient client, Attempts attempts, String stateMachines) {
        this.client = client;
        this.attempts = attempts;
        this.stateMachines = stateMachines;
    }

    @Override
    public void start(String job, String runId) {
        start(job, runId, "{}");
    }

    /// The same with a request that says how to run.
    ///
    /// @param request a JSON object
    /// @throws dev.tidemark.spi.StorageUnavailableException when the service did not answer: call again
    /// @throws AwsRefusedException when the job has no state machine
    public void start(String job, String runId, String request) {
        // A job's name needs no escapes.
        String input = "{\"job\":\"" + job + "\",\"request\":" + request + "}";
        boolean _ = attempts.call("start run " + runId + " of job " + job, () -> {
            try {
                client.startExecution(start ->
                        start.stateMachineArn(stateMachines + job).name(runId).input(input));
                return true;
            } catch (ExecutionAlreadyExistsException started) {
                // Names are taken for 90 days: it was this very run, whatever became of it.
                return false;
            }
        });
    }

    @Override
    public Status status(String job, String runId) {
        String arn = stateMachines.replace(":stateMachine:", ":execution:") + job + ":" + runId;
        return attempts.call("ask for run " + runId + " of job " + job, () -> {
            try {
                ExecutionStatus status = client.describeExecution(describe -> describe.executionArn(arn))
                        .status();
                boolean goesOn = status == ExecutionStatus.RUNNING || status == ExecutionStatus.PENDING_REDRIVE;
                return goesOn ? Status.RUNNING : Status.ENDED;
            } catch (ExecutionDoesNotExistException nobodyStartedIt) {
                return Status.UNKNOWN;
            }
        });
    }
}
