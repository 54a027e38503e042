package dev.tidemark.integration.asl;

/// A function ended by an exception, or the service in front of it did.
public final class FunctionFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String errorType;

    /// @param errorType class name of the exception, as Lambda reports it, or a name such as
    ///     `Lambda.TooManyRequestsException`
    public FunctionFailure(String errorType, String message) {
        super(message);
        this.errorType = errorType;
    }

    public String errorType() {
        return errorType;
    }
}
