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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The schema of JSON that declares none: FORMATS §3 and case JS-01.
final class JsonSampleTest {

    private static SampledSchema sample(String text, Map<String, String> options) throws IOException {
        return new JsonFormat().sample(BytesInput.of(text), 1 << 20, new FormatOptions(options));
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
        SampledSchema sample = new JsonFormat().sample(BytesInput.of(text), 20, FormatOptions.NONE);
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
}
