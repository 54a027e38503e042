package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.util.Set;

/// Files have fields that the plan did not know. This run ends; the next one samples these files whole and plans with
/// their fields.
public final class SchemaGrewException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final transient Set<String> locations;

    SchemaGrewException(String flow, String fields, Set<String> locations) {
        super(
                ("Flow %s met fields that its schema does not have (all it has now: %s). Declare them in the source's schema,"
                                + " or set onSchemaChange to ignore.")
                        .formatted(flow, fields));
        this.locations = Set.copyOf(locations);
    }

    /// Objects of the chunks that met them.
    Set<String> locations() {
        return locations;
    }

    @Override
    public boolean retryable() {
        return true;
    }
}
