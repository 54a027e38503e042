package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.SchemaMerge;
import dev.tidemark.data.TooManyFieldsException;
import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The schema of JSON that declares none, and case JS-01.
final class JsonSampleTest {

    private static SampledSchema sample(String text, Map<String, String> options) throws IOException {
        return new JsonFormat().sample(BytesInput.of(text), 1 << 20, new FormatOptions(options), Set.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"v\":1}{\"v\":2.5}{\"v\":null}|struct<v:double>",
                "{\"v\":9223372036854775807}|struct<v:bigint>",
                "{\"v\":9223372036854775808}|'struct<v:decimal(38,0)>'",
                "{\"v\":1}{\"v\":12345678901234567890}|'struct<v:decimal(38,0)>'",
                "{\"v\":123456789012345678901234567890123456789}|struct<v:string>",
                "{\"v\":1e400}|struct<v:string>",
                "{\"id\":\"1\"}{\"id\":2}{\"id\":[3]}|struct<id:string>",
                "{\"id\":[3]}{\"id\":2}|struct<id:string>",
                "{\"d\":\"2026-03-01\",\"b\":true}|struct<b:boolean,d:string>",
                "{\"z\":{\"y\":[{\"x\":1},{\"w\":null}]}}|struct<z:struct<y:array<struct<w:string,x:bigint>>>>",
                "{\"a\":[],\"e\":{}}|struct<a:array<string>,e:string>",
                "{\"Ab\":1}{\"aB\":2}|struct<Ab:bigint>",
                "{\"v\":1} oops|struct<v:bigint>",
                "''|()",
            })
    void typesAreThoseOfTheValues(String text, String schema) throws IOException {
        assertThat(sample(text, Map.of()).schema()).hasToString(schema);
    }

    @Test
    void placesWithNullsOnlyAreNamed() throws IOException {
        SampledSchema sample = sample("{\"a\":null,\"l\":[],\"s\":{\"x\":null,\"y\":1},\"o\":{}}", Map.of());
        assertThat(sample.nullOnly()).containsExactlyInAnyOrder("a", "l[]", "s.x", "o");
        SampledSchema other = sample("{\"a\":1,\"l\":[true],\"s\":{\"x\":[1]},\"o\":{\"k\":1}}", Map.of());
        assertThat(SchemaMerge.merge(List.of(sample, other)))
                .isEqualTo(SchemaMerge.merge(List.of(other, sample)))
                .hasToString("struct<a:bigint,l:array<boolean>,o:struct<k:bigint>,s:struct<x:array<bigint>,y:bigint>>");
    }

    @Test
    void aSampleEndsWithTheLastWholeLine() throws IOException {
        String text = "{\"a\":1}\n{\"b\":1}\n{\"c\":1}\n";
        SampledSchema sample = new JsonFormat().sample(BytesInput.of(text), 20, FormatOptions.NONE, Set.of());
        assertThat(sample.schema().names()).containsExactly("a", "b");
    }

    @Test
    void documentsAndPathsAreFollowed() throws IOException {
        assertThat(sample("[\n {\"a\":1},\n {\"b\":{\"c\":[1.5]}}\n]", Map.of("multiLine", "true"))
                        .schema())
                .hasToString("struct<a:bigint,b:struct<c:array<double>>>");
        assertThat(sample("{\"x\":1,\"r\":{\"items\":[{\"a\":1}]}}", Map.of("jsonPath", "$.r.items[*]"))
                        .schema())
                .hasToString("struct<a:bigint>");
    }

    @Test
    void objectsWithTooManyNamesAreRefused() {
        String wide = IntStream.rangeClosed(0, 1000)
                .mapToObj(i -> "\"k" + i + "\":1")
                .collect(Collectors.joining(",", "{\"m\":{", "}}"));
        assertThatThrownBy(() -> sample(wide, Map.of()))
                .isInstanceOf(TooManyFieldsException.class)
                .hasMessageContaining("'m' is a map<string,...>");
    }

    /// The parser is strict (it is not ours to be so: a later one may not be). The broken twin is `new String`.
    @ParameterizedTest
    @CsvSource({"FF", "C3", "C080", "EDA080", "F4908080", "5C7564383030"})
    void namesThatAreNoUtf8TeachNoColumn(String name) throws IOException {
        byte[] bytes = java.util.HexFormat.of().parseHex(name);
        String latin = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        byte[] text = ("{\"a\":1}\n{\"n" + latin + "\":2}\n{\"b\":3}\n")
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        SampledSchema sample = new JsonFormat().sample(new BytesInput(text), 1 << 20, FormatOptions.NONE, Set.of());
        assertThat(sample.schema().names()).containsExactly("a", "b");
        assertThat(new String(text, java.nio.charset.StandardCharsets.UTF_8))
                .matches(twin -> twin.contains("\uFFFD") || twin.contains("\\ud800"));
    }
}
