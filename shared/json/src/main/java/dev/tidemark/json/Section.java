package dev.tidemark.json;

import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Place;
import dev.tidemark.job.Places;
import dev.tidemark.json.YamlNode.Entries;
import dev.tidemark.json.YamlNode.Entry;
import dev.tidemark.json.YamlNode.Items;
import dev.tidemark.json.YamlNode.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A map of the job file whose keys are known: reads each by its type and reports what does not fit. A value with a
/// mistake reads as if it had been left out.
final class Section {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern FRACTION = Pattern.compile("[0-9]+(\\.[0-9]+)?([eE]-?[0-9]{1,2})?");

    private final Reading reading;
    private final Place self;
    private final Map<String, YamlNode> values = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();

    /// @param keys what may stand here
    Section(Reading reading, Entries node, List<String> keys) {
        this.reading = reading;
        this.self = node.place();
        for (Entry entry : node.entries()) {
            String written = entry.key().text();
            String spelt = Keys.SPELLINGS.getOrDefault(written, written);
            String key = keys.contains(spelt) ? spelt : written;
            if (!keys.contains(key)) {
                reading.mistake(
                        entry.key().place(),
                        "The key '" + Wording.shown(written) + "' is not known here.",
                        hint(written, keys));
            } else if (values.putIfAbsent(key, spelt(entry.value(), written, key)) == null) {
                places.put(key, Objects.requireNonNull(values.get(key)).place());
            } else {
                reading.mistake(
                        entry.key().place(),
                        "'" + written + "' is another spelling of '" + key + "', which stands here already.",
                        "Keep one of them.");
            }
        }
    }

    /// Under another spelling the value has the path of the key that it is for.
    private YamlNode spelt(YamlNode value, String written, String key) {
        if (written.equals(key) || !(value instanceof Text text)) {
            return value;
        }
        String path = self.path() + "." + key;
        Place place = new Place(text.place().line(), text.place().column(), path);
        Place start = new Place(text.textPlace().line(), text.textPlace().column(), path);
        return new Text(text.text(), place, text.plain(), start, text.verbatim());
    }

    private static @Nullable String hint(String key, List<String> keys) {
        List<String> elsewhere = Keys.partsWith(Keys.SPELLINGS.getOrDefault(key, key));
        return elsewhere.isEmpty()
                ? Wording.nearest(key, keys)
                : "It belongs in " + String.join(" or ", elsewhere) + ".";
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    @Nullable
    YamlNode node(String key) {
        return values.get(key);
    }

    Place self() {
        return self;
    }

    /// Where the value of `key` stands; for a key left out, where it is missing.
    Place place(String key) {
        String path = self.path().isEmpty() ? key : self.path() + "." + key;
        return places.getOrDefault(key, new Place(self.line(), self.column(), path));
    }

    Places places() {
        Map<String, Place> said = new LinkedHashMap<>(places);
        said.values().removeIf(place -> place.line() == 0); // a stored job says its defaults; the user's file did not
        return new Places(self, said);
    }

    void remember(String key, Place place) {
        places.put(key, place);
    }

    @Nullable
    String required(String key, String hint) {
        if (!has(key)) {
            reading.mistake(place(key), "'" + key + "' is missing.", hint);
            return null;
        }
        return text(key);
    }

    /// The text of `key` with params filled in.
    @Nullable
    String text(String key) {
        YamlNode node = values.get(key);
        return node == null ? null : textOf(node, key);
    }

    /// @param what how a message names the text
    @Nullable
    String textOf(YamlNode node, String what) {
        if (!(node instanceof Text text)) {
            reading.mistake(
                    node.place(),
                    "'" + what + "' must be a text, and this is " + node.kind() + ".",
                    "Put it in quotes if it is meant as a text.");
            return null;
        }
        if (text.absent()) {
            reading.mistake(
                    text.place(),
                    "'" + what + "' has no value.",
                    "Write one, or leave the key out. A value that begins with # or is empty must be put in quotes.");
            return null;
        }
        return reading.params().resolve(text);
    }

    /// As [#required], for the name of a column.
    @Nullable
    String requiredName(String key, String hint) {
        String name = required(key, hint);
        return name == null ? null : reading.name(name, key, place(key));
    }

    /// As [#textOf], for the name of a column.
    @Nullable
    String nameOf(YamlNode node, String what) {
        String name = textOf(node, what);
        return name == null ? null : reading.name(name, what, node.place());
    }

    @Nullable
    ExpressionText expression(String key) {
        YamlNode node = values.get(key);
        return node == null ? null : expressionOf(node, key);
    }

    @Nullable
    ExpressionText expressionOf(YamlNode node, String what) {
        String filled = textOf(node, what);
        if (filled == null || !(node instanceof Text text)) {
            return null;
        }
        if (filled.isBlank()) {
            reading.mistake(text.place(), "'" + what + "' is empty.", "Write an expression, or leave it out.");
            return null;
        }
        boolean verbatim = text.verbatim() && filled.equals(text.text());
        ExpressionText expression = new ExpressionText(filled, verbatim ? text.textPlace() : text.place(), verbatim);
        new ExpressionChecks(reading).parse(expression);
        return expression;
    }

    private <T> @Nullable T parsed(
            String key, String meant, @Nullable String hint, Function<String, Optional<T>> parse) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        Optional<T> value = parse.apply(text);
        if (value.isEmpty()) {
            reading.mistake(place(key), "'" + Wording.shown(text) + "' is no " + meant + ".", hint);
        }
        return value.orElse(null);
    }

