package dev.tidemark.text.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.text.BytesInput;
import dev.tidemark.text.FormatReading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Each option with another value than its default gives other rows, or is documented to have no effect.
final class XmlOptionsTest {

    private static final Set<String> TRIED = new TreeSet<>();

    private static Map<String, String> with(String option, String value) {
        TRIED.add(option);
        return Map.of(option, value);
    }

    @AfterAll
    static void everyOptionWasTried() {
        if (TRIED.size() > 1) {
            assertThat(TRIED)
                    .containsExactlyInAnyOrderElementsOf(
                            XmlSettings.OPTIONS.stream().map(FormatOption::name).toList());
        }
    }

    @Test
    void rowTag() throws IOException {
        String text = "<a><b><n>1</n></b><d><n>2</n></d></a>";
        assertThat(XmlReading.of(text, "n int").values()).containsExactly(1);
        assertThat(XmlReading.of(text, with("rowTag", "d"), "n int").values()).containsExactly(2);
        assertThatThrownBy(() -> XmlReading.of(text, Map.of("rowTag", "<d>"), "n int"))
                .isInstanceOf(XmlOptionException.class)
                .hasMessageContaining("formatOptions: rowTag is '<d>': it must be the name of an element");
        assertThatThrownBy(() -> XmlSettings.of(FormatOptions.NONE)).hasMessageContaining("rowTag is ''");
    }

    @Test
    void encoding() throws IOException {
        byte[] latin = "<a><b><n>é</n></b></a>".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(XmlReading.of(new BytesInput(latin), Map.of(), "n string").reasons())
                .hasSize(1);
        assertThat(XmlReading.of(new BytesInput(latin), with("encoding", "windows-1252"), "n string")
                        .values())
                .containsExactly("é");
        assertThatThrownBy(() -> XmlReading.of("<a/>", Map.of("encoding", "utf-x"), "n string"))
                .hasMessageContaining("encoding is 'utf-x': there is no such character set");
    }

