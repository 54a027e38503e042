package dev.tidemark.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// Looks at JSON that people give as a sample.
public final class SampleJson {

    private static final JsonFactory FACTORY = new JsonFactory();

    private SampleJson() {}

    /// Why a text is not a sequence of whole JSON values, or empty when it is.
    public static Optional<String> problem(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonToken token = parser.nextToken();
            while (token != null) {
                token = parser.nextToken();
            }
            return Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.of(e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether bytes begin, perhaps after a byte order mark, with an object of JSON, or with an array of such, that is
    /// whole.
    public static boolean beginsWithRecord(byte[] head) {
        try (JsonParser parser = FACTORY.createParser(head)) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_ARRAY) {
                token = parser.nextToken();
            }
            if (token != JsonToken.START_OBJECT) {
                return false;
            }
            JsonParser _ = parser.skipChildren();
            return parser.currentToken() == JsonToken.END_OBJECT;
        } catch (IOException noJson) {
            return false;
        }
    }
}
