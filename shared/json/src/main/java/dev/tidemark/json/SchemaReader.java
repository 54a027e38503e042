package dev.tidemark.json;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.job.Place;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads what a source says about its columns: `schema`, `partitionKeys`, `partitionFolders`.
final class SchemaReader {

    private static final Set<String> EPOCHS = Set.of("epoch_seconds", "epoch_millis", "epoch_micros");
    private static final Pattern FOLDER_NAME = Pattern.compile("\\{([^{}]*)}");
    private static final Set<String> BY_NAME = Set.of("array", "map", "struct");

    private final Reading reading;

    SchemaReader(Reading reading) {
        this.reading = reading;
    }

    List<Field> partitionKeys(Section source) {
        List<Field> keys = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        for (YamlNode item : source.items("partitionKeys")) {
            Section key = source.sectionOf(item, "a partition key of a source", Keys.PARTITION_KEY);
            if (key == null) {
                continue;
            }
            String name = key.requiredName("name", "Write { name: year, type: int }.");
            DataType type = key.has("type") ? type(key) : DataType.STRING;
            if (type != null && !(type instanceof DataType.Primitive || type instanceof DataType.Decimal)) {
                reading.mistake(
                        key.place("type"),
                        "A partition key cannot be of type " + type + ".",
                        "The name of a folder is one plain value: use string, int, date or another simple type.");
                type = null;
            }
            if (name != null && once(seen, name, key.place("name"), "partition key") && type != null) {
                source.remember("partitionKeys[" + keys.size() + "]", item.place());
                keys.add(new Field(name, type));
            }
        }
        return keys;
    }

    @Nullable
    String partitionFolders(Section source, List<Field> keys) {
        String template = source.text("partitionFolders");
        if (template == null) {
            return null;
        }
        Place place = source.place("partitionFolders");
        Map<String, Place> seen = new LinkedHashMap<>();
        for (String folder : template.split("/", -1)) {
            Matcher names = FOLDER_NAME.matcher(folder);
            int found = 0;
            while (names.find()) {
                found++;
                if (names.group(1).isBlank()) {
                    reading.mistake(place, "partitionFolders has {} without a name.", "Write {year}/{month}/{day}.");
                } else {
                    once(seen, names.group(1), place, "key of partitionFolders");
                }
            }
            String rest = names.reset().replaceAll("");
            if (found > 1 || rest.contains("{") || rest.contains("}")) {
                reading.mistake(
                        place,
                        "'" + Wording.shown(folder) + "' is no part of partitionFolders.",
                        "Each folder has at most one {name}, as in {year}/{month}/{day}.");
            }
        }
        if (seen.isEmpty()) {
            reading.mistake(
                    place,
                    "partitionFolders names no key.",
                    "Write the key of each folder in braces: {year}/{month}/{day}.");
        }
        List<String> declared = keys.stream().map(key -> folded(key.name())).toList();
        for (String name : seen.keySet()) {
            if (source.has("partitionKeys") && !declared.contains(name)) {
                reading.mistake(
                        place,
                        "partitionFolders names '" + name + "', and partitionKeys does not.",
                        Wording.nearest(name, keys.stream().map(Field::name).toList()));
            }
        }
        for (Field key : keys) {
            if (!seen.isEmpty() && !seen.containsKey(folded(key.name()))) {
                reading.mistake(
                        source.place("partitionKeys"),
                        "The partition key '" + key.name() + "' is in no folder of partitionFolders.",
                        "Add {" + key.name() + "} to partitionFolders, or leave the key out.");
            }
        }
        return template;
    }

    List<ColumnSpec> columns(Section source, List<Field> partitionKeys) {
        List<ColumnSpec> columns = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        for (YamlNode item : source.items("schema")) {
            Section column = source.sectionOf(item, "a column of schema", Keys.COLUMN);
            ColumnSpec read = column == null ? null : column(column);
            if (column == null || read == null || !once(seen, read.name(), column.place("name"), "column")) {
                continue;
            }
            if (partitionKeys.stream().anyMatch(key -> folded(key.name()).equals(folded(read.name())))) {
                reading.warn(
                        column.place("name"),
                        "The column '" + read.name()
                                + "' is also a partition key: the folder's value hides the file's.",
                        "Leave it out of schema.");
            }
            source.remember("schema[" + columns.size() + "]", item.place());
            columns.add(read);
        }
        return columns;
    }

