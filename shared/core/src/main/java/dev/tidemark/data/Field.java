package dev.tidemark.data;

import java.util.Objects;

/// A named, typed column or field of a struct. Every field may be null.
public record Field(String name, DataType type) {

    public Field {
        Objects.requireNonNull(type, "type");
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a column needs a name");
        }
    }
}
