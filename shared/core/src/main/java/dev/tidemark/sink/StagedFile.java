package dev.tidemark.sink;

import dev.tidemark.partition.Partition;
import java.util.List;

/// A file whose bytes are all stored and that nobody can see until it is completed.
///
/// @param target    full location it will have; the attempt is part of its name, so an object there is this very file
/// @param uploadId  the store's handle of the hidden bytes (S3: upload id; local: the staged file's path)
/// @param partTags  ETags of the uploaded parts in order; empty where the store has no parts
/// @param rows      rows in it
/// @param sizeBytes size of the completed file
/// @param kind      a file of a sink, or of bad records
/// @param sink      index of the sink in its flow; -1 for bad records
/// @param partition output partition
public record StagedFile(
        String target,
        String uploadId,
        List<String> partTags,
        long rows,
        long sizeBytes,
        Kind kind,
        int sink,
        Partition partition) {

    public enum Kind {
        DATA,
        QUARANTINE
    }

    public StagedFile {
        partTags = List.copyOf(partTags);
    }
}
