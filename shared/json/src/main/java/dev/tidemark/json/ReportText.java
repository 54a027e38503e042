package dev.tidemark.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// A run's report in a few lines for people.
public final class ReportText {

    private ReportText() {}

    /// @param document what [ReportJson#bytes] made
    public static String of(String document) {
        JsonNode report = WireJson.read(document.getBytes(StandardCharsets.UTF_8), "the report");
        StringBuilder text = new StringBuilder();
        String status = report.path("status").asText();
        JsonNode bookmark = report.path("bookmark");
        line(
                text,
                "%s  job %s, run %s, bookmark %s, generation %d → %d, %.1f s",
                status,
                report.path("job").asText(),
                report.path("runId").asText(),
                bookmark.path("mode").asText(),
                bookmark.path("generationBefore").asLong(),
                bookmark.path("generationAfter").asLong(),
                report.path("millis").path("total").asLong() / 1000.0);
        JsonNode error = report.path("error");
        if (error.isObject()) {
            line(
                    text,
                    "  %s: %s",
                    error.path("type").asText(),
                    error.path("message").asText());
        }
        for (JsonNode flow : report.path("flows")) {
            flow(text, flow, status.equals("NOTHING_TO_DO"));
        }
        return text.toString();
    }

    private static void flow(StringBuilder text, JsonNode flow, boolean nothing) {
        JsonNode objects = flow.path("objects");
        JsonNode partitions = flow.path("partitions");
        line(text, "  %s", flow.path("name").asText());
        int counts = text.length();
        line(
                text,
                "    objects     %,d listed: %,d new, %,d rewritten, %,d already processed, %,d ignored%s",
                objects.path("listed").asLong(),
                objects.path("new").asLong(),
                objects.path("rewritten").asLong(),
                objects.path("alreadyProcessed").asLong(),
                objects.path("ignored").asLong(),
                reasons(flow.path("ignoredBy")));
        if (partitions.path("listed").asLong() > 0) {
            line(
                    text,
                    "    partitions  %,d listed, %,d pruned by the predicate, %,d kept",
                    partitions.path("listed").asLong(),
                    partitions.path("pruned").asLong(),
                    partitions.path("kept").asLong());
        }
        if (nothing) {
            line(text, "    nothing to do: %s", why(objects));
        } else {
            line(
                    text,
                    "    records     %,d read, %,d written, %,d filtered, %,d rejected%s",
                    flow.path("recordsRead").asLong(),
                    flow.path("recordsWritten").asLong(),
                    flow.path("recordsFiltered").asLong(),
                    flow.path("recordsRejected").asLong(),
                    objects.path("quarantined").asLong() == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    " and set aside, of %,d objects",
                                    objects.path("quarantined").asLong()));
            line(
                    text,
                    "    files       %,d written in %,d chunks, %,d partitions registered, %,d files removed",
                    flow.path("filesTotal").asLong(),
                    flow.path("chunks").asLong(),
                    flow.path("partitionsAdded").size(),
                    flow.path("filesRemoved").asLong());
        }
        if (objects.path("deferred").asLong() > 0
                || flow.path("left").path("objects").asLong() > 0) {
            line(
                    text,
                    "    left        %,d changed while they were read, %,d beyond the bound: the next run's",
                    objects.path("deferred").asLong(),
                    flow.path("left").path("objects").asLong());
        }
        // Before the warnings: these name files.
        text.replace(counts, text.length(), CountWords.of(text.substring(counts)));
        for (JsonNode warning : flow.path("warnings")) {
            line(text, "    warning     %s", warning.asText());
        }
    }

    private static String why(JsonNode objects) {
        long listed = objects.path("listed").asLong();
        long known = objects.path("alreadyProcessed").asLong();
        if (listed == 0) {
            return "no object was listed";
        }
        if (known == listed) {
            return "every object listed was taken in by an earlier run";
        }
        return "of %,d objects listed %,d were taken in before and %,d are ignored by rule"
                .formatted(listed, known, objects.path("ignored").asLong());
    }

    private static String reasons(JsonNode ignoredBy) {
        StringBuilder reasons = new StringBuilder();
        for (Map.Entry<String, JsonNode> reason : WireJson.fields(ignoredBy).entrySet()) {
            reasons.append(reasons.isEmpty() ? " (" : ", ")
                    .append(reason.getKey())
                    .append(' ')
                    .append(reason.getValue().asLong());
        }
        return reasons.isEmpty() ? "" : reasons.append(')').toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
