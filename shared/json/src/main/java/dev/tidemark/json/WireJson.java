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
            throw new UnreadableObjectException(
                    from,
                    "it has wire format " + wire + " and this version of Tidemark reads " + WIRE
                            + "; run the version that wrote it",
                    null);
        }
        return node;
    }

    /// @throws UnreadableObjectException when it is no JSON, of another version, or not what `reader` reads
    static <T> T read(byte[] bytes, String from, Function<JsonNode, T> reader) {
        JsonNode node = read(bytes, from);
        try {
            return reader.apply(node);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UnreadableObjectException(
                    from, "it is damaged (" + e.getMessage() + "); restore it from a copy", e);
        }
    }

    static <T> List<T> list(JsonNode array, Function<JsonNode, T> element) {
        List<T> list = new ArrayList<>(array.size());
        array.forEach(node -> list.add(element.apply(node)));
        return list;
    }

    static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new TreeMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return Collections.unmodifiableMap(fields);
    }

    static @Nullable String textOrNull(JsonNode node) {
        return node.isTextual() ? node.textValue() : null;
    }

    /// @throws IllegalArgumentException when the member is missing
    static String required(JsonNode object, String name) {
        String text = textOrNull(object.path(name));
        if (text == null) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return text;
    }
}
