package dev.tidemark.local;

import dev.tidemark.data.TidemarkException;

/// A location of another store was met in a local run.
public final class NotLocalException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public NotLocalException(String location) {
        super(location + " is not on this machine: a run with --on local reads and writes files only. Set the parameter"
                + " behind it to a folder (--set name=folder).");
    }
}
