package dev.tidemark.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Whether a value that was read is the one that somebody wrote down.
final class SameValue {

    private SameValue() {}

    static boolean is(DataType type, @Nullable Object value, JsonNode expected, Sample.Form form) {
        if (value == null || expected.isNull()) {
            boolean emptyText = form == Sample.Form.TEXTS && expected.asText().isEmpty() && expected.isTextual();
            return value == null && (expected.isNull() || emptyText);
        }
        return switch (type) {
            case DataType.Primitive primitive -> single(primitive, value, expected, form);
            case DataType.Decimal _ -> number((BigDecimal) value, expected);
            case DataType.Array array -> array(array, (List<?>) value, expected, form);
            case DataType.Map map -> map(map, (Map<?, ?>) value, expected, form);
            case DataType.Struct struct -> struct(struct, (Map<?, ?>) value, expected, form);
        };
    }

    private static boolean single(DataType.Primitive type, Object value, JsonNode expected, Sample.Form form) {
        return switch (type) {
            case BOOLEAN -> expected.isBoolean() && expected.asBoolean() == (Boolean) value;
            case TINYINT, SMALLINT, INT, BIGINT -> number(BigDecimal.valueOf(((Number) value).longValue()), expected);
            case FLOAT -> real(((Float) value).doubleValue(), expected, true);
            case DOUBLE -> real((Double) value, expected, false);
            case STRING -> text((String) value, expected, form);
            case BINARY -> bytes((ByteBuffer) value).equals(expectedBytes(expected, form));
            case DATE -> LocalDate.ofEpochDay((Integer) value).toString().equals(expected.asText());
            case TIMESTAMP -> micros(expected.asText()) == (Long) value;
        };
    }

    private static boolean text(String value, JsonNode expected, Sample.Form form) {
        if (form == Sample.Form.JSON && !expected.isTextual()) {
            try {
                return sameJson(SampleFolder.JSON.readTree(value), expected);
            } catch (JsonProcessingException noJson) {
                return false;
            }
        }
        return expected.isTextual() && expected.asText().equals(value);
    }

    private static boolean sameJson(JsonNode value, JsonNode expected) {
        return value.equals(
                (left, right) -> left.isNumber() && right.isNumber()
                        ? left.decimalValue().compareTo(right.decimalValue())
                        : left.equals(right) ? 0 : 1,
                expected);
    }

    private static boolean number(BigDecimal value, JsonNode expected) {
        JsonNode plain = expected.has("$dec") ? expected.get("$dec") : expected;
        if (plain.isNumber()) {
            return plain.decimalValue().compareTo(value) == 0;
        }
        try {
            return expected.has("$dec") && new BigDecimal(plain.asText()).compareTo(value) == 0;
        } catch (NumberFormatException none) {
            return false;
        }
    }

    private static boolean real(double value, JsonNode expected, boolean single) {
        Double wanted = real(expected);
        if (wanted == null) {
            return false;
        }
        // 1.1 and 1.100000023841858 are the same float, and 0.0 is -0.0.
        return single
                ? Float.compare((float) value, wanted.floatValue()) == 0 || value == wanted
                : Double.compare(value, wanted) == 0 || value == wanted;
    }

    private static @Nullable Double real(JsonNode expected) {
        JsonNode plain = expected.has("$f") ? expected.get("$f") : expected;
        if (plain.isNumber()) {
            return plain.doubleValue();
        }
        return switch (plain.asText().toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            case "inf", "+inf", "infinity" -> Double.POSITIVE_INFINITY;
            default -> null;
        };
    }

    private static List<Byte> bytes(ByteBuffer buffer) {
        List<Byte> bytes = new ArrayList<>();
        ByteBuffer copy = buffer.duplicate();
        while (copy.hasRemaining()) {
            bytes.add(copy.get());
        }
        return bytes;
    }

