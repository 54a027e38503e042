package dev.tidemark.lambda;

import dev.tidemark.data.TidemarkException;

/// A message that is none of those that a function knows. Never retried.
public final class BrokenMessageException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param problem what is wrong, as a sentence without its full stop
    public BrokenMessageException(String problem) {
        super("Cannot read a message: " + problem
                + ". The forms of messages are in docs/reference/aws.md; send it again as one of them.");
    }
}