    @Test
    void theFilesOwnEncodingIsFound() throws IOException {
        for (String name : List.of("ISO-8859-15", "UTF-16LE", "UTF-16BE", "windows-1252", "UTF-8", "Shift_JIS")) {
            boolean japanese = name.equals("Shift_JIS");
            String word = japanese ? "日本" : "é€";
            String text = "<?xml version='1.0' encoding='" + name + "'?><a><b><n>" + word + "</n></b></a>";
            FormatReading reading =
                    XmlReading.of(new BytesInput(text.getBytes(Charset.forName(name))), Map.of(), "n string");
            assertThat(reading.values()).as(name).containsExactly(word);
            assertThat(reading.raws()).as(name).containsExactly("<b><n>" + word + "</n></b>");
        }
        for (Charset charset : List.of(
                StandardCharsets.UTF_8,
                StandardCharsets.UTF_16LE,
                StandardCharsets.UTF_16BE,
                StandardCharsets.UTF_32LE,
                StandardCharsets.UTF_32BE)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes("\uFEFF<?xml version='1.0' encoding='UTF-16'?><a><b><n>é€</n></b></a>".getBytes(charset));
            FormatReading reading = XmlReading.of(new BytesInput(bytes.toByteArray()), Map.of(), "n string");
            assertThat(reading.values()).as(charset.name()).containsExactly("é€");
            assertThat(XmlReading.of(
                                    new BytesInput(bytes.toByteArray()), Map.of("encoding", charset.name()), "n string")
                            .values())
                    .as(charset.name())
                    .containsExactly("é€");
        }
        // A text that says UTF-16 and is bytes of ASCII can be nothing else than UTF-8.
        assertThat(XmlReading.of("<?xml version='1.0' encoding='utf-16'?><a><b><n>é</n></b></a>", "n string")
                        .values())
                .containsExactly("é");
        byte[] wrong =
                "<?xml version='1.0' encoding='us-ascii'?><a><b><n>é</n></b></a>".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> XmlReading.of(new BytesInput(wrong), Map.of(), "n string"))
                .hasMessageContaining("its bytes from offset 50 on are not text in US-ASCII");
    }

    @Test
    void excludeAttribute() throws IOException {
        String text = "<a><b id=\"1\"><n k=\"2\">3</n></b></a>";
        FormatReading reading = XmlReading.of(text, with("excludeAttribute", "true"), "n int", "_id int");
        assertThat(reading.rows()).containsExactly(Arrays.asList(3, null));
        assertThat(reading.notices()).isEmpty();
        assertThat(XmlReading.of(text, "n int", "_id int").rows()).containsExactly(List.of(3, 1));
        assertThat(XmlReading.sampled(BytesInput.of(text), Map.of("excludeAttribute", "true")))
                .containsExactly("n bigint");
        assertThat(XmlReading.sampled(BytesInput.of(text), Map.of()))
                .containsExactly("_id bigint", "n struct<_k:bigint,_VALUE:bigint>");
    }

    @Test
    void treatEmptyValuesAsNulls() throws IOException {
        String text = "<a><b><t> </t><u/><v k=\"\">x</v></b></a>";
        assertThat(XmlReading.of(text, "t string", "u string", "v struct<_k:string>")
                        .rows())
                .containsExactly(List.of(" ", "", List.of("")));
        assertThat(XmlReading.of(
                                text,
                                with("treatEmptyValuesAsNulls", "true"),
                                "t string",
                                "u string",
                                "v struct<_k:string>")
                        .rows())
                .containsExactly(Arrays.asList(null, null, Arrays.asList((Object) null)));
        BytesInput ages = new BytesInput(BytesInput.resource("spark-xml/null-numbers.xml"));
        assertThat(XmlReading.of(ages, Map.of("rowTag", "ROW", "treatEmptyValuesAsNulls", "true"), "age int")
                        .values())
                .containsExactly(35, null, 24);
        assertThat(XmlReading.sampled(ages, Map.of("rowTag", "ROW", "treatEmptyValuesAsNulls", "true")))
                .containsExactly("age bigint", "name string");
        assertThat(XmlReading.sampled(ages, Map.of("rowTag", "ROW"))).containsExactly("age string", "name string");
    }

    @Test
    void attributePrefixAndValueTag() throws IOException {
        String text = "<a><b><n k=\"2\">3</n></b></a>";
        assertThat(XmlReading.sampled(BytesInput.of(text), with("attributePrefix", "@")))
                .containsExactly("n struct<@k:bigint,_VALUE:bigint>");
        assertThat(XmlReading.of(text, Map.of("attributePrefix", ""), "n struct<k:int>")
                        .rows())
                .containsExactly(List.of(List.of(2)));
        assertThat(XmlReading.sampled(BytesInput.of(text), with("valueTag", "text")))
                .containsExactly("n struct<_k:bigint,text:bigint>");
        assertThat(XmlReading.of(text, Map.of("valueTag", "text"), "n struct<text:int>")
                        .rows())
                .containsExactly(List.of(List.of(3)));
    }

    @Test
    void ignoreSurroundingSpaces() throws IOException {
        String text = "<a><b><t> x </t><n>\n 5 \n</n></b></a>";
        assertThat(XmlReading.of(text, "t string").rows()).containsExactly(List.of(" x "));
        assertThat(XmlReading.of(text, with("ignoreSurroundingSpaces", "true"), "t string", "n int")
                        .rows())
                .containsExactly(List.of("x", 5));
        assertThat(XmlReading.sampled(BytesInput.of(text), Map.of("ignoreSurroundingSpaces", "true")))
                .containsExactly("n bigint", "t string");
    }

    @Test
    void withSchema() throws IOException {
        String text = "<a><b><n>3</n></b></a>";
        String spark = """
                {"type":"struct","fields":[
                  {"name":"n","type":"integer","nullable":true,"metadata":{}},
                  {"name":"o","type":{"type":"array","elementType":"decimal(5,2)","containsNull":true}},
                  {"name":"m","type":{"type":"map","keyType":"string","valueType":"long"}}]}
                """;
        String glue = """
                {"dataType":"struct","properties":{},"fields":[
                  {"name":"n","container":{"dataType":"int","properties":{}},"properties":{}},
                  {"name":"o","container":{"dataType":"array",
                    "elementType":{"dataType":"decimal","precision":5,"scale":2}}},
                  {"name":"m","container":{"dataType":"map","valueType":{"dataType":"long"}}}]}
                """;
        for (String schema : List.of(spark, glue, "struct<n:int,o:array<decimal(5,2)>,m:map<string,bigint>>")) {
            assertThat(XmlReading.sampled(BytesInput.of(text), with("withSchema", schema)))
                    .containsExactly("n int", "o array<decimal(5,2)>", "m map<string,bigint>");
        }
        for (String wrong :
                List.of("n int", "int", "{", "{\"type\":\"struct\"}", "{\"type\":\"struct\",\"fields\":[1]}")) {
            assertThatThrownBy(() -> XmlReading.sampled(BytesInput.of(text), Map.of("withSchema", wrong)))
                    .as(wrong)
                    .isInstanceOf(XmlOptionException.class)
                    .hasMessageContaining("it is no schema");
        }
    }

    @Test
    void inferSchema() throws IOException {
        String text = "<a><b><n>3</n><z>007</z><t>true</t></b></a>";
        assertThat(XmlReading.sampled(text)).containsExactly("n bigint", "t boolean", "z string");
        assertThat(XmlReading.sampled(BytesInput.of(text), with("inferSchema", "false")))
                .containsExactly("n string", "t string", "z string");
    }

    @Test
    void ignoreNamespace() throws IOException {
        String text =
                "<p:a xmlns:p='urn:p'><p:b p:k='1'><q:n>3</q:n></p:b><p:b><n>&;</n></p:b><p:b><n>4</n></p:b></p:a>";
        assertThat(XmlReading.of(text, Map.of("rowTag", "p:b"), "q:n int", "_p:k int")
                        .rows())
                .containsExactly(List.of(3, 1), Arrays.asList(null, null));
        FormatReading reading = XmlReading.of(text, with("ignoreNamespace", "true"), "n int", "_k int");
        assertThat(reading.rows()).containsExactly(List.of(3, 1), Arrays.asList(4, null));
        assertThat(reading.reasons()).hasSize(1);
    }

    @Test
    void compressionIsFoundByContent() throws IOException {
        BytesInput cars = new BytesInput(BytesInput.resource("spark-xml/cars.xml.gz"));
        for (String option : List.of("compression", "compressionType")) {
            TRIED.add(option);
            assertThat(XmlReading.of(cars, Map.of("rowTag", "ROW", option, "none"), "year int")
                            .rows())
                    .hasSize(3);
        }
    }
}
