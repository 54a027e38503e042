package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;
import picocli.CommandLine;

/// The command was called wrongly. Nothing was done.
final class UsageException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }

    UsageException(CommandLine.ParameterException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }
}
