package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.MemoryInput;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Files of apache/parquet-testing hold the values that pyarrow and DuckDB read (`F.expected.json` beside each).
class SamplesTest {

    private static final Path FOLDER = Path.of("src/test/resources/apache-parquet-testing");

    @TestFactory
    Stream<DynamicTest> samplesHoldWhatPyarrowReads() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(FOLDER)) {
            files = list.filter(file -> file.toString().endsWith(".expected.json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).hasSize(10);
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    String name = file.getFileName().toString().replace(".expected.json", "");
                    assertThat(columns(name)).isEqualTo(expected(file));
                }));
    }

    /// The broken twin of the comparison: one value is another.
    @Test
    void aWrongExpectedValueIsFound() throws IOException {
        Map<String, List<@Nullable Object>> expected = expected(FOLDER.resolve("int32_decimal.parquet.expected.json"));
        Objects.requireNonNull(expected.get("value")).set(3, "4.01");
        assertThat(columns("int32_decimal.parquet")).isNotEqualTo(expected);
    }

    /// PQ-06: parquet-java with its defaults returns 5,120 rows.
    @Test
    void aPageWithAWrongChecksumIsRefused() {
        assertThatThrownBy(() -> columns("datapage_v1-corrupt-checksum.parquet"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("datapage_v1-corrupt-checksum.parquet")
                .hasMessageContaining("column 'a' is damaged: a page's checksum is");
    }

    private static Map<String, List<@Nullable Object>> columns(String name) throws IOException {
        byte[] bytes = Files.readAllBytes(FOLDER.resolve(name));
        Schema schema = new ParquetFormatReader()
                .sample(new MemoryInput(name, bytes), 1, FormatOptions.NONE, Set.of())
                .schema();
        List<List<@Nullable Object>> rows = Reading.rows(name, bytes, schema, ZoneOffset.UTC);
        Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
        for (int i = 0; i < schema.size(); i++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (List<@Nullable Object> row : rows) {
                values.add(canonical(row.get(i), schema.field(i).type()));
            }
            columns.put(schema.field(i).name(), values);
        }
        return columns;
    }

    private static @Nullable Object canonical(@Nullable Object value, DataType type) {
        return switch (value) {
            case null -> null;
            case Integer days
            when type.equals(DataType.DATE) -> LocalDate.ofEpochDay(days).toString();
            case Long micros
            when type.equals(DataType.TIMESTAMP) ->
                Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString().replace("Z", "");
            case Integer number -> number(number.toString());
            case Long number -> number(number.toString());
            case Float number -> number(String.valueOf((double) number));
            case Double number -> number(number.toString());
            case BigDecimal exact -> exact.toPlainString();
            case ByteBuffer binary -> Base64.getEncoder().encodeToString(bytes(binary));
            case List<?> list -> {
                List<@Nullable Object> elements = new ArrayList<>();
                list.forEach(element -> elements.add(canonical(element, ((DataType.Array) type).element())));
                yield elements;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> entries = new LinkedHashMap<>();
                map.forEach((key, element) -> entries.put(
                        (String) key,
                        canonical(
                                element,
                                type instanceof DataType.Map other
                                        ? other.value()
                                        : fieldType((DataType.Struct) type, (String) key))));
                yield entries;
            }
            default -> value;
        };
    }

    private static DataType fieldType(DataType.Struct struct, String name) {
        return struct.fields().stream()
                .filter(field -> field.name().equals(name))
                .map(Field::type)
                .findFirst()
                .orElseThrow();
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return copy;
    }

    private static BigDecimal number(String text) {
        BigDecimal number = new BigDecimal(text);
        return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, List<@Nullable Object>> expected(Path file) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
            json.nextToken();
            Map<String, Object> all = (Map<String, Object>) Objects.requireNonNull(value(json));
            return (Map<String, List<@Nullable Object>>) Objects.requireNonNull(all.get("columns"));
        }
    }

    /// The value at the parser's token; FORMATS' marks `$dec`, `$b64` and `$map` become what they stand for.
    private static @Nullable Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(json.getText());
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(json));
                }
                yield elements;
            }
            case START_OBJECT -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                while (json.nextToken() != JsonToken.END_OBJECT) {
                    String name = json.currentName();
                    json.nextToken();
                    fields.put(name, value(json));
                }
                if (fields.containsKey("$dec")) {
                    yield fields.get("$dec");
                }
                if (fields.containsKey("$b64")) {
                    yield fields.get("$b64");
                }
                if (fields.get("$map") instanceof List<?> pairs) {
                    Map<String, @Nullable Object> entries = new LinkedHashMap<>();
                    for (Object pair : pairs) {
                        entries.put(String.valueOf(((List<?>) pair).get(0)), ((List<?>) pair).get(1));
                    }
                    yield entries;
                }
                yield fields;
            }
            default -> throw new IllegalStateException("unexpected " + json.currentToken());
        };
    }
}
