package dev.tidemark.text.grok;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.text.BytesInput;
import dev.tidemark.text.FormatReading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Records, captures and options of grokLog.
final class GrokReaderTest {

    private static final String LEVELS = "%{WORD:level} %{INT:n:int} %{GREEDYDATA:rest}";

    @Test
    void apacheLogsAreTakenApart() throws IOException {
        String line = "10.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a?b=c HTTP/1.0\" 200 -\n"
                + "host.example - - [10/Oct/2000:13:55:37 -0700] \"GET / HTTP/1.1\" 404 2326\n";
        assertThat(GrokReading.sampled(Map.of("logFormat", "%{COMMONAPACHELOG}")))
                .containsExactly(
                        "clientip string",
                        "ident string",
                        "auth string",
                        "timestamp string",
                        "verb string",
                        "request string",
                        "httpversion string",
                        "rawrequest string",
                        "response string",
                        "bytes string");
        FormatReading reading = GrokReading.of(
                line,
                "%{COMMONAPACHELOG}",
                "clientip string",
                "auth string",
                "response int",
                "bytes bigint",
                "rawrequest string");
        assertThat(reading.reasons()).isEmpty();
        assertThat(reading.rows())
                .containsExactly(
                        Arrays.asList("10.0.0.1", "frank", 200, null, null),
                        Arrays.asList("host.example", null, 404, 2326L, null));
        assertThat(reading.notices())
                .containsExactly("new ident", "new timestamp", "new verb", "new request", "new httpversion");
    }

    @Test
    void capturesHaveTheTypesOfThePattern() throws IOException {
        String format =
                "%{INT:a:int} %{INT:b:long} %{NUMBER:c:double} %{NUMBER:d:float} %{WORD:e:boolean} %{INT:f:short}"
                        + " %{INT:g;byte} %{NUMBER:h:decimal(5,2)} %{TIMESTAMP_ISO8601:i:timestamp} (?<raw_part>\\S+)";
        assertThat(GrokReading.sampled(Map.of("logFormat", format)))
                .containsExactly(
                        "a int",
                        "b bigint",
                        "c double",
                        "d float",
                        "e boolean",
                        "f smallint",
                        "g tinyint",
                        "h decimal(5,2)",
                        "i timestamp",
                        "raw_part string");
        FormatReading reading = GrokReading.of(
                "1 2 3.5 4.5 true 5 6 7.25 2026-03-01T10:00:00.1234567Z x_y\n",
                format,
                "i timestamp",
                "RAW_PART string",
                "a int");
        assertThat(reading.rows()).containsExactly(List.of(Instant.parse("2026-03-01T10:00:00.123456Z"), "x_y", 1));
        assertThat(reading.notices()).contains("finer i");
    }

    @Test
    void linesThatDoNotMatchAreBadRecordsAndTheirNeighboursAreRead() throws IOException {
        FormatReading reading = GrokReading.of(
                "INFO 1 a\nnothing\r\n\n \nINFO x\nWARN 2 ü\r\nlast 3 z", LEVELS, "n int", "rest string");
        assertThat(reading.rows()).containsExactly(List.of(1, "a"), List.of(2, "ü"), List.of(3, "z"));
        assertThat(reading.badRaws()).containsExactly("nothing", "INFO x");
        assertThat(reading.reasons()).containsOnly("the record does not match logFormat");
        assertThat(reading.bad().get(1).offset()).isEqualTo(21);
        assertThat(reading.bad().get(1).recordNumber()).isEqualTo(3);
        assertThat(reading.raws()).containsExactly("INFO 1 a", "WARN 2 ü", "last 3 z");
        assertThat(reading.numbers()).containsExactly(1L, 4L, 5L);
        assertThat(reading.offsets()).containsExactly(0L, 28L, 39L);
    }

