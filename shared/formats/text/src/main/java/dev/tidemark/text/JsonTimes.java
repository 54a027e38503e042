package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Dates and timestamps of one column: texts as [TimeText] reads them, and numbers where the format counts from the
/// epoch.
final class JsonTimes {

    private final @Nullable String format;
    private final TimeText text;

    private JsonTimes(@Nullable String format, ZoneId zone) {
        this.format = format;
        this.text = new TimeText(format, zone);
    }

    static JsonTimes of(ColumnSpec spec, ZoneId zone) {
        ZoneId own = spec.zone();
        return new JsonTimes(spec.format(), own == null ? zone : own);
    }

    private boolean isCount() {
        return format != null && format.startsWith("epoch_");
    }

    boolean takes(JsonToken token) {
        return token == JsonToken.VALUE_STRING || (isCount() && token.isNumeric());
    }

    String expected(DataType type) {
        if (isCount()) {
            return "a number (" + format + ") is expected";
        }
        if (format != null) {
            return "a text as '" + format + "' is expected";
        }
        return (type.equals(DataType.DATE) ? "'2026-03-01'" : "'2026-03-01T10:15:30Z'")
                + " is expected; set format for other texts, or to epoch_seconds, epoch_millis or epoch_micros";
    }

    /// The result of the last conversion that answered true: microseconds, or days for a date.
    long value() {
        return text.value();
    }

    boolean isFinerThanMicros() {
        return text.isFinerThanMicros();
    }

    boolean date(JsonCursor cursor) {
        int from = cursor.textStart();
        return text.date(cursor.textBytes(), from, from + cursor.textLength());
    }

    boolean timestamp(JsonCursor cursor) {
        int from = cursor.textStart();
        return text.timestamp(cursor.textBytes(), from, from + cursor.textLength());
    }
}
