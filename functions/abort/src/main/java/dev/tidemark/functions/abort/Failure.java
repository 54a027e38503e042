package dev.tidemark.functions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.lambda.BrokenMessageException;
import dev.tidemark.lambda.Wire;
import dev.tidemark.run.RunReport;

/// What ended an execution, or one of its children.
///
/// @param error name of the error: a class, or one of the service's such as `States.Timeout`
/// @param cause in words
record Failure(String error, String cause) {

    /// Far below what an execution's cause may have (32,768 characters), and what a person reads.
    private static final int MOST_CHARACTERS = 4_000;

    private static final String RESERVED = "States.";

    Failure {
        cause = cause.length() <= MOST_CHARACTERS ? cause : cause.substring(0, MOST_CHARACTERS) + "…";
    }

    /// As a catcher writes it: `{"Error":…,"Cause":…}`, the cause of a function's exception being JSON with its
    /// message.
    static Failure of(JsonNode caught) {
        String error = Wire.optional(caught, "Error").orElse("States.Unknown");
        String cause = Wire.optional(caught, "Cause").orElse("");
        return new Failure(error, words(cause));
    }

    private static String words(String cause) {
        if (!cause.startsWith("{")) {
            return cause;
        }
        try {
            return Wire.optional(Wire.read(cause), "errorMessage").orElse(cause);
        } catch (BrokenMessageException cutOff) {
            return cause;
        }
    }

    /// Whether some child of the Map knows more.
    boolean ofMap() {
        return error.equals("States.ExceedToleratedFailureThreshold");
    }

    /// The name under which the execution fails. Names that begin with `States.` are the service's own: a Fail
    /// state may not use them (Amazon States Language, "Error Representation").
    String raised() {
        return error.startsWith(RESERVED) ? "StepFunctions." + error.substring(RESERVED.length()) : error;
    }

    /// Errors that are ours are known by their simple names to readers of reports.
    RunReport.Failure report() {
        String type = error.startsWith("dev.tidemark.") ? error.substring(error.lastIndexOf('.') + 1) : error;
        return new RunReport.Failure(type, cause.isEmpty() ? error : cause, false);
    }
}
