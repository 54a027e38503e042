package dev.tidemark.json;

import dev.tidemark.job.Param;
import dev.tidemark.job.Place;
import dev.tidemark.json.YamlNode.Entries;
import dev.tidemark.json.YamlNode.Entry;
import dev.tidemark.json.YamlNode.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The params of a job file with their values of this run, and the only code that fills in `${name}`.
///
/// A value comes from `--set`, else from the environment, else from the default. Values that are set are taken as
/// they are; a default may use other params.
final class Params {

    static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final String ENVIRONMENT = "TIDEMARK_PARAM_";

    private final Mistakes mistakes;
    private final Map<String, Text> defaults = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> without = new LinkedHashSet<>();
    private boolean unreadable;
    private boolean literal;

    private Params(Mistakes mistakes) {
        this.mistakes = mistakes;
    }

    static Params read(
            @Nullable YamlNode node, Map<String, String> set, Map<String, String> environment, Mistakes mistakes) {
        Params params = new Params(mistakes);
        params.declare(node);
        for (String name : set.keySet()) {
            if (!params.places.containsKey(name)) {
                mistakes.add(
                        new Place(0, 0, "--set " + name),
                        "The job file declares no param '" + name + "'.",
                        params.places.isEmpty()
                                ? "Declare it at the top: params: { " + name + ": }"
                                : Wording.nearest(name, params.places.keySet()));
            }
        }
        params.places.keySet().forEach(name -> params.value(name, set, environment, new LinkedHashSet<>()));
        return params;
    }

    /// Of a stored job, in which every text is filled in already.
    static Params literal(YamlNode node, Mistakes mistakes) {
        Params params = new Params(mistakes);
        params.literal = true;
        params.declare(node);
        return params;
    }

    /// Whether texts are taken as they are.
    boolean isLiteral() {
        return literal;
    }

    private void declare(@Nullable YamlNode node) {
        if (node == null || (node instanceof Text text && text.absent())) {
            return;
        }
        if (!(node instanceof Entries map)) {
            unreadable = true;
            mistakes.add(
                    node.place(),
                    "params is " + node.kind() + ", not a map of names and defaults.",
                    "Write params: { name: default }.");
            return;
        }
        for (Entry entry : map.entries()) {
            String name = entry.key().text();
            if (!NAME.matcher(name).matches()) {
                mistakes.add(
                        entry.key().place(),
                        "'" + Wording.shown(name) + "' is no name of a param.",
                        "A name is a letter, then letters, digits, _ or -.");
                continue;
            }
            places.put(name, entry.key().place());
            if (!(entry.value() instanceof Text text)) {
                without.add(name);
                mistakes.add(
                        entry.value().place(),
                        "The default of a param is a text, and this is "
                                + entry.value().kind() + ".",
                        "Put it in quotes if it is meant as a text.");
            } else if (!text.absent()
                    && !(text.plain()
                            && (text.text().equals("null") || text.text().equals("~")))) {
                defaults.put(name, text);
            }
        }
    }

    private void value(String name, Map<String, String> set, Map<String, String> environment, Set<String> asking) {
        if (values.containsKey(name) || without.contains(name)) {
            return;
        }
        String variable = ENVIRONMENT + name.toUpperCase(Locale.ROOT).replace('-', '_');
        Text otherwise = defaults.get(name);
        String given = set.containsKey(name) ? set.get(name) : environment.get(variable);
        if (given != null) {
            values.put(name, given);
        } else if (otherwise == null) {
            without.add(name);
            mistakes.add(
                    placeOf(name),
                    "The param '" + name + "' has no value.",
                    "Give it one: --set " + name + "=…, the environment variable " + variable + ", or a default here.");
        } else if (!asking.add(name)) {
            without.add(name);
            mistakes.add(
                    otherwise.place(),
                    "The params " + String.join(", ", asking) + " need each other.",
                    "Give one of them a value of its own.");
        } else {
            names(otherwise.text()).stream()
                    .filter(places::containsKey)
                    .forEach(used -> value(used, set, environment, asking));
            asking.remove(name);
            String filled = resolve(otherwise);
            if (filled == null) {
                without.add(name);
            } else if (!without.contains(name)) {
                values.put(name, filled);
            }
        }
    }

    private Place placeOf(String name) {
        return places.getOrDefault(name, Place.NONE);
    }

    private static List<String> names(String text) {
        return Pattern.compile("(?<!\\$)\\$\\{([^}]*)}")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    /// Fills in a text. Null when a param in it has no value; that was reported.
    @Nullable
    String resolve(Text node) {
        String text = node.text();
        if (literal) {
            return text;
        }
        StringBuilder filled = new StringBuilder(text.length());
        boolean whole = true;
        int at = 0;
        while (at < text.length()) {
            int dollar = text.indexOf('$', at);
            if (dollar < 0 || dollar == text.length() - 1) {
                break;
            }
            filled.append(text, at, dollar);
            char next = text.charAt(dollar + 1);
            int close = next == '{' ? text.indexOf('}', dollar) : dollar + 1;
            if (next == '{' && close > 0) {
                String value = valueOf(text.substring(dollar + 2, close), node, dollar);
                whole &= value != null;
                filled.append(value);
            } else if (next == '{') {
                mistakes.add(inside(node, dollar), "${ is not closed.", "Write ${name}; a dollar of your own is $$.");
                return null;
            } else {
                filled.append('$');
                close = next == '$' ? close : dollar;
            }
            at = close + 1;
        }
        return whole ? filled.append(text, at, text.length()).toString() : null;
    }

    private @Nullable String valueOf(String name, Text node, int offset) {
        if (unreadable) {
            return null; // one mistake, not one for each use
        }
        if (!places.containsKey(name)) {
            mistakes.add(
                    inside(node, offset),
                    "The param '" + Wording.shown(name) + "' is not declared.",
                    places.isEmpty()
                            ? "Declare it at the top: params: { " + Wording.shown(name)
                                    + ": default }; a dollar of your own is $$."
                            : Wording.nearest(name, places.keySet()));
            return null;
        }
        return values.get(name);
    }

    static Place inside(Text node, int offset) {
        Place start = node.textPlace();
        return node.verbatim() ? new Place(start.line(), start.column() + offset, start.path()) : node.place();
    }

    List<Param> declared() {
        List<Param> declared = new ArrayList<>();
        places.forEach((name, place) -> {
            Text otherwise = defaults.get(name);
            declared.add(new Param(name, otherwise == null ? null : otherwise.text(), place));
        });
        return declared;
    }

    /// Every declared param with its value, in the file's order; complete when there are no mistakes.
    Map<String, String> resolved() {
        Map<String, String> ordered = new LinkedHashMap<>();
        places.keySet().forEach(name -> {
            String value = values.get(name);
            if (value != null) {
                ordered.put(name, value);
            }
        });
        return ordered;
    }
}
