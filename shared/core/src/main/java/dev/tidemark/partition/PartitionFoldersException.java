package dev.tidemark.partition;

import dev.tidemark.data.TidemarkException;

/// A `partitionFolders` template that cannot be read.
public final class PartitionFoldersException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public PartitionFoldersException(String template, String why, String whatToDo) {
        super("partitionFolders '%s' cannot be used: %s. %s".formatted(template, why, whatToDo));
    }
}
