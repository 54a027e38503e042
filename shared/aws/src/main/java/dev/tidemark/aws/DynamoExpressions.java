package dev.tidemark.aws;

import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The expressions of one write, with a placeholder for every name and value (DynamoDB reserves hundreds of words,
/// `state` among them). Used once.
final class DynamoExpressions {

    static final String PK = "pk";
    static final String SK = "sk";

    private static final String PRESENT = "attribute_exists(pk)";

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, AttributeValue> values = new LinkedHashMap<>();
    private final @Nullable String condition;
    private final @Nullable String update;

    DynamoExpressions(Write write) {
        condition = write.conditions().isEmpty()
                ? null
                : String.join(
                        " AND ", write.conditions().stream().map(this::text).toList());
        update = write instanceof Write.Update changes ? text(changes) : null;
    }

    @Nullable
    String condition() {
        return condition;
    }

    /// What an update does; null for other writes and for an update that changes nothing.
    @Nullable
    String update() {
        return update;
    }

    /// Null where there are none: DynamoDB refuses an empty map.
    @Nullable
    Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    /// @see #names()
    @Nullable
    Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }

    private String text(Condition wanted) {
        return switch (wanted) {
            case Condition.Absent() -> "attribute_not_exists(pk)";
            case Condition.Present() -> PRESENT;
            case Condition.TextIs(String attribute, String value) -> name(attribute) + " = " + value(string(value));
            // DynamoDB knows no empty IN; this holds never.
            case Condition.TextIn(String attribute, List<String> some)
            when some.isEmpty() ->
                "(attribute_exists(" + name(attribute) + ") AND attribute_not_exists(" + name(attribute) + "))";
            case Condition.TextIn(String attribute, List<String> some) ->
                name(attribute) + " IN ("
                        + String.join(
                                ", ",
                                some.stream().map(text -> value(string(text))).toList()) + ")";
            case Condition.NumberIs(String attribute, long value) -> name(attribute) + " = " + value(number(value));
            case Condition.NumberBelow(String attribute, long value) ->
                "(%s AND (attribute_not_exists(%s) OR %s < %s))"
                        .formatted(PRESENT, name(attribute), name(attribute), value(number(value)));
            case Condition.AttributeAbsent(String attribute) -> "attribute_not_exists(" + name(attribute) + ")";
        };
    }

    private @Nullable String text(Write.Update changes) {
        List<String> set = new ArrayList<>();
        changes.setTexts().forEach((attribute, text) -> set.add(name(attribute) + " = " + value(string(text))));
        changes.setNumbers().forEach((attribute, count) -> set.add(name(attribute) + " = " + value(number(count))));
        List<String> add = new ArrayList<>();
        changes.add().forEach((attribute, count) -> add.add(name(attribute) + " " + value(number(count))));
        List<String> remove = changes.remove().stream().map(this::name).toList();
        StringBuilder text = new StringBuilder();
        clause(text, "SET ", set);
        clause(text, "ADD ", add);
        clause(text, "REMOVE ", remove);
        return text.isEmpty() ? null : text.toString();
    }

    private static void clause(StringBuilder text, String verb, List<String> parts) {
        if (!parts.isEmpty()) {
            text.append(text.isEmpty() ? "" : " ").append(verb).append(String.join(", ", parts));
        }
    }

    private String name(String attribute) {
        String placeholder = "#" + attribute.replaceAll("[^A-Za-z0-9_]", "_");
        String taken = names.putIfAbsent(placeholder, attribute);
        if (taken == null || taken.equals(attribute)) {
            return placeholder;
        }
        placeholder += "_" + names.size();
        names.put(placeholder, attribute);
        return placeholder;
    }

    private String value(AttributeValue value) {
        String placeholder = ":v" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }

    static Map<String, AttributeValue> key(ItemKey key) {
        return Map.of(PK, string(key.pk()), SK, string(key.sk()));
    }

    static Map<String, AttributeValue> stored(ItemKey key, Item item) {
        Map<String, AttributeValue> stored = new TreeMap<>(key(key));
        item.texts().forEach((name, text) -> stored.put(name, string(text)));
        item.numbers().forEach((name, count) -> stored.put(name, number(count)));
        return stored;
    }

    static ItemKey keyOf(Map<String, AttributeValue> stored) {
        return new ItemKey(text(stored, PK), text(stored, SK));
    }

    private static String text(Map<String, AttributeValue> stored, String name) {
        AttributeValue value = stored.get(name);
        if (value == null || value.s() == null) {
            throw new IllegalStateException("an item of the state table has no text '" + name + "': " + stored);
        }
        return value.s();
    }

    private static Optional<Long> whole(String number) {
        try {
            return Optional.of(Long.valueOf(number));
        } catch (NumberFormatException fraction) {
            return Optional.empty();
        }
    }

    /// Attributes of other kinds than text and whole number are not ours (a person's note, say) and are left out.
    static Item item(Map<String, AttributeValue> stored) {
        Map<String, String> texts = new HashMap<>();
        Map<String, Long> numbers = new HashMap<>();
        stored.forEach((name, value) -> {
            if (name.equals(PK) || name.equals(SK)) {
                return;
            }
            if (value.s() != null) {
                texts.put(name, value.s());
            } else if (value.n() != null) {
                whole(value.n()).ifPresent(number -> numbers.put(name, number));
            }
        });
        return new Item(texts, numbers);
    }

    static AttributeValue string(String text) {
        return AttributeValue.builder().s(text).build();
    }

    static AttributeValue number(long number) {
        return AttributeValue.builder().n(Long.toString(number)).build();
    }
}
