package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;

/// A fault of Tidemark itself.
final class UnexpectedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    UnexpectedException(Throwable cause) {
        super("Unexpected " + cause + ". This is a fault of Tidemark: please report it.", cause);
    }
}
