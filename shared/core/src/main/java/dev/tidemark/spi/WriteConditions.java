package dev.tidemark.spi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What conditions and writes mean, for stores that evaluate them themselves.
public final class WriteConditions {

    private WriteConditions() {}

    /// Whether all conditions hold for the item, null being an absent one.
    public static boolean hold(List<Condition> conditions, @Nullable Item item) {
        return conditions.stream().allMatch(condition -> holds(condition, item));
    }

    private static boolean holds(Condition condition, @Nullable Item item) {
        return switch (condition) {
            case Condition.Absent() -> item == null;
            case Condition.Present() -> item != null;
            case Condition.TextIs(String attribute, String value) ->
                item != null && item.text(attribute).filter(value::equals).isPresent();
            case Condition.TextIn(String attribute, List<String> values) ->
                item != null && item.text(attribute).filter(values::contains).isPresent();
            case Condition.NumberIs(String attribute, long value) ->
                item != null
                        && item.number(attribute).isPresent()
                        && item.number(attribute).getAsLong() == value;
            case Condition.NumberBelow(String attribute, long value) ->
                item != null
                        && (item.number(attribute).isEmpty()
                                || item.number(attribute).getAsLong() < value);
            case Condition.AttributeAbsent(String attribute) -> item == null || !item.has(attribute);
        };
    }

    /// The item after the write, or null when it is gone.
    public static @Nullable Item after(Write write, @Nullable Item before) {
        return switch (write) {
            case Write.Put put -> put.item();
            case Write.Delete delete -> null;
            case Write.Update update -> {
                Item item = before == null ? Item.EMPTY : before;
                for (String name : update.remove()) {
                    item = item.without(name);
                }
                for (Map.Entry<String, String> text : update.setTexts().entrySet()) {
                    item = item.with(text.getKey(), text.getValue());
                }
                for (Map.Entry<String, Long> number : update.setNumbers().entrySet()) {
                    item = item.with(number.getKey(), number.getValue());
                }
                for (Map.Entry<String, Long> number : update.add().entrySet()) {
                    item = item.with(
                            number.getKey(), item.number(number.getKey()).orElse(0) + number.getValue());
                }
                yield item;
            }
        };
    }
}
