package dev.tidemark.spi;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Attributes of a state item: texts and whole numbers. At most 100 KB.
///
/// @param texts   text attributes
/// @param numbers numeric attributes; no name is in both
public record Item(Map<String, String> texts, Map<String, Long> numbers) {

    public static final Item EMPTY = new Item(Map.of(), Map.of());

    public Item {
        texts = Collections.unmodifiableMap(new TreeMap<>(texts));
        numbers = Collections.unmodifiableMap(new TreeMap<>(numbers));
        if (!Collections.disjoint(texts.keySet(), numbers.keySet())) {
            throw new IllegalArgumentException("an attribute cannot be both a text and a number: " + texts + numbers);
        }
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(texts.get(name));
    }

    public OptionalLong number(String name) {
        Long number = numbers.get(name);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    public boolean has(String name) {
        return texts.containsKey(name) || numbers.containsKey(name);
    }

    public Item with(String name, String text) {
        Map<String, String> changed = new TreeMap<>(texts);
        changed.put(name, text);
        return new Item(changed, numbers);
    }

    public Item with(String name, long number) {
        Map<String, Long> changed = new TreeMap<>(numbers);
        changed.put(name, number);
        return new Item(texts, changed);
    }

    /// About what DynamoDB counts: names and texts in UTF-8, eight bytes a number.
    public long sizeBytes() {
        long bytes = numbers.size() * 8L;
        for (String name : numbers.keySet()) {
            bytes += name.getBytes(StandardCharsets.UTF_8).length;
        }
        for (Map.Entry<String, String> text : texts.entrySet()) {
            bytes += text.getKey().getBytes(StandardCharsets.UTF_8).length;
            bytes += text.getValue().getBytes(StandardCharsets.UTF_8).length;
        }
        return bytes;
    }

    public Item without(String name) {
        Map<String, String> keptTexts = new TreeMap<>(texts);
        Map<String, Long> keptNumbers = new TreeMap<>(numbers);
        keptTexts.remove(name);
        keptNumbers.remove(name);
        return new Item(keptTexts, keptNumbers);
    }
}
