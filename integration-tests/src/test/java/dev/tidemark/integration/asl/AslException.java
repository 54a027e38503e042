package dev.tidemark.integration.asl;

/// The definition is not one that this runner runs as Step Functions would.
final class AslException extends RuntimeException {

    private static final long serialVersionUID = 1;

    AslException(String where, String problem) {
        super(where + ": " + problem);
    }
}