    private static List<Byte> expectedBytes(JsonNode expected, Sample.Form form) {
        if (expected.has("$b64")) {
            return bytes(ByteBuffer.wrap(
                    Base64.getDecoder().decode(expected.get("$b64").asText())));
        }
        List<Byte> bytes = new ArrayList<>();
        if (form == Sample.Form.ORC_TOOLS) {
            expected.forEach(each -> bytes.add((byte) each.asInt()));
        }
        return bytes;
    }

    /// `2024-04-09T05:24:09.902062` or with a blank, UTC; Long.MIN_VALUE where it is neither.
    private static long micros(String text) {
        try {
            Instant time = LocalDateTime.parse(text.replace(' ', 'T').replaceFirst("(Z|\\+00:00)\\z", ""))
                    .toInstant(ZoneOffset.UTC);
            // Digits below the microsecond are dropped, before 1970 too.
            return time.getEpochSecond() * 1_000_000 + time.getNano() / 1_000;
        } catch (DateTimeException none) {
            return Long.MIN_VALUE;
        }
    }

    private static boolean array(DataType.Array type, List<?> values, JsonNode expected, Sample.Form form) {
        if (!expected.isArray() || expected.size() != values.size()) {
            return false;
        }
        for (int i = 0; i < values.size(); i++) {
            if (!is(type.element(), values.get(i), expected.get(i), form)) {
                return false;
            }
        }
        return true;
    }

    /// Pairs of key and value, or an object; whatever a key is, as a text.
    private static boolean map(DataType.Map type, Map<?, ?> values, JsonNode expected, Sample.Form form) {
        List<Map.Entry<String, JsonNode>> entries = new ArrayList<>();
        if (expected.has("$map")) {
            expected.get("$map").forEach(pair -> entries.add(Map.entry(keyText(pair.get(0)), pair.get(1))));
        } else if (form == Sample.Form.ORC_TOOLS && expected.isArray()) {
            expected.forEach(pair -> entries.add(Map.entry(
                    keyText(pair.has("key") ? pair.get("key") : pair.path("_key")),
                    pair.has("value") ? pair.get("value") : pair.path("_value"))));
        } else if (expected.isObject()) {
            expected.properties().forEach(field -> entries.add(Map.entry(field.getKey(), field.getValue())));
        } else {
            return false;
        }
        return entries.size() == values.size()
                && entries.stream()
                        .allMatch(entry -> values.containsKey(entry.getKey())
                                && is(type.value(), values.get(entry.getKey()), entry.getValue(), form));
    }

    private static String keyText(JsonNode key) {
        for (String mark : List.of("$dec", "$b64", "$f")) {
            if (key.has(mark)) {
                return key.get(mark).asText();
            }
        }
        return key.isNumber() ? key.decimalValue().toPlainString() : key.asText();
    }

    private static boolean struct(DataType.Struct type, Map<?, ?> values, JsonNode expected, Sample.Form form) {
        if (form == Sample.Form.ORC_TOOLS && expected.has("tag")) {
            return union(type, values, expected, form);
        }
        if (!expected.isObject()) {
            return false;
        }
        for (Field field : type.fields()) {
            JsonNode wanted =
                    expected.has(field.name()) ? expected.get(field.name()) : JsonNodeFactory.instance.nullNode();
            if (!is(field.type(), values.get(field.name()), wanted, form)) {
                return false;
            }
        }
        return expected.properties().stream()
                .allMatch(entry ->
                        type.fields().stream().anyMatch(field -> field.name().equals(entry.getKey())));
    }

    /// The branch that is set, in a struct of all.
    private static boolean union(DataType.Struct type, Map<?, ?> values, JsonNode expected, Sample.Form form) {
        int tag = expected.get("tag").asInt();
        for (int i = 0; i < type.fields().size(); i++) {
            Field member = type.fields().get(i);
            JsonNode wanted = i == tag ? expected.path("value") : JsonNodeFactory.instance.nullNode();
            if (!is(member.type(), values.get(member.name()), wanted, form)) {
                return false;
            }
        }
        return true;
    }
}
