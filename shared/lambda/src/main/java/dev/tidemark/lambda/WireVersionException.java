package dev.tidemark.lambda;

import dev.tidemark.data.TidemarkException;

/// A message of another version than the function reads. Never retried: it would not change.
public final class WireVersionException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param found what the message says, as text
    public WireVersionException(String found, int read) {
        super(("A message has wire format %s and this function reads %s."
                        + " The state machine and the functions must be of one deployment: deploy the stage again.")
                .formatted(found, read > 1 ? (read - 1) + " and " + read : Integer.toString(read)));
    }
}
