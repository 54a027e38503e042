package dev.tidemark.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// State items as JSON: one flat object, texts as strings and numbers as integers, names sorted, a line end at the
/// end.
public final class ItemJson {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private ItemJson() {}

    public static byte[] write(Item item) {
        return written(json -> writeItem(json, item));
    }

    /// @param from what is being read, for the error
    /// @throws UnreadableObjectException when the bytes are no item
    public static Item read(byte[] bytes, String from) {
        try (JsonParser json = JSON.createParser(bytes)) {
            expect(json.nextToken(), JsonToken.START_OBJECT, from);
            Item item = readItem(json, from);
            expectEnd(json, from);
            return item;
        } catch (IOException e) {
            throw damaged(from, e);
        }
    }

    /// Several items by name; null stands for an item to be deleted.
    public static byte[] writeAll(Map<String, @Nullable Item> items) {
        return written(json -> {
            json.writeStartObject();
            for (Map.Entry<String, @Nullable Item> entry : items.entrySet()) {
                json.writeFieldName(entry.getKey());
                Item item = entry.getValue();
                if (item == null) {
                    json.writeNull();
                } else {
                    writeItem(json, item);
                }
            }
            json.writeEndObject();
        });
    }

    /// Reads what [#writeAll(Map)] wrote, in the same order.
    public static Map<String, @Nullable Item> readAll(byte[] bytes, String from) {
        Map<String, @Nullable Item> items = new LinkedHashMap<>();
        try (JsonParser json = JSON.createParser(bytes)) {
            expect(json.nextToken(), JsonToken.START_OBJECT, from);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() == JsonToken.VALUE_NULL) {
                    items.put(name, null);
                } else {
                    expect(json.currentToken(), JsonToken.START_OBJECT, from);
                    items.put(name, readItem(json, from));
                }
            }
            expectEnd(json, from);
            return items;
        } catch (IOException e) {
            throw damaged(from, e);
        }
    }

    private static void writeItem(JsonGenerator json, Item item) throws IOException {
        TreeSet<String> names = new TreeSet<>(item.texts().keySet());
        names.addAll(item.numbers().keySet());
        json.writeStartObject();
        for (String name : names) {
            Long number = item.numbers().get(name);
            if (number == null) {
                json.writeStringField(name, item.texts().get(name));
            } else {
                json.writeNumberField(name, number);
            }
        }
        json.writeEndObject();
    }

    private static Item readItem(JsonParser json, String from) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        Map<String, Long> numbers = new TreeMap<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            if (value == JsonToken.VALUE_NUMBER_INT) {
                numbers.put(name, json.getLongValue());
            } else {
                expect(value, JsonToken.VALUE_STRING, from);
                texts.put(name, json.getText());
            }
        }
        return new Item(texts, numbers);
    }

    private interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    private static byte[] written(Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            content.writeTo(json);
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void expect(@Nullable JsonToken found, JsonToken wanted, String from) {
        if (found != wanted) {
            throw damaged(from, null);
        }
    }

    private static void expectEnd(JsonParser json, String from) throws IOException {
        if (json.nextToken() != null) {
            throw damaged(from, null);
        }
    }

    private static UnreadableObjectException damaged(String from, @Nullable Throwable cause) {
        return new UnreadableObjectException(
                from, "it is no state item of Tidemark; restore it from a copy, or start with another --state", cause);
    }
}
