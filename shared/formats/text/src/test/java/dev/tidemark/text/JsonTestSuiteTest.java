package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every document that JSONTestSuite says must be accepted (its y_ files) is, as a value in a record.
final class JsonTestSuiteTest {

    private static List<Path> accepted() throws IOException, URISyntaxException {
        URI folder = Objects.requireNonNull(JsonTestSuiteTest.class.getResource("/JSONTestSuite/LICENSE"))
                .toURI();
        try (Stream<Path> files =
                Files.list(Objects.requireNonNull(Path.of(folder).getParent()))) {
            return files.filter(file -> file.getFileName().toString().startsWith("y_"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyAcceptedDocumentIsReadAsItsText() throws IOException, URISyntaxException {
        List<Path> files = accepted();
        assertThat(files).hasSizeGreaterThan(90);
        for (Path file : files) {
            String document = Files.readString(file);
            String text = "{\"v\":" + document + "}";
            JsonReading reading = JsonReading.of(text, Map.of("multiLine", "true"), "v string");
            assertThat(reading.reasons()).as(file.toString()).isEmpty();
            assertThat(reading.rows()).as(file.toString()).hasSize(1);
            if (!document.strip().contains("\n")) {
                assertThat(JsonReading.of(text.replace("\n", ""), "v string").rows())
                        .as(file.toString())
                        .isEqualTo(reading.rows());
            }
            String stripped = document.strip();
            if (stripped.startsWith("\"") && !stripped.contains("\\")) {
                assertThat(reading.values()).containsExactly(stripped.substring(1, stripped.length() - 1));
            } else if (!stripped.startsWith("\"") && !stripped.contains(" ")) {
                assertThat(reading.values())
                        .as(file.toString())
                        .containsExactly(stripped.equals("null") ? null : stripped.replaceAll("[\\n\\r\\t]", ""));
            }
        }
    }

    @Test
    void escapesAreTheirCharacters() throws IOException {
        String line =
                new String(BytesInput.resource("JSONTestSuite/y_string_allowed_escapes.json"), StandardCharsets.UTF_8);
        assertThat(JsonReading.of("{\"v\":[" + line.strip().substring(1) + "}", "v array<string>")
                        .values())
                .containsExactly(List.of("\"\\/\b\f\n\r\t"));
    }
}
