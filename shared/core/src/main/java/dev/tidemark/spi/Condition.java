package dev.tidemark.spi;

import java.util.List;

/// What a state item must be for a write to take effect. All of a list must hold.
public sealed interface Condition {

    /// There is no such item.
    record Absent() implements Condition {}

    /// There is such an item.
    record Present() implements Condition {}

    /// The text attribute has this value.
    record TextIs(String attribute, String value) implements Condition {}

    /// The text attribute has one of these values.
    record TextIn(String attribute, List<String> values) implements Condition {
        public TextIn {
            values = List.copyOf(values);
        }
    }

    /// The number attribute has this value.
    record NumberIs(String attribute, long value) implements Condition {}

    /// The number attribute is less than this value, or absent.
    record NumberBelow(String attribute, long value) implements Condition {}

    /// The item has no such attribute (or there is no item).
    record AttributeAbsent(String attribute) implements Condition {}
}
