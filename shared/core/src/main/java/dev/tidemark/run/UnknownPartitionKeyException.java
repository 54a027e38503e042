package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.util.List;

/// The predicate names a key that the source's folders do not have.
public final class UnknownPartitionKeyException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public UnknownPartitionKeyException(String key, String folder, List<String> known) {
        super(("pushDownPredicate names '%s', but the folders of %s have %s. A predicate can only ask for partition "
                        + "keys: correct the name, or move the condition on a column of the files to a filter.")
                .formatted(key, folder, known.isEmpty() ? "no partition keys (no k=v folder was found)" : known));
    }
}
