package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;
import org.jspecify.annotations.Nullable;

/// The DynamoDB table of a stage is not there. No retry helps.
public final class StateTableMissingException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public StateTableMissingException(String table, @Nullable Throwable cause) {
        super(
                ("There is no DynamoDB table %s in this account and region. Deploy the stage, or set TIDEMARK_TABLE to a"
                                + " table with the keys pk and sk (both text).")
                        .formatted(table),
                cause);
    }
}
