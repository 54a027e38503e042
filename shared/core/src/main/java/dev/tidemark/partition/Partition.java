package dev.tidemark.partition;

import dev.tidemark.data.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values of partition keys, in the order of the keys. Values are raw (unescaped); null is the default partition.
public record Partition(List<String> keys, List<@Nullable String> values) {

    /// What an unpartitioned place has.
    public static final Partition NONE = new Partition(List.of(), List.of());

    // Written out: javac leaves type annotations off the parameters of a compact constructor, and callers in other
    // modules could then not pass a list that holds nulls.
    public Partition(List<String> keys, List<@Nullable String> values) {
        this.keys = List.copyOf(keys);
        this.values = Collections.unmodifiableList(new ArrayList<>(values));
        if (keys.size() != values.size()) {
            throw new IllegalArgumentException(keys.size() + " partition keys but " + values.size() + " values");
        }
    }

    public Map<String, @Nullable String> asMap() {
        Map<String, @Nullable String> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            map.put(keys.get(i), values.get(i));
        }
        return map;
    }

    /// Whether a column of this type can be a partition key.
    public static boolean canBeKey(DataType type) {
        return switch (type) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, STRING, DATE, TIMESTAMP -> true;
                    case FLOAT, DOUBLE, BINARY -> false;
                };
            case DataType.Decimal _ -> true;
            case DataType.Array _, DataType.Map _, DataType.Struct _ -> false;
        };
    }
}
