package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// Files have fields that the plan does not know; the next run plans with them.
public final class SchemaGrewException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public SchemaGrewException(String flow, String fields) {
        super("Flow %s met new fields: %s. This run stops, and the next one starts with them in its schema."
                .formatted(flow, fields));
    }
}
