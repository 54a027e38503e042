package dev.tidemark.plan;

import dev.tidemark.data.TidemarkException;
import java.util.List;

/// Folders of one source name different partition keys, and the job file does not say which ones count.
public final class MixedPartitionKeysException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public MixedPartitionKeysException(
            String flow, String one, List<String> oneKeys, String other, List<String> otherKeys) {
        super(("Flow %s: %s lies in folders with the partition keys %s, but %s in folders with %s. One table cannot "
                        + "have both: declare the source's partitionKeys, exclude one of the folders, or make two flows.")
                .formatted(flow, one, oneKeys, other, otherKeys));
    }
}
