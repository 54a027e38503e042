package dev.tidemark.text.grok;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.text.window.RecordWindow;
import dev.tidemark.text.window.WindowRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// Batches of log records. A record that the pattern does not match, or takes too long to match, is rejected alone.
final class GrokBatchReader implements BatchReader {

    /// Of a longer record so many bytes are kept to be told.
    private static final int TOLD_BYTES = 1 << 20;

    private final ReadTask task;
    private final RecordWindow window;
    private final GrokSettings settings;
    private final GrokRecords records;
    private final WindowRows rows;
    private final List<GrokColumn> columns = new ArrayList<>();
    private final Matcher matcher;
    private final GrokText text = new GrokText();

    private final long to;
    private long position;

    /// @param start of the first record
    GrokBatchReader(ReadTask task, GrokSettings settings, BadRecords bad, RecordWindow window, long start) {
        this.task = task;
        this.window = window;
        this.rows = new WindowRows(task, bad, window);
        this.settings = settings;
        this.records = new GrokRecords(window, settings);
        this.position = start;
        // The first record belongs to the first range, however short: a byte order mark may stand before it.
        this.to = task.from() == 0 ? Math.max(task.to(), start + 1) : task.to();
        this.matcher = settings.pattern().regex().matcher("");
        Map<String, Integer> groups = settings.pattern().regex().namedGroups();
        byte[] missing = settings.missing().getBytes(StandardCharsets.UTF_8);
        List<String> absent = new ArrayList<>();
        for (int i = 0; i < task.columns().size(); i++) {
            ColumnSpec spec = task.columns().get(i);
            GrokPattern.Field field = settings.pattern().field(spec.name());
            if (field == null) {
                absent.add(spec.name());
            }
            int[] taken = field == null
                    ? new int[0]
                    : field.groups().stream().mapToInt(groups::get).toArray();
            columns.add(new GrokColumn(spec, rows.vectors().get(i), taken, missing, task));
        }
        if (!absent.isEmpty()) {
            task.notices().missingColumns(absent);
        }
        tellFresh();
    }

    private void tellFresh() {
        ReadTask.NewFields heard = task.newFields();
        for (GrokPattern.Field field : settings.pattern().fields()) {
            boolean known = rows.schema().names().stream()
                    .anyMatch(name -> Schema.fold(name).equals(Schema.fold(field.name())));
            if (heard != null && !known) {
                heard.found(field.name());
            }
        }
    }

    @Override
    public @Nullable Batch next() throws IOException {
        rows.clear();
        window.keep(position);
        while (!rows.isFull(position) && position < to && window.has(position)) {
            long end = records.find(position);
            if (end == GrokRecords.TOO_LONG) {
                // All of it must be skipped, and the batch's bytes would stay.
                if (rows.size() > 0) {
                    break;
                }
                rejectTooLong();
            } else {
                read(end);
            }
            if (rows.size() == 0) {
                window.keep(position);
            }
        }
        return rows.batch();
    }

    private void rejectTooLong() throws IOException {
        long from = position;
        byte[] told = window.copy(from, from + TOLD_BYTES);
        position = records.skip(from);
        rows.reject(
                from,
                null,
                "a record of more than " + (RecordWindow.MAX_RECORD_BYTES >> 20)
                        + " MB, the most that one record may have; exclude the object, or see whether LineCount and"
                        + " multiLineStart are right",
                told);
    }

    /// @param end of the record, in which its line feed is not
    private void read(long end) {
        long from = position;
        position = Math.min(end + 1, window.end());
        byte[] bytes = window.array();
        long to = end > from && bytes[window.index(end - 1)] == '\r' ? end - 1 : end;
        if (isBlank(bytes, window.index(from), window.index(to))) {
            return;
        }
        String problem = problem(from, to);
        if (problem == null) {
            append(from, to);
        } else {
            rows.reject(from, null, problem, window.copy(from, to));
        }
    }

    private static boolean isBlank(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r' && bytes[i] != '\n') {
                return false;
            }
        }
        return true;
    }

    /// Matches the record; what is wrong with it as a whole, or null.
    private @Nullable String problem(long from, long to) {
        if (!records.isWhole()) {
            return "the object ends within a record of " + settings.lineCount() + " lines (LineCount)";
        }
        if (records.isEndless()) {
            return "multiLineStart takes too long on the line behind this record; make it match in one way only";
        }
        if (!text.of(window.array(), window.index(from), window.index(to))) {
            return "bytes that are no UTF-8";
        }
        try {
            Matcher ready = text.ready(matcher);
            if (settings.strict() ? ready.matches() : ready.find()) {
                return null;
            }
            return settings.strict()
                    ? "the record as a whole does not match logFormat, as StrictMode: true demands"
                    : "the record does not match logFormat";
        } catch (GrokText.TooManyStepsException | StackOverflowError endless) {
            return "logFormat takes too long on this record; make its patterns match in one way only, as with"
                    + " %{NOTSPACE} for %{DATA}";
        }
    }

    private void append(long from, long to) {
        for (GrokColumn column : columns) {
            String wrong = column.append(matcher, text);
            if (wrong != null) {
                columns.forEach(GrokColumn::forget);
                rows.takeBack();
                rows.reject(from, column.name(), wrong, window.copy(from, to));
                return;
            }
        }
        columns.forEach(GrokColumn::tell);
        rows.take(from, to);
    }

    @Override
    public void close() {
        try {
            window.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
