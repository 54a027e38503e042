package dev.tidemark.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Where the chunks stand in a plan's bytes: `[{"chunk":0,"head":181,"from":181,"to":420},…]`. One small item a chunk,
/// however much the chunk reads, since an item travels through the state machine.
final class PlanItems {

    private static final JsonFactory JSON = new JsonFactory();
    private static final byte[] END = "]}\n".getBytes(StandardCharsets.UTF_8);

    private PlanItems() {}

    /// @param plan as [PlanJson] writes it
    static byte[] of(byte[] plan, String from) {
        ArrayNode items = WireJson.NODES.arrayNode();
        try (JsonParser parser = JSON.createParser(plan)) {
            if (!toChunks(parser)) {
                throw new UnreadableObjectException(from, "it has no chunks", null);
            }
            long head = parser.currentLocation().getByteOffset();
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                long start = parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                items.addObject()
                        .put("chunk", items.size() - 1)
                        .put("head", head)
                        .put("from", start)
                        .put("to", parser.currentLocation().getByteOffset());
            }
        } catch (IOException e) {
            throw new UnreadableObjectException(from, "it is damaged; restore it from a copy", e);
        }
        return WireJson.bytes(items);
    }

    /// Goes to the first token of the member `chunks` of the document.
    private static boolean toChunks(JsonParser parser) throws IOException {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean chunks = parser.currentName().equals("chunks");
            JsonToken value = parser.nextToken();
            if (chunks) {
                return value == JsonToken.START_ARRAY;
            }
            parser.skipChildren();
        }
        return false;
    }

    /// A plan with one chunk.
    static byte[] part(byte[] head, byte[] chunk) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(head.length + chunk.length + END.length);
        out.writeBytes(head);
        out.writeBytes(chunk);
        out.writeBytes(END);
        return out.toByteArray();
    }
}
