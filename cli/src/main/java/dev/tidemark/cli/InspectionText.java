package dev.tidemark.cli;

import dev.tidemark.data.Field;
import dev.tidemark.json.CommandJson;
import dev.tidemark.spi.FileLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An [Inspection] for people, and as part of a document.
final class InspectionText {

    private static final int MOST_PARTS_SHOWN = 10;
    private static final int MOST_PARTS = 1_000;
    private static final int WIDEST = 40;

    private InspectionText() {}

    /// One of `files`.
    static Map<String, @Nullable Object> document(Inspection of) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("file", of.location());
        fields.put("bytes", of.sizeBytes());
        fields.put("format", of.format());
        fields.put("formatOptions", of.options());
        fields.put("compression", of.compression());
        fields.put("codecs", of.layout().codecs());
        fields.put("writer", of.layout().writer());
        fields.put("splittable", of.splittable());
        fields.put("rows", of.rows() < 0 ? null : of.rows());
        fields.put("badRecords", of.badRecords());
        fields.put("firstBadRecord", of.firstBad().orElse(null));
        fields.put("warnings", of.warnings());
        fields.put("typesFrom", of.layout().typesFrom().name());
        fields.put(
                "schema",
                of.schema().fields().stream()
                        .map(field -> column(field, of.layout()))
                        .toList());
        fields.put("parts", parts(of.layout()));
        fields.put("first", of.first().stream().map(CommandJson::asItStands).toList());
        return fields;
    }

    private static Map<String, @Nullable Object> column(Field field, FileLayout layout) {
        Map<String, @Nullable Object> column = new LinkedHashMap<>();
        column.put("name", field.name());
        column.put("type", field.type().toString());
        column.put("stored", layout.storedTypes().get(field.name()));
        return column;
    }

    private static @Nullable Map<String, @Nullable Object> parts(FileLayout layout) {
        if (layout.partsCalled() == null) {
            return null;
        }
        Map<String, @Nullable Object> parts = new LinkedHashMap<>();
        parts.put("called", layout.partsCalled());
        parts.put("count", layout.parts().size());
        parts.put(
                "list",
                layout.parts().stream()
                        .limit(MOST_PARTS)
                        .map(InspectionText::part)
                        .toList());
        return parts;
    }

    private static Map<String, Long> part(FileLayout.Part part) {
        Map<String, Long> fields = new LinkedHashMap<>();
        fields.put("offset", part.offset());
        fields.put("rows", part.rows());
        fields.put("bytes", part.bytes());
        return fields;
    }

    /// Lines with their ends.
    static String of(Inspection of) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%s: %s, %,d bytes\n", of.location(), of.format(), of.sizeBytes()));
        line(text, "rows", of.rows() < 0 ? "not counted" : String.format(Locale.ROOT, "%,d", of.rows()));
        of.firstBad()
                .ifPresent(bad -> line(
                        text, "bad records", String.format(Locale.ROOT, "%,d; the first: %s", of.badRecords(), bad)));
        if (!of.options().isEmpty()) {
            List<String> options = new ArrayList<>();
            of.options().forEach((name, value) -> options.add(name + " " + Shown.of(value)));
            line(text, "options", String.join(", ", options));
        }
        line(text, "compression", compression(of));
        line(text, "splittable", of.splittable() ? "yes" : "no");
        if (of.layout().writer() != null) {
            line(text, "written by", Shown.of(of.layout().writer()));
        }
        layout(text, of.layout());
        of.warnings().forEach(warning -> line(text, "warning", Shown.of(warning)));
        columns(text, of);
        records(text, of);
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("  ").append(padded(name, 12)).append(' ').append(value).append('\n');
    }

    private static String compression(Inspection of) {
        return of.layout().codecs().isEmpty()
                ? of.compression()
                : String.join(", ", of.layout().codecs());
    }

    private static void layout(StringBuilder text, FileLayout layout) {
        if (layout.partsCalled() == null) {
            return;
        }
        line(text, layout.partsCalled() + "s", String.valueOf(layout.parts().size()));
        for (int i = 0; i < Math.min(MOST_PARTS_SHOWN, layout.parts().size()); i++) {
            FileLayout.Part part = layout.parts().get(i);
            text.append(String.format(
                    Locale.ROOT,
                    "    %d: byte %,d, %,d rows, %,d bytes\n",
                    i + 1,
                    part.offset(),
                    part.rows(),
                    part.bytes()));
        }
    }

    private static void columns(StringBuilder text, Inspection of) {
        line(
                text,
                "columns",
                switch (of.layout().typesFrom()) {
                    case FILE -> "types from the file's own schema";
                    case SAMPLE -> "types from its first records";
                    case HEADER -> "names from the header; text until a schema types them";
                    case OPTIONS -> "as the options say";
                });
        int width = of.schema().fields().stream()
                .mapToInt(field -> Shown.of(field.name()).length())
                .max()
                .orElse(0);
        for (Field field : of.schema().fields()) {
            String stored = of.layout().storedTypes().get(field.name());
            text.append("    ")
                    .append(padded(Shown.of(field.name()), Math.min(width, WIDEST)))
                    .append("  ")
                    .append(field.type())
                    .append(stored == null ? "" : "  (" + stored + ")")
                    .append('\n');
        }
    }

    private static void records(StringBuilder text, Inspection of) {
        if (of.cells().isEmpty() || of.schema().size() == 0) {
            return;
        }
        text.append("  first records\n");
        List<List<String>> lines = new ArrayList<>();
        lines.add(of.schema().names().stream().map(InspectionText::cell).toList());
        of.cells()
                .forEach(row -> lines.add(row.stream().map(InspectionText::cell).toList()));
        for (List<String> line : lines) {
            text.append("    |");
            for (int i = 0; i < line.size(); i++) {
                int column = i;
                int width = lines.stream()
                        .mapToInt(each -> each.get(column).length())
                        .max()
                        .orElse(0);
                text.append(' ').append(padded(line.get(i), width)).append(" |");
            }
            text.append('\n');
        }
    }

    private static String cell(String value) {
        String shown = Shown.of(value);
        return shown.length() <= WIDEST ? shown : shown.substring(0, WIDEST - 1) + "\u2026";
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
