package dev.tidemark.json;

import dev.tidemark.job.OptionValues;
import dev.tidemark.job.Place;
import dev.tidemark.json.YamlNode.Text;
import dev.tidemark.spi.FormatOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads `format` and `formatOptions` against the options that the format itself lists.
final class OptionsReader {

    /// Options without which a format reads something else than is there.
    private static final Map<String, String> REQUIRED = Map.of(
            "csv", "withHeader",
            "xml", "rowTag",
            "grokLog", "logFormat");

    private static final Map<String, String> WHY = Map.of(
            "csv",
                    "Write withHeader: true or false; there is no default, because Glue's false turns headers into rows.",
            "xml", "Name the element that is a row: rowTag: order.",
            "grokLog", "Write the pattern of a line: logFormat: \"%{COMMONAPACHELOG}\".");

    private final Reading reading;

    OptionsReader(Reading reading) {
        this.reading = reading;
    }

    /// @param verb what is done in the format: read, written
    static @Nullable String format(Reading reading, Section section, List<String> known, String verb) {
        String text = section.text("format");
        if (text == null) {
            return null;
        }
        if (reading.params().isLiteral()) {
            return text; // a stored job was checked where its formats are
        }
        for (String name : known) {
            if (name.equalsIgnoreCase(text)) {
                return name;
            }
        }
        boolean other = FormatCatalogue.READ.stream().anyMatch(text::equalsIgnoreCase);
        reading.mistake(
                section.place("format"),
                other
                        ? "The format " + text + " cannot be " + verb + "."
                        : "'" + Wording.shown(text) + "' is no format that is known.",
                other ? "Use one of " + String.join(", ", known) + "." : Wording.nearest(text, known));
        return null;
    }

    OptionValues source(Section section, @Nullable String format, boolean files) {
        List<FormatOption> options = format == null ? null : reading.formats().sourceOptions(format);
        OptionValues values = read(section, format, options);
        String required = format == null || !files || reading.params().isLiteral() ? null : REQUIRED.get(format);
        if (required != null && !isWritten(section, required)) {
            Place at = section.place("formatOptions");
            Place place = new Place(at.line(), at.column(), at.path() + "." + required);
            reading.mistake(place, "'" + required + "' is missing.", WHY.get(format));
        }
        return values;
    }

    OptionValues sink(Section section, @Nullable String format) {
        return read(section, format, format == null ? null : reading.formats().sinkOptions(format));
    }

    private static boolean isWritten(Section section, String option) {
        return section.node("formatOptions") instanceof YamlNode.Entries map
                && map.entries().stream().anyMatch(entry -> entry.key().text().equalsIgnoreCase(option));
    }

    private OptionValues read(Section section, @Nullable String format, @Nullable List<FormatOption> options) {
        Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, Text> written : section.free("formatOptions").entrySet()) {
            Text node = written.getValue();
            FormatOption option = options == null ? null : option(written.getKey(), options);
            if (options != null && option == null) {
                Place place = node.place();
                reading.mistake(
                        place,
                        "The format " + format + " has no option '" + Wording.shown(written.getKey()) + "'.",
                        Wording.nearest(
                                written.getKey(),
                                options.stream().map(FormatOption::name).toList()));
                continue;
            }
            String name = option == null ? written.getKey() : option.name();
            String value = section.textOf(node, name);
            if (value == null || (option != null && !fits(option, value, node.place()))) {
                continue;
            }
            if (values.putIfAbsent(name, value) != null) {
                reading.mistake(
                        node.place(),
                        "The option '" + name + "' is given twice; names match in any case.",
                        "Keep one of them.");
            }
            Place at = node.place();
            section.remember(
                    "formatOptions." + name,
                    new Place(
                            at.line(),
                            at.column(),
                            section.place("formatOptions").path() + "." + name));
        }
        return new OptionValues(values);
    }

    private static @Nullable FormatOption option(String name, List<FormatOption> options) {
        return options.stream()
                .filter(option -> option.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    private boolean fits(FormatOption option, String value, Place place) {
        String hint = switch (option.kind()) {
            case FLAG ->
                value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false") ? null : "Write true or false.";
            case NUMBER -> value.matches("-?[0-9]{1,18}") ? null : "Write digits only.";
            case SIZE -> Quantities.size(value).isPresent() ? null : Quantities.SIZE_HINT;
            case CHARACTER -> isCharacter(value) ? null : "Write one character in quotes, as \";\" or \"\\t\".";
            case CHOICE ->
                option.choices().stream().anyMatch(value::equalsIgnoreCase)
                        ? null
                        : Wording.nearest(value, option.choices());
            case TEXT -> null;
        };
        if (hint != null) {
            reading.mistake(
                    place,
                    "'" + Wording.shown(value) + "' is no value of '" + option.name() + "' ("
                            + option.description().strip() + ").",
                    hint);
        }
        return hint == null;
    }

    /// One character, the two of an escape such as `\t`, a code point such as `\u0001`, or Glue's words.
    private static boolean isCharacter(String value) {
        String folded = value.toLowerCase(Locale.ROOT);
        return value.codePointCount(0, value.length()) == 1
                || value.matches("\\\\[tnr0\\\\]")
                || value.matches("\\\\[uU][0-9a-fA-F]{4}")
                || value.matches("\\{\"?[0-9a-fA-FuU+\\\\]+\"?}")
                || folded.equals("none");
    }
}
