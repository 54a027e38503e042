package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.DataType;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.reading.SampledValues;
import java.io.IOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// The schema of the records in an object's first bytes.
///
/// Lines that are no JSON say nothing about types and are left to the reader to reject.
final class JsonSample {

    private static final int MAX_DECIMAL_DIGITS = 38;

    private final JsonSettings settings;
    private final SampledValues record = SampledValues.ofRecords();

    JsonSample(JsonSettings settings) {
        this.settings = settings;
    }

    /// @param bytes the object's first bytes, decoded
    /// @param whole whether that is all of it
    SampledSchema of(byte[] bytes, boolean whole) throws IOException {
        if (settings.multiLine()) {
            read(bytes, 0, bytes.length, true);
        } else {
            int start = 0;
            for (int at = 0; at < bytes.length; at++) {
                if (bytes[at] == '\n') {
                    read(bytes, start, at, false);
                    start = at + 1;
                }
            }
            // A stream without line feeds is one long line: its first records count though its end is not here.
            if (whole || start == 0) {
                read(bytes, start, bytes.length, false);
            }
        }
        return record.schema();
    }

    private void read(byte[] bytes, int from, int to, boolean arrays) throws IOException {
        boolean pathOrDocument = arrays || !settings.path().steps().isEmpty();
        JsonSelector selector = new JsonSelector(settings.path(), pathOrDocument);
        try (JsonParser parser = JsonBatchReader.FACTORY.createParser(bytes, from, to - from)) {
            JsonSelector.Found found = selector.next(parser);
            while (found != JsonSelector.Found.END) {
                if (found == JsonSelector.Found.RECORD) {
                    add(record, parser, JsonToken.START_OBJECT);
                } else if (found == JsonSelector.Found.OTHER) {
                    parser.skipChildren();
                }
                found = selector.next(parser);
            }
        } catch (JsonProcessingException broken) {
            // What came before it counts.
            return;
        }
    }

    /// Recursion is bounded by the parser's depth limit.
    private void add(SampledValues seen, JsonParser parser, @Nullable JsonToken token) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            seen.object();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                add(seen.field(name), parser, parser.nextToken());
            }
        } else if (token == JsonToken.START_ARRAY) {
            SampledValues elements = seen.elements();
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                add(elements, parser, next);
            }
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
            seen.scalar(integer(parser.getText()));
        } else if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            seen.scalar(Double.isInfinite(parser.getDoubleValue()) ? DataType.STRING : DataType.DOUBLE);
        } else if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            seen.scalar(DataType.BOOLEAN);
        } else if (token == JsonToken.VALUE_STRING) {
            parser.finishToken();
            seen.scalar(DataType.STRING);
        }
    }

    private static DataType integer(String text) {
        int digits = text.length() - (text.charAt(0) == '-' ? 1 : 0);
        if (digits > MAX_DECIMAL_DIGITS) {
            return DataType.STRING;
        }
        return digits < 19 ? DataType.BIGINT : SampledValues.integer(new BigInteger(text));
    }
}
