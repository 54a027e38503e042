package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A partition folder's value is not of the type that the job declares for its key.
public final class PartitionValueException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final String key;

    PartitionValueException(String key, String type, String value, String why) {
        super("The folder %s=%s cannot be read as %s: %s. Declare the key as string, or exclude the folder."
                .formatted(key, value, type, why));
        this.key = key;
    }

    String key() {
        return key;
    }
}
