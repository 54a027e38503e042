package dev.tidemark.plan;

import dev.tidemark.data.TidemarkException;

/// `onRewrite: fail`, and a known object has another version.
public final class RewrittenObjectException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public RewrittenObjectException(String flow, long rewritten, String first) {
        super(("Flow %s: %s was taken in before in another version (%,d objects were), and onRewrite is fail. Nothing "
                        + "was done. Set onRewrite: reprocess to read it again as a whole, or skip to record the new "
                        + "version unread.")
                .formatted(flow, first, rewritten));
    }
}
