package dev.tidemark.listing;

import dev.tidemark.data.TidemarkException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The predicate names a key that the source's folders, whose keys are not declared, do not have.
public final class UnknownPartitionKeyException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final String predicate;
    private final int column;

    /// @param column where the name stands in the predicate, from 1
    /// @param hint   what was probably meant, as a sentence, or null
    public UnknownPartitionKeyException(
            String predicate, int column, String folder, List<String> known, @Nullable String hint) {
        super(
                ("pushDownPredicate \"%s\", column %d: the folders below %s do not have this partition key; they have %s. "
                                + "%sA predicate can only ask for partition keys: correct the name, or move a condition on a "
                                + "column of the files to a filter.")
                        .formatted(
                                predicate,
                                column,
                                folder,
                                known.isEmpty() ? "none (no k=v folder was found)" : String.join(", ", known),
                                hint == null ? "" : hint + " "));
        this.predicate = predicate;
        this.column = column;
    }

    private UnknownPartitionKeyException(String flow, UnknownPartitionKeyException unnamed) {
        super("Flow " + flow + ": " + unnamed.getMessage(), unnamed);
        this.predicate = unnamed.predicate;
        this.column = unnamed.column;
    }

    /// The same, with the flow's name before it.
    public UnknownPartitionKeyException in(String flow) {
        return new UnknownPartitionKeyException(flow, this);
    }

    public String predicate() {
        return predicate;
    }

    public int column() {
        return column;
    }
}