    private @Nullable ColumnSpec column(Section column) {
        String name = column.requiredName("name", "Write { name: Order No, type: bigint }.");
        DataType type = type(column);
        String format = column.text("format");
        ZoneId zone = Zones.read(reading, column, "zone");
        String separator = column.text("decimalSeparator");
        List<String> trueValues = column.texts("trueValues");
        List<String> falseValues = column.texts("falseValues");
        if (format != null) {
            format(column, format);
        }
        if (separator != null && !separator.equals(".") && !separator.equals(",")) {
            reading.mistake(
                    column.place("decimalSeparator"),
                    "'" + Wording.shown(separator) + "' cannot separate decimals.",
                    "Write \".\" or \",\".");
            separator = null;
        }
        if (type != null) {
            fits(column, type);
        }
        return name == null || type == null
                ? null
                : new ColumnSpec(
                        name,
                        type,
                        format,
                        zone,
                        separator == null ? '.' : separator.charAt(0),
                        trueValues,
                        falseValues);
    }

    private void format(Section column, String format) {
        if (EPOCHS.contains(format)) {
            return;
        }
        String problem;
        try {
            String pattern = DateTimeFormatter.ofPattern(format, Locale.ROOT).toString();
            problem = pattern.isEmpty() ? "it is empty" : null;
        } catch (IllegalArgumentException wrong) {
            problem = wrong.getMessage();
        }
        if (problem != null) {
            String near = Wording.nearestOf(format, EPOCHS);
            reading.mistake(
                    column.place("format"),
                    "'" + Wording.shown(format) + "' is no pattern of dates: " + problem + ".",
                    near != null
                            ? "Did you mean " + near + "?"
                            : "Write a pattern such as dd.MM.yyyy HH:mm, or epoch_seconds, epoch_millis, epoch_micros.");
        }
    }

    /// Refuses what could never have a meaning for a column of this type. Nested types may hold any other.
    private void fits(Section column, DataType type) {
        if (BY_NAME.stream().anyMatch(type.toString()::startsWith)) {
            return;
        }
        boolean time = type.equals(DataType.TIMESTAMP) || type.equals(DataType.DATE);
        boolean number =
                type instanceof DataType.Decimal || type.equals(DataType.DOUBLE) || type.equals(DataType.FLOAT);
        only(column, "format", time, type, "date or timestamp");
        only(column, "zone", type.equals(DataType.TIMESTAMP), type, "timestamp");
        only(column, "decimalSeparator", number, type, "decimal, double or float");
        only(column, "trueValues", type.equals(DataType.BOOLEAN), type, "boolean");
        only(column, "falseValues", type.equals(DataType.BOOLEAN), type, "boolean");
    }

    private void only(Section column, String key, boolean fits, DataType type, String meant) {
        if (column.has(key) && !fits) {
            reading.mistake(
                    column.place(key),
                    "'" + key + "' means nothing for a column of type " + type + ".",
                    "It is for " + meant + ".");
        }
    }

    private @Nullable DataType type(Section section) {
        String text = section.required("type", "Write a type such as string, bigint or \"decimal(12,2)\".");
        return text == null ? null : type(reading, text, section.place("type"));
    }

    static @Nullable DataType type(Reading reading, String text, Place place) {
        try {
            return DataTypeParser.parse(text);
        } catch (IllegalArgumentException wrong) {
            List<String> names = List.of(
                    "boolean",
                    "tinyint",
                    "smallint",
                    "int",
                    "bigint",
                    "float",
                    "double",
                    "decimal",
                    "string",
                    "binary",
                    "date",
                    "timestamp",
                    "array",
                    "map",
                    "struct");
            String near = Wording.nearestOf(text, names);
            reading.mistake(
                    place,
                    wrong.getMessage() + ".",
                    near == null || near.equals(text)
                            ? "A type is written as in Hive: bigint, \"decimal(12,2)\", \"array<struct<sku:string,qty:int>>\"."
                            : "Did you mean " + near + "?");
            return null;
        }
    }

    private boolean once(Map<String, Place> seen, String name, Place place, String what) {
        Place before = seen.putIfAbsent(folded(name), place);
        if (before != null) {
            reading.mistake(
                    place,
                    "The " + what + " '" + name + "' is named twice; names match in any case.",
                    "Keep one of them.");
        }
        return before == null;
    }

    static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
