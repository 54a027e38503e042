package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// An object has a field that the flow does not know and `onSchemaChange` is `fail`.
public final class NewFieldException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    NewFieldException(String flow, String field, String location) {
        super(
                "Flow %s: %s has a field '%s' that the schema does not know, and onSchemaChange is fail. Add it to the schema, or set onSchemaChange to ignore or addNewColumns."
                        .formatted(flow, location, field));
    }
}
