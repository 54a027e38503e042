package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `multiLine`, `jsonPath`, names and duplicate keys.
final class JsonDocumentsTest {

    private static final Map<String, String> MULTI_LINE = Map.of("multiLine", "true");

    private static Map<String, String> path(String path) {
        return Map.of("multiLine", "true", "jsonPath", path);
    }

    @Test
    void arraysPrettyPrintAndConcatenationAreRead() throws IOException {
        String text = "[\n  {\n    \"v\": 1\n  },\n  {\"v\": 2}\n]\n{\"v\":3}{\n\"v\":4} [ ] [{\"v\":5}]";
        JsonReading reading = JsonReading.of(text, MULTI_LINE, "v bigint");
        assertThat(reading.values()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(reading.raws()).startsWith("{\n    \"v\": 1\n  }", "{\"v\": 2}");
        assertThat(reading.bad()).isEmpty();
    }

    @Test
    void aLargeArrayIsReadInBatchesWhateverThePieces() throws IOException {
        String text = IntStream.range(0, 30_000)
                .mapToObj(i -> "{\"v\":" + i + ",\"t\":\"" + "z".repeat(i % 50) + "\"}")
                .collect(Collectors.joining(",\n", "[", "]"));
        for (int piece : new int[] {997, Integer.MAX_VALUE}) {
            JsonReading reading = JsonReading.of(
                    new BytesInput(text.getBytes(java.nio.charset.StandardCharsets.UTF_8), piece),
                    0,
                    ReadTask.END,
                    MULTI_LINE,
                    JsonReading.specs("v bigint", "t string"));
            assertThat(reading.rows()).hasSize(30_000);
            for (int i = 0; i < 30_000; i++) {
                assertThat(reading.rows().get(i)).isEqualTo(List.of((long) i, "z".repeat(i % 50)));
                assertThat(reading.raws().get(i))
                        .startsWith("{\"v\":" + i + ",")
                        .endsWith("\"}");
            }
        }
    }

    @Test
    void recordsOfOtherTypesAreRejectedAloneAndBrokenJsonTakesTheWholeObject() throws IOException {
        JsonReading reading =
                JsonReading.of("[{\"v\":1},\n7, \"x\\\"y\", [8], {\"v\":\"x\"}, {\"v\":2}]", MULTI_LINE, "v bigint");
        assertThat(reading.values()).containsExactly(1L, 2L);
        assertThat(reading.badRaws()).containsExactly("7", "\"x\\\"y\"", "[8]", "{\"v\":\"x\"}");
        for (String broken : List.of("[{\"v\":1},{\"v\":}]", "[{\"v\":1}", "{\"v\":1}}", "[{\"v\":1}] x", "{\"v\":")) {
            assertThatThrownBy(() -> JsonReading.of(broken, MULTI_LINE, "v bigint"))
                    .as(broken)
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining("s3://test/object.csv")
                    .hasMessageContaining("multiLine");
        }
    }

    @Test
    void jsonPathNamesTheRecords() throws IOException {
        String text = "{\"meta\":{\"a\":[{\"v\":9}]},\"r\":{\"items\":[{\"v\":1},{\"v\":2}],\"b c\":{\"v\":3}}}";
        assertThat(JsonReading.of(text, path("$.r.items[*]"), "v bigint").values())
                .containsExactly(1L, 2L);
        assertThat(JsonReading.of(text, path("$.r.items"), "v bigint").values()).containsExactly(1L, 2L);
        assertThat(JsonReading.of(text, path("$.r['b c']"), "v bigint").values())
                .containsExactly(3L);
        assertThat(JsonReading.of("[{\"x\":[{\"v\":1}]},{\"x\":[]},{\"x\":[{\"v\":2}]}]", path("$[*].x[*]"), "v bigint")
                        .values())
                .containsExactly(1L, 2L);
        JsonReading lines =
                JsonReading.of(text + "\n{\"r\":7}\n{}\n" + text, Map.of("jsonPath", "$.r.items[*]"), "v bigint");
        assertThat(lines.values()).containsExactly(1L, 2L, 1L, 2L);
        assertThat(lines.badRaws()).containsExactly("{\"r\":7}", "{}");
        assertThat(lines.reasons().getLast()).contains("jsonPath");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "$..a", "$.a[0]", "$.a[?(@.b)]", "$.*", "$.a[1:2]", "$['a", "$.", "$x"})
    void otherPathsAreRefusedWithTheirPosition(String path) {
        assertThatThrownBy(() -> JsonPath.parse(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position")
                .hasMessageContaining("$.result.items[*]");
    }

    @Test
    void namesMatchInAnyCaseAndTwoThatDifferInCaseOnlyAreABadRecord() throws IOException {
        JsonReading reading = JsonReading.of(
                "{\"ID\":1}\n{\"id\":2}\n{\"Id\":3,\"iD\":4}\n{\"s\":{\"X\":5}}", "id bigint", "S struct<x:int>");
        assertThat(reading.rows()).hasSize(3);
        assertThat(reading.rows().getLast()).hasToString("[null, [5]]");
        assertThat(reading.reasons()).singleElement().asString().contains("'Id' and 'iD'");
    }

    @Test
    void newFieldsAreToldOncePerNameAndOnlyOfRecordsThatWereTaken() throws IOException {
        JsonReading reading = JsonReading.of(
                "{\"v\":1,\"n\":1}\n{\"n\":2,\"m\":{\"deep\":1}}\n{\"bad\":1,\"v\":\"x\"}\n{\"worse\":1,\n{\"bad\":1}\n{\"bad\":2}",
                "v bigint");
        assertThat(reading.newFields()).containsExactly("n", "m", "bad");
    }

    @Test
    void duplicateKeysAreLastFirstOrABadRecord() throws IOException {
        String text = "{\"v\":1,\"v\":2,\"m\":{\"k\":1,\"j\":2,\"k\":3},\"s\":{\"x\":1,\"x\":2}}";
        String[] columns = {"v bigint", "m map<string,int>", "s struct<x:int>"};
        assertThat(JsonReading.of(text, columns).rows()).hasToString("[[2, {k=3, j=2}, [2]]]");
        assertThat(JsonReading.of(text, Map.of("duplicateKeys", "first"), columns)
                        .rows())
                .hasToString("[[1, {k=1, j=2}, [1]]]");
        JsonReading fail = JsonReading.of(text, Map.of("duplicateKeys", "FAIL"), columns);
        assertThat(fail.rows()).isEmpty();
        assertThat(fail.reasons()).singleElement().asString().contains("stands twice");
        String many = IntStream.range(0, 100)
                .mapToObj(i -> "\"k" + i % 50 + "\":" + i)
                .collect(Collectors.joining(","));
        assertThat(JsonReading.of("{\"m\":{" + many + "}}", "m map<string,int>")
                        .rows()
                        .getFirst())
                .asString()
                .contains("k0=50", "k49=99")
                .doesNotContain("k0=0,");
    }
}
