package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TooManyFieldsException;
import dev.tidemark.data.WidestType;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The schema of the records in an object's first bytes (FORMATS §3).
///
/// Lines that are no JSON say nothing about types and are left to the reader to reject.
final class JsonSample {

    private static final int MAX_DECIMAL_DIGITS = 38;
    private static final int INT64_BITS = 63;
    private static final DataType BEYOND_INT64 = DataType.decimal(MAX_DECIMAL_DIGITS, 0);

    private final JsonSettings settings;
    private final Seen record = new Seen("");

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
        Set<String> nullOnly = new HashSet<>();
        Map<String, Seen> columns = record.fields == null ? Map.of() : record.fields;
        return new SampledSchema(new Schema(fields(columns, "", nullOnly)), false, nullOnly);
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
    private void add(Seen seen, JsonParser parser, @Nullable JsonToken token) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            Map<String, Seen> fields = seen.fields();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                String spelling = name;
                Seen field =
                        fields.computeIfAbsent(Schema.fold(name), folded -> new Seen(seen.place(spelling), spelling));
                add(field, parser, parser.nextToken());
                if (fields.size() > TooManyFieldsException.MOST) {
                    throw new TooManyFieldsException(seen.place);
                }
            }
        } else if (token == JsonToken.START_ARRAY) {
            Seen elements = seen.elements();
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                add(elements, parser, next);
            }
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
            seen.scalars.add(integer(parser.getText()));
        } else if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            seen.scalars.add(Double.isInfinite(parser.getDoubleValue()) ? DataType.STRING : DataType.DOUBLE);
        } else if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            seen.scalars.add(DataType.BOOLEAN);
        } else if (token == JsonToken.VALUE_STRING) {
            parser.finishToken();
            seen.scalars.add(DataType.STRING);
        }
    }

    private static DataType integer(String text) {
        int digits = text.length() - (text.charAt(0) == '-' ? 1 : 0);
        if (digits > MAX_DECIMAL_DIGITS) {
            return DataType.STRING;
        }
        return digits < 19 || new BigInteger(text).bitLength() <= INT64_BITS ? DataType.BIGINT : BEYOND_INT64;
    }

    private static List<Field> fields(Map<String, Seen> seen, String prefix, Set<String> nullOnly) {
        List<Field> fields = new ArrayList<>();
        for (Seen field : seen.values()) {
            if (!field.spelling.isEmpty()) {
                fields.add(new Field(field.spelling, type(field, prefix + field.spelling, nullOnly)));
            }
        }
        return fields;
    }

    private static DataType type(Seen seen, String place, Set<String> nullOnly) {
        Map<String, Seen> fields = seen.fields;
        Seen elements = seen.elements;
        int kinds = (seen.scalars.isEmpty() ? 0 : 1) + (fields == null ? 0 : 1) + (elements == null ? 0 : 1);
        boolean emptyObject = kinds == 1 && fields != null && fields.isEmpty();
        if (kinds == 0 || emptyObject) {
            nullOnly.add(place);
            return DataType.STRING;
        }
        if (kinds > 1) {
            return DataType.STRING;
        }
        if (fields != null) {
            List<Field> typed = fields(fields, place + ".", nullOnly);
            return typed.isEmpty() ? DataType.STRING : new DataType.Struct(typed);
        }
        if (elements != null) {
            return new DataType.Array(type(elements, place + "[]", nullOnly));
        }
        return WidestType.of(seen.scalars);
    }

    /// What was seen in one place.
    private static final class Seen {

        private final String place;
        private final String spelling;
        private final Set<DataType> scalars = new HashSet<>();
        private @Nullable Seen elements;
        private @Nullable Map<String, Seen> fields;

        Seen(String place) {
            this(place, "");
        }

        Seen(String place, String spelling) {
            this.place = place;
            this.spelling = spelling;
        }

        String place(String name) {
            return place.isEmpty() ? name : place + "." + name;
        }

        Seen elements() {
            Seen known = elements;
            if (known == null) {
                known = new Seen(place + "[]");
                elements = known;
            }
            return known;
        }

        /// Sorted by name in lower case.
        Map<String, Seen> fields() {
            Map<String, Seen> known = fields;
            if (known == null) {
                known = new TreeMap<>();
                fields = known;
            }
            return known;
        }
    }
}
