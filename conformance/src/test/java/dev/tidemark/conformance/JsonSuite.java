package dev.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The documents of nst/JSONTestSuite, each as the value of `v` in a record: y_ files are read, n_ files are bad
/// records, i_ files are one or the other.
final class JsonSuite {

    private JsonSuite() {}

    /// A y_ file stands for two samples: with the schema that is found, and in a column of text.
    static List<Sample> samples(SampleFolder folder, Path file) throws IOException {
        String name = file.getFileName().toString();
        byte[] document = Files.readAllBytes(file);
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        record.writeBytes("{\"v\":".getBytes(StandardCharsets.UTF_8));
        record.writeBytes(document);
        record.writeBytes("}".getBytes(StandardCharsets.UTF_8));
        ObjectNode options = JsonNodeFactory.instance.objectNode().put("format", "json");
        options.putObject("formatOptions").put("multiLine", true);
        Sample sample = new Sample(
                folder.root().relativize(file).toString(),
                file,
                name,
                record.toByteArray(),
                options,
                new Sample.Anything());
        if (name.startsWith("i_")) {
            return List.of(sample);
        }
        if (name.startsWith("n_")) {
            return List.of(sample.withExpected(new Sample.Refused("")));
        }
        JsonNode value = SampleFolder.JSON.readTree(document);
        Sample.Expected expected = new Sample.Columns(Map.of("v", List.of(value)), 1, true, Sample.Form.JSON);
        ObjectNode asText = options.deepCopy();
        asText.putArray("schema").addObject().put("name", "v").put("type", "string");
        return List.of(
                sample.withExpected(expected),
                new Sample(sample.name() + " as text", file, name, sample.bytes(), asText, expected));
    }
}
