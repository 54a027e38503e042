package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// Nothing at all lies below a path of a source that no run has read from yet.
public final class SourcePathNotFoundException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public SourcePathNotFoundException(String flow, String path) {
        super(("Flow %s: there is no object below %s. No run has read from it yet, so the path is probably not the "
                        + "one that was meant: correct it, or start the job when the first object is there.")
                .formatted(flow, path));
    }
}
