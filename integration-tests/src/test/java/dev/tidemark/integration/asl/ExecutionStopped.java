package dev.tidemark.integration.asl;

/// Somebody called StopExecution: nothing of the execution goes on, no catcher sees it.
public final class ExecutionStopped extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ExecutionStopped() {
        super("StopExecution");
    }
}
