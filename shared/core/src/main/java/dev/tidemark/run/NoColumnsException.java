package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// Nothing says which columns a flow has: none is declared or recorded, and its objects show none.
public final class NoColumnsException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    NoColumnsException(String flow, String object, int objects) {
        super(("Flow %s has no columns: %s%s is empty, or its records have no fields. Declare a schema for the source,"
                        + " or leave such objects out with exclusions.")
                .formatted(flow, object, objects == 1 ? "" : ", like all " + objects + " objects to be read,"));
    }
}
