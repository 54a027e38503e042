package dev.tidemark.job;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// A job that is right, and asks for something this version of Tidemark cannot do yet.
public final class NotBuiltException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final String feature;

    /// @param flow    name of the flow, or null when the job as a whole asks
    /// @param feature what was asked for, as the job file spells it: `source.jdbc`
    /// @param wayOut  what works today instead
    public NotBuiltException(@Nullable String flow, String feature, Place place, String wayOut) {
        super("%s asks for %s at %s. The job file is right, but this version of Tidemark cannot do that yet. %s"
                .formatted(flow == null ? "The job" : "Flow " + flow, feature, place, wayOut));
        this.feature = feature;
    }

    public String feature() {
        return feature;
    }
}
