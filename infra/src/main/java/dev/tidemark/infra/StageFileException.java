package dev.tidemark.infra;

import dev.tidemark.data.TidemarkException;

/// A file of settings of a stage that cannot be used.
public final class StageFileException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public StageFileException(String file, String why, String wayOut) {
        super("The stage's file %s cannot be used: %s. %s".formatted(file, why, wayOut));
    }
}