    @Test
    void valuesThatDoNotFitAreBadRecordsWithTheirColumn() throws IOException {
        FormatReading reading = GrokReading.of("INFO 99999999999 a\nINFO 1 b\n", LEVELS, "n int");
        assertThat(reading.values()).containsExactly(1);
        assertThat(reading.reasons()).containsExactly("'99999999999' is not int");
        assertThat(reading.bad().getFirst().column()).isEqualTo("n");
        assertThat(GrokReading.of("INFO 1 a\n", LEVELS, "n array<int>").reasons())
                .containsExactly("a text is no array<int>; declare the column as string");
    }

    @Test
    void bytesThatAreNoUtf8AreABadRecord() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("INFO 1 ".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xE9);
        bytes.writeBytes("\nINFO 2 é\n".getBytes(StandardCharsets.UTF_8));
        FormatReading reading =
                GrokReading.of(new BytesInput(bytes.toByteArray(), 3), Map.of("logFormat", LEVELS), "rest string");
        assertThat(reading.values()).containsExactly("é");
        assertThat(reading.reasons()).containsExactly("bytes that are no UTF-8");
    }

    /// A line that is no text begins no record: it stays with the one before it, and the next is read.
    @Test
    void bytesThatAreNoUtf8BetweenTwoStartsAreABadRecord() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("INFO 1 ein langer Text mit ä\nINFO 2 a\n".getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(new byte[] {(byte) 0xE9, (byte) 0xE9, '\n'});
        bytes.writeBytes("INFO 3 ü\n".getBytes(StandardCharsets.UTF_8));
        FormatReading reading = GrokReading.of(
                new BytesInput(bytes.toByteArray(), 5),
                Map.of("logFormat", LEVELS, "multiLineStart", "^INFO"),
                "n int");
        assertThat(reading.values()).containsExactly(1, 3);
        assertThat(reading.reasons()).containsExactly("bytes that are no UTF-8");
    }

    /// A pattern that backtracks for ever gives up, and the lines around it are read.
    @Test
    void catastrophicPatternsEnd() throws IOException {
        String evil = "x" + "a".repeat(40) + "!";
        FormatReading reading = GrokReading.of("xaaa\n" + evil + "\nxa\n", "^x(?<v>(?:a*){12})$", "v string");
        assertThat(reading.values()).containsExactly("aaa", "a");
        assertThat(reading.reasons()).singleElement().asString().startsWith("logFormat takes too long on this record");
        FormatReading deep = GrokReading.of("a".repeat(1 << 20) + "\nb\n", "^(?<v>(a|b)*)$", "v string");
        assertThat(deep.values()).containsExactly("b");
        assertThat(deep.reasons()).hasSize(1);
    }

    /// The broken twin of the bound: the JDK's matcher looks at the line more often than the bound allows.
    @Test
    void withoutABoundTheMatchWouldGoOn() {
        String evil = "x" + "a".repeat(40) + "!";
        CharSequence counted = new CharSequence() {
            private long looks;

            @Override
            public int length() {
                return evil.length();
            }

            @Override
            public char charAt(int index) {
                if (++looks > 10 * (1_000_000 + 1_000L * evil.length())) {
                    throw new IllegalStateException("still looking");
                }
                return evil.charAt(index);
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                return evil.substring(start, end);
            }
        };
        Matcher matcher = Pattern.compile("^x((?:a*){12})$").matcher(counted);
        assertThatThrownBy(matcher::find).hasMessage("still looking");
    }

    @Test
    void missing() throws IOException {
        assertThat(GrokReading.of("- 1 -\n", "%{NOTSPACE:a} %{INT:n} %{NOTSPACE:b}", "a string", "b int")
                        .rows())
                .containsExactly(Arrays.asList(null, null));
        assertThat(GrokReading.of(
                                "- 1 NA\n",
                                GrokReading.options("%{NOTSPACE:a} %{INT:n} %{NOTSPACE:b}", "MISSING", "NA"),
                                "a string",
                                "b int")
                        .rows())
                .containsExactly(Arrays.asList("-", null));
    }

    @Test
    void strictMode() throws IOException {
        String text = "prefix INFO 1 a\n";
        assertThat(GrokReading.of(text, "INFO %{INT:n:int}", "n string").values())
                .containsExactly("1");
        FormatReading strict =
                GrokReading.of(text, GrokReading.options("INFO %{INT:n:int}", "StrictMode", "true"), "n string");
        assertThat(strict.rows()).isEmpty();
        assertThat(strict.reasons())
                .containsExactly("the record as a whole does not match logFormat, as StrictMode: true demands");
        assertThat(GrokReading.sampled(GrokReading.options("INFO %{INT:n:int}", "StrictMode", "true")))
                .containsExactly("n string");
    }

    @Test
    void lineCount() throws IOException {
        String text = "a 1\nb\nc 2\nd\r\ne 3\n";
        Map<String, String> two = GrokReading.options("%{WORD:w} %{INT:n}\\s+%{WORD:v}", "LineCount", "2");
        FormatReading reading = GrokReading.of(text, two, "n int", "v string");
        assertThat(reading.rows()).containsExactly(List.of(1, "b"), List.of(2, "d"));
        assertThat(reading.reasons()).containsExactly("the object ends within a record of 2 lines (LineCount)");
        assertThat(reading.badRaws()).containsExactly("e 3");
        assertThat(new GrokFormat().splittable("x.log", new FormatOptions(two))).isFalse();
        assertThat(GrokReading.of(text, "%{WORD:w} %{INT:n}", "n int").values()).containsExactly(1, 2, 3);
    }

    @Test
    void multiLineStart() throws IOException {
        String text = "2026-01-01 ERROR x\n  at a\n  at b\n2026-01-02 INFO y\n\n2026-01-03 WARN z\n";
        Map<String, String> options = GrokReading.options(
                "^%{NOTSPACE:day:date} %{WORD:level} %{GREEDYDATA:rest}", "multiLineStart", "^\\d{4}-");
        FormatReading reading = GrokReading.of(text, options, "level string", "rest string");
        assertThat(reading.reasons()).isEmpty();
        assertThat(reading.rows())
                .containsExactly(List.of("ERROR", "x\n  at a\n  at b"), List.of("INFO", "y\n"), List.of("WARN", "z"));
        assertThat(reading.raws().getFirst()).isEqualTo("2026-01-01 ERROR x\n  at a\n  at b");
        assertThat(new GrokFormat().splittable("x.log", new FormatOptions(options)))
                .isFalse();
        assertThat(GrokReading.of(text, "^%{NOTSPACE:day} %{WORD:level} %{GREEDYDATA:rest}", "rest string")
                        .values())
                .containsExactly("x", "y", "z");
        FormatReading evil = GrokReading.of(
                "s 1\n" + "a".repeat(40) + "!\ns 2\n",
                GrokReading.options("%{WORD:w} %{INT:n}", "multiLineStart", "^(s|(?:a*){12}$)"),
                "n int");
        assertThat(evil.values()).containsExactly(2);
        assertThat(evil.reasons()).hasSize(2).first().asString().startsWith("multiLineStart takes too long");
    }

    @Test
    void customPatterns() throws IOException {
        String custom = "# ours\nORDER [A-Z]{2}[0-9]+\n\n  LINE %{ORDER:order} (?<what_for>\\w+)  \n";
        Map<String, String> options = GrokReading.options("%{LINE}", "customPatterns", custom);
        assertThat(GrokReading.sampled(options)).containsExactly("order string", "what_for string");
        assertThat(GrokReading.of("AB12 xyz\n", options, "order string", "what_for string")
                        .rows())
                .containsExactly(List.of("AB12", "xyz"));
    }

    @Test
    void ofAFieldInSeveralPlacesTheFirstThatTookPartCounts() throws IOException {
        assertThat(GrokReading.of("b=2\na=1\n", "(a=%{INT:v:int}|b=%{INT:v})", "v int")
                        .values())
                .containsExactly(2, 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "logFormat=' ' | it is the pattern of a record",
                "logFormat=%{WORD} | it captures nothing",
                "logFormat=%{word:x} | no pattern is called 'word'; there is 'WORD'",
                "logFormat=%{NOSUCH:x} | no pattern is called 'NOSUCH'. Define it in customPatterns",
                "logFormat=%{WORD:x:inet} | 'inet' is no type. Use byte",
                "logFormat=%{WORD:x:array<int>} | is no type of a text",
                "logFormat=%{WORD:x | '%{WORD:x' is no reference",
                "logFormat=(%{WORD:x} | written out it is no regular expression (Unclosed group",
                "customPatterns=A %{B}~B %{A} | the pattern 'A' has itself in it",
                "customPatterns=just-a-name | each line is a name of letters",
                "LineCount=0 | a record has between 1 and 10000 lines",
                "multiLineStart=[ | it is no regular expression (Unclosed character class",
                "multiLineStart=x,LineCount=2 | multiLineStart says where records begin"
            })
    void whatCannotWorkIsToldWithTheOption(String options, String message) {
        Map<String, String> all = GrokReading.options(options.startsWith("customPatterns=A") ? "%{A:x}" : "%{WORD:x}");
        for (String option : options.split(",")) {
            String[] parts = option.split("=", 2);
            all.put(parts[0], parts[1].replace("'", "").replace('~', '\n'));
        }
        assertThatThrownBy(() -> GrokReading.sampled(all))
                .isInstanceOf(GrokOptionException.class)
                .hasMessageStartingWith("formatOptions: "
                        + options.split("=", 2)[0]
                                .replace(
                                        "multiLineStart",
                                        options.contains("LineCount") ? "LineCount" : "multiLineStart")
                                .replace("customPatterns", options.contains("~") ? "logFormat" : "customPatterns"))
                .hasMessageContaining(message);
    }

    @Test
    void compressionIsFoundByContent() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write("\uFEFFINFO 1 a\n".getBytes(StandardCharsets.UTF_8));
        }
        BytesInput input = new BytesInput(zipped.toByteArray());
        for (String option : List.of("compression", "compressionType")) {
            FormatReading reading =
                    GrokReading.of(input, GrokReading.options(LEVELS, option, "none"), "n int", "level string");
            assertThat(reading.rows()).containsExactly(List.of(1, "INFO"));
            assertThat(reading.offsets()).containsExactly(3L);
        }
        assertThatThrownBy(() -> GrokReading.of(input, 0, 10, Map.of("logFormat", LEVELS), "n int"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("planned to be read in pieces");
        assertThat(new GrokFormat().splittable("x.log.gz", new FormatOptions(Map.of("logFormat", LEVELS))))
                .isFalse();
        assertThat(new GrokFormat().splittable("x.log", new FormatOptions(Map.of("logFormat", LEVELS))))
                .isTrue();
    }

    /// One reader keeps the last pattern that it wrote out, and no longer.
    @Test
    void oneReaderReadsWithOtherOptionsNext() throws IOException {
        GrokFormat format = new GrokFormat();
        for (String word : List.of("a", "b", "b", "a")) {
            FormatReading reading = FormatReading.of(
                    format,
                    BytesInput.of("a=1 b=2\n"),
                    Map.of("logFormat", word + "=%{INT:n}"),
                    FormatReading.specs("n int"));
            assertThat(reading.values()).containsExactly(word.equals("a") ? 1 : 2);
        }
    }

    @Test
    void optionsAreThoseThatAreTriedHere() {
        assertThat(GrokSettings.OPTIONS)
                .extracting(FormatOption::name)
                .containsExactly(
                        "logFormat",
                        "customPatterns",
                        "MISSING",
                        "LineCount",
                        "StrictMode",
                        "multiLineStart",
                        "compression",
                        "compressionType");
    }
}
