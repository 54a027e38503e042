package dev.tidemark.integration.asl;

/// A state failed with an error name and a cause, as catchers and retriers see it.
final class StateFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// Neither caught nor retried by `States.ALL` (Step Functions, "Handling errors").
    static final String DATA_LIMIT = "States.DataLimitExceeded";

    static final String RUNTIME = "States.Runtime";

    private final String error;
    private final String cause;

    StateFailure(String error, String cause) {
        super(error + ": " + cause);
        this.error = error;
        this.cause = cause;
    }

    String error() {
        return error;
    }

    String cause() {
        return cause;
    }

    /// Whether `ErrorEquals` of a retrier or catcher means this failure.
    boolean isOneOf(java.util.List<String> names) {
        boolean terminal = error.equals(DATA_LIMIT) || error.equals(RUNTIME);
        return names.contains(error)
                || (!terminal && names.contains("States.ALL"))
                || (names.contains("States.TaskFailed") && !error.equals("States.Timeout") && !terminal);
    }
}
