package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Lines that RFC 8259 does not allow are bad records, each one once, and the lines around them are read.
final class JsonMalformedTest {

    static Stream<String> malformed() {
        return Stream.of(
                "{",
                "{\"v\"",
                "{\"v\":",
                "{\"v\":1",
                "{\"v\":1,",
                "{\"v\":1,}",
                "{,\"v\":1}",
                "{\"v\":1,,\"w\":2}",
                "{\"v\" 1}",
                "{\"v\"::1}",
                "{\"v\"=1}",
                "{\"v\":1 \"w\":2}",
                "{\"v\":1;\"w\":2}",
                "{v:1}",
                "{'v':1}",
                "{\"v\":'x'}",
                "{1:1}",
                "{null:1}",
                "{[\"v\"]:1}",
                "{{\"v\":1}}",
                "{\"v\":01}",
                "{\"v\":-01}",
                "{\"v\":+1}",
                "{\"v\":.5}",
                "{\"v\":1.}",
                "{\"v\":-}",
                "{\"v\":--1}",
                "{\"v\":1e}",
                "{\"v\":1e+}",
                "{\"v\":1.2.3}",
                "{\"v\":1e1e1}",
                "{\"v\":1_000}",
                "{\"v\":0x10}",
                "{\"v\":1a}",
                "{\"v\":NaN}",
                "{\"v\":Infinity}",
                "{\"v\":-Infinity}",
                "{\"v\":tru}",
                "{\"v\":True}",
                "{\"v\":nul}",
                "{\"v\":nulll}",
                "{\"v\":undefined}",
                "{\"v\":x}",
                "{\"v\":\"x}",
                "{\"v\":\"x\\\"}",
                "{\"v\":\"\\x\"}",
                "{\"v\":\"\\u12\"}",
                "{\"v\":\"\\u12g4\"}",
                "{\"v\":\"\\",
                "{\"v\":\"\\u\"}",
                "{\"v\":\"a\tb\"}",
                "{\"v\":\"a\0b\"}",
                "{\"v\":\"a\u001fb\"}",
                "{\"v\":\"\\ud800\"}",
                "{\"v\":\"\\ud800\\ud800\"}",
                "{\"v\":\"\\udc00\"}",
                "{\"v\":\"\\ud800x\"}",
                "{\"v\":[1}",
                "{\"v\":[1,]}",
                "{\"v\":[,1]}",
                "{\"v\":[1 2]}",
                "{\"v\":[1,2}",
                "{\"v\":[1",
                "{\"v\":{\"a\":1]}",
                "{\"v\":{\"a\":1}",
                "{\"v\":{\"a\"}}",
                "{\"v\":1}}",
                "{\"v\":1}]",
                "{\"v\":1} x",
                "{\"v\":1},",
                "{\"v\":1},{\"v\":3}",
                "{\"v\":1}{",
                "{\"v\":1}{\"v\":",
                "{\"v\":1}#",
                "{\"v\":1/*c*/}",
                "// comment",
                "#",
                "[]",
                "[{\"v\":1}]",
                "1",
                "\"v\"",
                "null",
                "true",
                "}",
                "]",
                ",",
                ":",
                "v",
                "v=1",
                "<v>1</v>",
                "id,v",
                "{\"v\":(1)}",
                "{\"v\":\"a\" \"b\"}",
                "{\"v\":\"a\"+\"b\"}",
                "{\u00a0\"v\":1}",
                "{\f\"v\":1}",
                "{\u2028\"v\":1}",
                "\uFEFF{\"v\":1}",
                "\0",
                "{\"v\":1}\0",
                "{\"w\":tru,\"v\":1}",
                "{\"w\":\"\\q\",\"v\":1}",
                "{\"w\":[1,}",
                "{\"w\":\"\\ud8\",\"v\":1}");
    }

    @Test
    void thereAreManyKinds() {
        assertThat(malformed().distinct().count()).isGreaterThanOrEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void isOneBadRecordAndItsNeighboursAreRead(String line) throws IOException {
        for (String end : List.of("\n", "\r\n")) {
            String text = "{\"v\":\"before\"}" + end + line + end + "{\"v\":\"after\"}";
            JsonReading reading = JsonReading.of(text, "v string");
            assertThat(reading.values()).containsExactly("before", "after");
            assertThat(reading.badRaws()).containsExactly(line);
            assertThat(reading.bad().getFirst().offset()).isEqualTo(("{\"v\":\"before\"}" + end).length());
            assertThat(reading.bad().getFirst().recordNumber()).isEqualTo(2);
            assertThat(reading.numbers()).containsExactly(1L, 3L);
        }
        JsonReading last = JsonReading.of("{\"v\":\"before\"}\n" + line, "v string");
        assertThat(last.values()).containsExactly("before");
        assertThat(last.badRaws()).containsExactly(line);
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void isABadRecordToAReaderOfOtherColumnsToo(String line) throws IOException {
        JsonReading reading = JsonReading.of("{}\n" + line + "\n{\"v\":1}", "other bigint");
        // Halves of surrogate pairs are JSON; only a column that is to hold one cannot.
        boolean json = line.contains("\\ud800") || line.contains("\\udc00");
        assertThat(reading.rows()).hasSize(json ? 3 : 2);
        assertThat(reading.bad()).hasSize(json ? 0 : 1);
    }

    @Test
    void rawBytesAreThoseOfTheLine() throws IOException {
        JsonReading reading = JsonReading.of("  {\"v\":ü}  \n", "v string");
        assertThat(reading.bad().getFirst().raw()).isEqualTo("  {\"v\":ü}  ".getBytes(StandardCharsets.UTF_8));
    }

    /// No column can have its name; a reader that told it as a new field stopped the run.
    @Test
    void aFieldWithoutANameMakesTheRecordBad() throws IOException {
        JsonReading reading = JsonReading.of("{\"v\":1}\n{\"\":1,\"v\":2}\n{\"v\":3}\n", "v bigint");

        assertThat(reading.values()).containsExactly(1L, 3L);
        assertThat(reading.reasons()).singleElement().asString().contains("a field without a name");
        assertThat(reading.bad().getFirst().offset()).isEqualTo(8);
        assertThat(reading.newFields()).isEmpty();
    }
}
