package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// A document of the work area that is cut, lacks a member, has one of another type, or is another kind of document is
/// refused by name: read as if the missing part were empty, a plan would do nothing and a bookmark forget everything.
class DamagedDocumentsTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonRunCodec CODEC = new JsonRunCodec();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// Members that stand in a document only when they say something.
    private static final Set<String> OPTIONAL = Set.of(
            "format zone decimalSeparator nullOnly trueValues falseValues storageClass partition from to rewritten newFields"
                    .split(" "));

    private static final Set<String> OPTIONAL_IN_RECORDS =
            Set.of("partTags kind quarantined next runId reason schema before".split(" "));

    /// Objects whose members' names are data.
    private static final Set<String> MAPS = Set.of("ignoredBy", "partition", "parameters", "flows");

    private static final Map<String, BiFunction<byte[], String, Object>> READERS = Map.of(
            "plan", CODEC::readPlan,
            "samples", CODEC::readSamples,
            "result", CODEC::readResult,
            "record", CODEC::readRecord,
            "inputs", CODEC::readInputs,
            "flows", (bytes, from) -> CODEC.readFlows(new String(bytes, StandardCharsets.UTF_8), from),
            "table", TableJson::readTable);

    @Test
    void whateverIsMissingOrOfAnotherTypeIsRefused() {
        READERS.forEach((kind, reader) ->
                assertThat(readAnyway(reader, damaged(kind))).as(kind).isEmpty());
    }

    @Test
    void aDocumentThatEndsTooEarlyIsRefused() {
        READERS.forEach((kind, reader) -> {
            byte[] whole = golden(kind);
            Map<String, byte[]> cut = new LinkedHashMap<>();
            for (int length = 0;
                    length < new String(whole, StandardCharsets.UTF_8).strip().length();
                    length++) {
                cut.put(length + " bytes", Arrays.copyOf(whole, length));
            }
            assertThat(readAnyway(reader, cut)).as(kind).isEmpty();
        });
    }

    @Test
    void anotherKindOfDocumentIsRefused() {
        READERS.forEach((kind, reader) -> {
            Map<String, byte[]> others = new LinkedHashMap<>();
            for (String other :
                    List.of("plan", "samples", "result", "record", "inputs", "flows", "table", "report", "head")) {
                others.put(other, golden(other));
            }
            others.remove(kind);
            others.put("an empty one", "{\"wire\":1}".getBytes(StandardCharsets.UTF_8));
            assertThat(readAnyway(reader, others)).as(kind).isEmpty();
        });
    }

    @Test
    void partitionsWithoutAListAreRefused() {
        assertThat(readAnyway(
                        TableJson::readPartitions,
                        Map.of("none", "{\"wire\":1}".getBytes(StandardCharsets.UTF_8), "a table", golden("table"))))
                .isEmpty();
    }

    /// The broken twin: a reader to which what is not there is empty.
    @Test
    void aTwinThatReadsNothingWhereSomethingIsMissingIsCaught() {
        BiFunction<byte[], String, Object> twin = (bytes, from) -> {
            try {
                JsonNode node = JSON.readTree(bytes);
                return node.path("chunks").isEmpty() ? new WorkPlan(List.of(), List.of()) : CODEC.readPlan(bytes, from);
            } catch (IOException e) {
                return CODEC.readPlan(bytes, from);
            }
        };
        assertThat(readAnyway(twin, damaged("plan"))).contains("without /chunks");
    }

    /// Names of the documents that were read although they are damaged, or refused without their name and a way out.
    private static List<String> readAnyway(BiFunction<byte[], String, ?> reader, Map<String, byte[]> documents) {
        List<String> names = new ArrayList<>();
        documents.forEach((name, bytes) -> {
            try {
                Object _ = reader.apply(bytes, "runs/R/it.json");
                names.add(name);
            } catch (UnreadableObjectException refused) {
                String message = String.valueOf(refused.getMessage());
                if (!message.contains("runs/R/it.json") || !message.contains("restore it from a copy")) {
                    names.add(name + ": " + message);
                }
            }
        });
        return names;
    }

    private static Map<String, byte[]> damaged(String kind) {
        Map<String, byte[]> damaged = new LinkedHashMap<>();
        try {
            JsonNode whole = JSON.readTree(golden(kind));
            damage(whole, whole, "", damaged);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(damaged).as(kind).hasSizeGreaterThan(20);
        return damaged;
    }

    /// Changes each member below a node for a moment, and keeps what the whole document is then.
    private static void damage(JsonNode whole, JsonNode node, String path, Map<String, byte[]> damaged) {
        if (node instanceof ObjectNode object) {
            for (String name : new ArrayList<>(names(object))) {
                JsonNode value = object.path(name);
                String at = path + "/" + name;
                if (!optional(path, name)) {
                    object.remove(name);
                    damaged.put("without " + at, bytes(whole));
                    object.putNull(name);
                    damaged.put("null as " + at, bytes(whole));
                }
                for (JsonNode other : others(value)) {
                    object.set(name, other);
                    damaged.put(other + " as " + at, bytes(whole));
                }
                object.set(name, value);
                damage(whole, value, at, damaged);
            }
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                JsonNode value = array.get(i);
                for (JsonNode other : others(value)) {
                    array.set(i, other);
                    damaged.put(other + " as " + path + "/" + i, bytes(whole));
                }
                array.set(i, value);
                damage(whole, value, path + "/" + i, damaged);
            }
        }
    }

    private static List<String> names(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /// A file of data, unlike an input, always says its partition.
    private static boolean optional(String path, String name) {
        String parent = path.substring(path.lastIndexOf('/') + 1);
        return MAPS.contains(parent)
                || (OPTIONAL_IN_RECORDS.contains(name) && !(name.equals("runId") && path.isEmpty()))
                || (OPTIONAL.contains(name)
                        && !(name.equals("partition") && path.contains("files"))
                        && !(name.equals("format") && path.endsWith("table"))
                        && !(name.equals("format") && path.isEmpty()));
    }

    /// Values of every other type.
    private static List<JsonNode> others(JsonNode value) {
        List<JsonNode> others = new ArrayList<>();
        for (JsonNode other : List.of(
                NODES.numberNode(7),
                NODES.numberNode(0.5),
                NODES.textNode("7"),
                NODES.booleanNode(true),
                NODES.arrayNode(),
                NODES.objectNode())) {
            if (other.getNodeType() != value.getNodeType() || other.isDouble()) {
                others.add(other);
            }
        }
        // A value that may be null may be a text as well.
        others.removeIf(other -> value.isNull() && other.isTextual());
        return others;
    }

    private static byte[] bytes(JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] golden(String kind) {
        try (InputStream in = Objects.requireNonNull(
                DamagedDocumentsTest.class.getResourceAsStream("/golden/" + kind + ".json"), kind)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
