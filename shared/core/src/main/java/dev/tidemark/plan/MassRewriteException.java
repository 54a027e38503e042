package dev.tidemark.plan;

import dev.tidemark.data.TidemarkException;

/// So many known objects changed that it looks like a copy or a new encryption of the whole input. Nothing was done.
public final class MassRewriteException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public MassRewriteException(String flow, long rewritten, long known, String first) {
        super(("Flow %s: %,d of %,d objects that were taken in before now have another version, the first is %s. "
                        + "Reading them again would write their rows a second time, so nothing was done. If their "
                        + "content is new, run with --accept-rewritten or set maxRewritten; if it is not (copied in "
                        + "place, encrypted anew), set onRewrite: skip, which records the new versions unread; "
                        + "if the old output is to be replaced, delete it and run `tidemark bookmark reset`.")
                .formatted(flow, rewritten, known, first));
    }
}
