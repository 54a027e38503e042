package dev.tidemark.json;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How all of Tidemark's own JSON is written and read: strict, UTF-8, with the version of its form in `wire`.
final class WireJson {

    /// Version of the documents that this program writes. It reads this one alone.
    static final int WIRE = 1;

    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final JsonMapper JSON = JsonMapper.builder(com.fasterxml.jackson.core.JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxDocumentLength(-1)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private WireJson() {}

    static ObjectNode document() {
        return NODES.objectNode().put("wire", WIRE);
    }

    static byte[] bytes(JsonNode node) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            JSON.writeValue(out, node);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.write('\n');
        return out.toByteArray();
    }

    static String text(JsonNode node) {
        return node.toString();
    }

    /// @throws UnreadableObjectException when it is no JSON, or of another version
    static JsonNode read(byte[] bytes, String from) {
        JsonNode node;
        try {
            node = JSON.readTree(bytes);
        } catch (IOException e) {
            throw new UnreadableObjectException(from, "it is damaged; restore it from a copy", e);
        }
        JsonNode version = node.path("wire");
        if (!version.isInt()) {
            // No version of Tidemark wrote this: not even half a document is left, or it is some other file.
            String what = bytes.length == 0 ? "it is empty" : "it does not say its wire format";
            throw new UnreadableObjectException(from, "it is damaged (" + what + "); restore it from a copy", null);
        }
        int wire = version.intValue();
        if (wire != WIRE) {
            throw UnreadableObjectException.ofOtherVersion(
                    from,
                    "it has wire format " + wire + " and this version of Tidemark reads " + WIRE
                            + "; run the version that wrote it");
        }
        return node;
    }

    /// @throws UnreadableObjectException when it is no JSON, of another version, or not what `reader` reads
    static <T> T read(byte[] bytes, String from, Function<JsonNode, T> reader) {
        JsonNode node = read(bytes, from);
        try {
            return reader.apply(node);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
            throw new UnreadableObjectException(
                    from, "it is damaged (" + e.getMessage() + "); restore it from a copy", e);
        }
    }

    /// The elements of a member that every version wrote.
    ///
    /// @throws IllegalArgumentException when it is missing, or no array
    static <T> List<T> list(JsonNode object, String name, Function<JsonNode, T> element) {
        return elements(member(object, name), name, element);
    }

    /// The elements of a member that stands there only when there are any.
    static <T> List<T> optionalList(JsonNode object, String name, Function<JsonNode, T> element) {
        return object.has(name) ? elements(object.path(name), name, element) : List.of();
    }

    static <T> List<T> elements(JsonNode array, String name, Function<JsonNode, T> element) {
        if (!array.isArray()) {
            throw new IllegalArgumentException("'" + name + "' is no list");
        }
        List<T> list = new ArrayList<>(array.size());
        array.forEach(node -> list.add(element.apply(node)));
        return list;
    }

    /// @throws IllegalArgumentException when the member is missing, or no object
    static Map<String, JsonNode> fields(JsonNode object, String name) {
        JsonNode node = member(object, name);
        if (!node.isObject()) {
            throw new IllegalArgumentException("'" + name + "' is no object");
        }
        return fields(node);
    }

    static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new TreeMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return Collections.unmodifiableMap(fields);
    }

    /// @throws IllegalArgumentException when the member is missing, or no whole number
    static long number(JsonNode object, String name) {
        JsonNode node = member(object, name);
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw new IllegalArgumentException("'" + name + "' is no whole number");
        }
        return node.longValue();
    }

    static int smallNumber(JsonNode object, String name) {
        return Math.toIntExact(number(object, name));
    }

    static long number(JsonNode object, String name, long otherwise) {
        return object.has(name) ? number(object, name) : otherwise;
    }

    /// @throws IllegalArgumentException when the member is missing, or neither true nor false
    static boolean flag(JsonNode object, String name) {
        JsonNode node = member(object, name);
        if (!node.isBoolean()) {
            throw new IllegalArgumentException("'" + name + "' is neither true nor false");
        }
        return node.booleanValue();
    }

    static boolean optionalFlag(JsonNode object, String name) {
        return object.has(name) && flag(object, name);
    }

    /// @throws IllegalArgumentException when it is no text
    static String asText(JsonNode node) {
        if (!node.isTextual()) {
            throw new IllegalArgumentException("there is " + node.getNodeType() + " where a text should be");
        }
        return node.textValue();
    }

    /// @return null for null and for nothing
    /// @throws IllegalArgumentException when it is anything else than a text
    static @Nullable String textOrNull(JsonNode node) {
        return node.isNull() || node.isMissingNode() ? null : asText(node);
    }

    /// @throws IllegalArgumentException when the member is missing, or no text
    static String required(JsonNode object, String name) {
        return asText(member(object, name));
    }

    private static JsonNode member(JsonNode object, String name) {
        JsonNode node = object.path(name);
        if (node.isMissingNode() || node.isNull()) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return node;
    }
}
