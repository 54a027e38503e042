package dev.tidemark.run;

import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;

/// A sink's partition key does not fit the columns that reach it. Found before anything is read.
public final class PartitionKeyException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private PartitionKeyException(String message) {
        super(message);
    }

    static PartitionKeyException missing(String key, String sink, Schema schema) {
        return new PartitionKeyException(
                "Partition key '%s' of sink %s is no column of its rows; columns are %s. Derive it, or map a column to it."
                        .formatted(key, sink, String.join(", ", schema.names())));
    }

    static PartitionKeyException type(String key, String sink, String type) {
        return new PartitionKeyException(
                ("Partition key '%s' of sink %s has type %s. Keys can be text, whole numbers, decimals, dates, timestamps"
                                + " and booleans: cast it in derive or applyMapping.")
                        .formatted(key, sink, type));
    }

    static PartitionKeyException onlyKeys(String sink) {
        return new PartitionKeyException(
                "All columns of sink %s are partition keys; its files would have no column. Keep one that is no key."
                        .formatted(sink));
    }
}
