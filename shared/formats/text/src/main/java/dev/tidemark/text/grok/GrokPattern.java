package dev.tidemark.text.grok;

import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// A grok pattern as one regular expression, and the fields that it captures.
///
/// `%{NAME}` is the pattern of that name, `%{NAME:field}` captures it, `%{NAME:field:type}` says what it is. A group
/// `(?<field>…)` captures too. Of a field that is captured in several places the first one that took part counts.
///
/// @param regex  with groups `f0`, `f1` … for the captures
/// @param fields in the order of their first capture
record GrokPattern(Pattern regex, List<Field> fields) {

    /// java-grok's name for what must be captured for its sake and is no field.
    private static final String UNWANTED = "UNWANTED";

    private static final int LONGEST = 1 << 20;
    private static final Pattern PART = Pattern.compile(
            "%\\{(?<pattern>\\w+)(?::(?<field>[^:;}]+)(?:[:;](?<type>[^}]+))?)?}|\\(\\?<(?<group>[A-Za-z_]\\w*)>|\\\\.|%\\{",
            Pattern.DOTALL);

    /// @param groups names of the groups that capture it
    /// @param type   as the pattern has it
    record Field(String name, DataType type, List<String> groups) {
        Field {
            groups = List.copyOf(groups);
        }
    }

    GrokPattern {
        fields = List.copyOf(fields);
    }

    /// @param flags of the regular expression
    /// @throws GrokOptionException when it is no pattern
    static GrokPattern of(String format, Map<String, String> definitions, int flags) {
        return new Expansion(format, definitions).pattern(flags);
    }

    @Nullable
    Field field(String name) {
        for (Field field : fields) {
            if (Schema.fold(field.name()).equals(Schema.fold(name))) {
                return field;
            }
        }
        return null;
    }

    /// One pattern while it is written out.
    private static final class Expansion {

        private final String format;
        private final Map<String, String> definitions;
        private final StringBuilder regex = new StringBuilder();
        private final Deque<String> open = new ArrayDeque<>();
        private final Map<String, Capture> captures = new LinkedHashMap<>();
        private int groups;

        /// @param type the first that was said
        private record Capture(String name, DataType type, List<String> groups) {}

        Expansion(String format, Map<String, String> definitions) {
            this.format = format;
            this.definitions = definitions;
        }

        GrokPattern pattern(int flags) {
            expand(format);
            if (captures.isEmpty()) {
                throw wrong("it captures nothing. Name what is to be a column, as in %{WORD:level}", null);
            }
            try {
                return new GrokPattern(
                        Pattern.compile(regex.toString(), flags),
                        captures.values().stream()
                                .map(capture -> new Field(capture.name(), capture.type(), capture.groups()))
                                .toList());
            } catch (PatternSyntaxException broken) {
                throw wrong(
                        "written out it is no regular expression (" + broken.getDescription() + " near '"
                                + near(broken.getIndex()) + "'). Look at the brackets and backslashes in it and in"
                                + " customPatterns",
                        broken);
            }
        }

        private String near(int index) {
            int at = Math.clamp(index, 0, regex.length());
            return regex.substring(Math.max(0, at - 20), Math.min(regex.length(), at + 20));
        }

        private void expand(String text) {
            Matcher part = PART.matcher(text);
            int done = 0;
            while (part.find()) {
                regex.append(text, done, part.start());
                done = part.end();
                String name = part.group("pattern");
                String group = part.group("group");
                if (name != null) {
                    reference(name, part.group("field"), part.group("type"));
                } else if (group != null) {
                    regex.append("(?<").append(capture(group, null)).append('>');
                } else if (part.group().equals("%{")) {
                    throw wrong(
                            "'" + text.substring(part.start(), Math.min(text.length(), part.start() + 20))
                                    + "' is no reference. Write %{PATTERN}, %{PATTERN:field} or %{PATTERN:field:type}",
                            null);
                } else {
                    regex.append(part.group());
                }
            }
            regex.append(text, done, text.length());
            if (regex.length() > LONGEST) {
                throw wrong("written out it is longer than 1 MB. Use fewer patterns within patterns", null);
            }
        }

        private void reference(String name, @Nullable String field, @Nullable String type) {
            String definition = definitions.get(name);
            if (definition == null) {
                throw wrong("no pattern is called '" + name + "'" + similar(name), null);
            }
            if (open.contains(name)) {
                throw wrong("the pattern '" + name + "' has itself in it", null);
            }
            open.push(name);
            if (field == null || field.equals(UNWANTED)) {
                regex.append("(?:");
            } else {
                regex.append("(?<").append(capture(field.strip(), type)).append('>');
            }
            expand(definition);
            regex.append(')');
            open.pop();
        }

        private String similar(String name) {
            return definitions.keySet().stream()
                    .filter(known -> known.equalsIgnoreCase(name))
                    .findFirst()
                    .map(known -> "; there is '" + known + "'")
                    .orElse(". Define it in customPatterns");
        }

        private String capture(String field, @Nullable String type) {
            String group = "f" + groups++;
            Capture capture = captures.computeIfAbsent(
                    Schema.fold(field),
                    folded -> new Capture(field, type == null ? DataType.STRING : type(type), new ArrayList<>()));
            capture.groups().add(group);
            return group;
        }

        private DataType type(String name) {
            DataType type;
            try {
                type = switch (name.strip().toLowerCase(Locale.ROOT)) {
                    case "byte" -> DataType.TINYINT;
                    case "short" -> DataType.SMALLINT;
                    case "integer" -> DataType.INT;
                    case "long" -> DataType.BIGINT;
                    case String other -> DataTypeParser.parse(other);
                };
            } catch (IllegalArgumentException unknown) {
                throw wrong("'" + name + "' is no type" + TYPES, unknown);
            }
            if (type instanceof DataType.Primitive || type instanceof DataType.Decimal) {
                return type;
            }
            throw wrong("'" + name + "' is no type of a text" + TYPES, null);
        }

        private static final String TYPES =
                ". Use byte, short, int, long, float, double, boolean, string, decimal(p,s), date or timestamp";

        private GrokOptionException wrong(String reason, @Nullable Throwable cause) {
            return new GrokOptionException("logFormat", format, reason, cause);
        }
    }
}
