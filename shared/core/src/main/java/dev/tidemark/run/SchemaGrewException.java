package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// Files have fields that the plan did not know. This run ends; the next one samples these files whole and plans with
/// their fields.
public final class SchemaGrewException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// Its name in reports.
    static final String TYPE = SchemaGrewException.class.getSimpleName();

    SchemaGrewException(String flow, String fields) {
        super(
                ("Flow %s met fields that its schema does not have (all it has now: %s). Declare them in the source's schema,"
                                + " or set onSchemaChange to ignore.")
                        .formatted(flow, fields));
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
