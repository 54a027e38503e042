package dev.tidemark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tidemark.json.CommandJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The shipped schemas of documents.
final class Schemas {

    private static final String PLACE = "https://tidemark.dev/schema/";

    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(Schemas::shipped));

    private Schemas() {}

    /// What is wrong with a document, by the schema of its own command.
    static List<String> complaints(JsonNode document) {
        return complaints(document.path("command").asText().replace(' ', '-'), document);
    }

    static List<String> complaints(String name, JsonNode document) {
        Schema schema = REGISTRY.getSchema(SchemaLocation.of(PLACE + name + ".schema.json"));
        return schema.validate(document).stream().map(Object::toString).toList();
    }

    private static @Nullable String shipped(String location) {
        if (!location.startsWith(PLACE)) {
            return null;
        }
        String name = "schema/" + location.substring(PLACE.length());
        try (InputStream in = Objects.requireNonNull(CommandJson.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
