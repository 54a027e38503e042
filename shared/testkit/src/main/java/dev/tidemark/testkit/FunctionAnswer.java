package dev.tidemark.testkit;

/// How a function's process ended an invocation.
///
/// @param failed by an exception, or the process is gone
/// @param body   the answer, or the error as JSON: `{"errorMessage":…,"errorType":…,"stackTrace":[…]}`
public record FunctionAnswer(boolean failed, String body) {}
