package dev.tidemark.listing;

import dev.tidemark.data.TidemarkException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A source declares a partition key that no folder has, and its objects lie in folders of other keys: none would
/// ever be read.
public final class MissingPartitionKeyException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final int number;

    /// @param number  of the key among the declared ones, from 0
    /// @param found   keys of the folders
    /// @param nearest the one that was probably meant, or null
    public MissingPartitionKeyException(
            int number, String key, String folder, List<String> found, @Nullable String nearest) {
        super(
                ("partitionKeys: no folder below %s has the key '%s'; they have %s. %sName the keys that the folders have: "
                                + "objects are read only in folders of all declared keys, and no object lies in such a one.")
                        .formatted(
                                folder,
                                key,
                                String.join(", ", found),
                                nearest == null ? "" : "Did you mean " + nearest + "? "));
        this.number = number;
    }

    private MissingPartitionKeyException(String flow, MissingPartitionKeyException unnamed) {
        super("Flow " + flow + ": " + unnamed.getMessage(), unnamed);
        this.number = unnamed.number;
    }

    /// The same, with the flow's name before it.
    public MissingPartitionKeyException in(String flow) {
        return new MissingPartitionKeyException(flow, this);
    }

    public int number() {
        return number;
    }
}
