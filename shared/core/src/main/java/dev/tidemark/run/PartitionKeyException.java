package dev.tidemark.run;

import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import java.util.List;

/// A sink's partition key does not fit the columns that reach it. Found before anything is read.
public final class PartitionKeyException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private PartitionKeyException(String message) {
        super(message);
    }

    static PartitionKeyException refresh(String key, String flow, List<String> keys) {
        return new PartitionKeyException(
                "Flow %s: with refresh: touched the partition key '%s' must be a partition key of the source (%s) or be derived from them alone, else rows of partitions that are not read again would be lost. Partition by those keys, or run with bookmark: disable."
                        .formatted(flow, key, String.join(", ", keys)));
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