    boolean flag(String key, boolean otherwise) {
        Boolean value = optionalFlag(key);
        return value == null ? otherwise : value;
    }

    @Nullable
    Boolean optionalFlag(String key) {
        return parsed(key, "value of '" + key + "'", "Write true or false.", text -> switch (text) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        });
    }

    <T> T choice(String key, Map<String, T> known, T otherwise) {
        T value = parsed(
                key,
                "value of '" + key + "'",
                Wording.nearest(
                        String.valueOf(raw(key)),
                        known.keySet().stream().sorted().toList()),
                text -> Optional.ofNullable(known.get(text)));
        return value == null ? otherwise : value;
    }

    private @Nullable String raw(String key) {
        return values.get(key) instanceof Text text ? text.text() : null;
    }

    @Nullable
    Long number(String key, long least, long most) {
        String range = most == Long.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most;
        return parsed(key, "number " + range, "Write a whole number in that range.", text -> {
            Optional<Long> number = NUMBER.matcher(text).matches() ? Optional.of(Long.valueOf(text)) : Optional.empty();
            return number.filter(value -> value >= least && value <= most);
        });
    }

    int number(String key, int least, int most, int otherwise) {
        Long value = number(key, least, most);
        return value == null ? otherwise : Math.toIntExact(value);
    }

    @Nullable
    Double ratio(String key) {
        return parsed(
                key,
                "ratio from 0 to 1",
                "Write 0.001 for one record in a thousand.",
                text -> FRACTION.matcher(text).matches() && Double.parseDouble(text) <= 1
                        ? Optional.of(Double.valueOf(text))
                        : Optional.empty());
    }

    @Nullable
    Long size(String key) {
        return parsed(
                key, "size", Quantities.SIZE_HINT, text -> Quantities.size(text).filter(size -> size > 0));
    }

    @Nullable
    Duration duration(String key) {
        return parsed(key, "duration", Quantities.DURATION_HINT, Quantities::duration);
    }

    @Nullable
    String matching(String key, Pattern pattern, String meant, String hint) {
        return parsed(key, meant, hint, text -> Optional.of(text).filter(pattern.asMatchPredicate()));
    }

    /// The texts of a list; their places are remembered as `key[0]`, `key[1]` …
    List<String> texts(String key) {
        return texts(key, item -> textOf(item, "an item of " + key));
    }

    /// As [#texts], for names of columns.
    List<String> names(String key) {
        return texts(key, item -> nameOf(item, "an item of " + key));
    }

    private List<String> texts(String key, Function<YamlNode, @Nullable String> read) {
        List<String> texts = new ArrayList<>();
        for (YamlNode item : items(key)) {
            String text = read.apply(item);
            if (text != null) {
                remember(key + "[" + texts.size() + "]", item.place());
                texts.add(text);
            }
        }
        return texts;
    }

    /// The items of a list; none when the key was left out or holds no list.
    List<YamlNode> items(String key) {
        YamlNode node = values.get(key);
        if (node == null) {
            return List.of();
        }
        if (node instanceof Items list) {
            return list.items();
        }
        reading.mistake(
                node.place(),
                "'" + key + "' must be a list, and this is " + node.kind() + ".",
                "Write it in brackets, or each item on a line of its own behind a dash.");
        return List.of();
    }

    /// The map under `key`, or null when it was left out or is none.
    @Nullable
    Section section(String key, List<String> keys) {
        YamlNode node = values.get(key);
        return node == null ? null : sectionOf(node, key, keys);
    }

    @Nullable
    Section sectionOf(YamlNode node, String what, List<String> keys) {
        if (node instanceof Entries map) {
            return new Section(reading, map, keys);
        }
        reading.mistake(
                node.place(),
                "'" + what + "' must be a map, and this is " + node.kind() + ".",
                "Known keys: " + String.join(", ", keys) + ".");
        return null;
    }

    /// A map whose keys are free, in the file's order.
    Map<String, Text> free(String key) {
        YamlNode node = values.get(key);
        Map<String, Text> entries = new LinkedHashMap<>();
        if (node instanceof Entries map) {
            for (Entry entry : map.entries()) {
                if (entry.value() instanceof Text text) {
                    entries.put(entry.key().text(), text);
                } else {
                    reading.mistake(
                            entry.value().place(),
                            "'" + Wording.shown(entry.key().text()) + "' must be a text, and this is "
                                    + entry.value().kind() + ".",
                            null);
                }
            }
        } else if (node != null) {
            reading.mistake(
                    node.place(),
                    "'" + key + "' must be a map, and this is " + node.kind() + ".",
                    "Write " + key + ": { name: value }.");
        }
        return entries;
    }
}
