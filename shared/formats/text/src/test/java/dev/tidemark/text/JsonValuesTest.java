package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataTypeParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// JSON values as values of columns: cases JS-01 and JS-03.
final class JsonValuesTest {

    @Test
    void everyTypeIsRead() throws IOException {
        JsonReading reading = JsonReading.of(
                """
                {"b":true,"t":-128,"s":32767,"i":-2147483648,"l":9007199254740993,"f":0.1,"d":0.1,"x":"Zm9v",\
                "dec":0.1234567890123456789,"day":"2026-03-01","ts":"2026-03-01T10:15:30.123456789+01:00","txt":"a\\n\\u00fc\\ud83d\\ude00",\
                "arr":[1,null,3],"m":{"k":1,"K":null},"st":{"A":1,"c":[{"d":"x"}]}}
                """,
                "b boolean",
                "t tinyint",
                "s smallint",
                "i int",
                "l bigint",
                "f float",
                "d double",
                "x binary",
                "dec decimal(38,19)",
                "day date",
                "ts timestamp",
                "txt string",
                "arr array<int>",
                "m map<string,bigint>",
                "st struct<a:int,b:string,c:array<struct<d:string>>>");
        assertThat(reading.reasons()).isEmpty();
        assertThat(reading.rows().getFirst())
                .hasToString("[true, -128, 32767, -2147483648, 9007199254740993, 0.1, 0.1, b64:Zm9v,"
                        + " 0.1234567890123456789, 2026-03-01, 2026-03-01T09:15:30.123456Z, a\nü😀, [1, null, 3],"
                        + " {k=1, K=null}, [1, null, [[x]]]]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bigint|9007199254740993|9007199254740993",
                "bigint|-0|0",
                "bigint|-9223372036854775808|-9223372036854775808",
                "bigint|9223372036854775807|9223372036854775807",
                "double|-0|-0.0",
                "double|1.0|1.0",
                "double|1|1.0",
                "double|0.1234567890123456789|0.12345678901234568",
                "double|1e-400|0.0",
                "double|4.9e-324|4.9E-324",
                "double|'\"NaN\"'|NaN",
                "double|'\"-Infinity\"'|-Infinity",
                "float|16777217|1.6777216E7",
                "decimal(38,0)|12345678901234567890|12345678901234567890",
                "decimal(38,0)|1e37|10000000000000000000000000000000000000",
                "decimal(10,2)|1.50000|1.50",
                "decimal(10,2)|-0.05|-0.05",
                "decimal(10,2)|1.005|1.01",
                "decimal(10,2)|12345678.9|12345678.90",
                "decimal(10,2)|'\"12.5\"'|12.50",
                "decimal(38,19)|0.1234567890123456789|0.1234567890123456789",
                "string|1.0|1.0",
                "string|12345678901234567890|12345678901234567890",
                "string|true|true",
                "string|'{ \"a\" : [ 1.0 , \"x \\\" y\" ] }'|'{\"a\":[1.0,\"x \\\" y\"]}'",
                "timestamp|'\"2026-03-01\"'|2026-02-28T23:00:00Z",
                "timestamp|'\"2026-03-01 10:00\"'|2026-03-01T09:00:00Z",
                "timestamp|'\"2026-03-29T02:30:00\"'|2026-03-29T01:30:00Z",
                "timestamp|'\"1969-12-31T23:59:59.9999999Z\"'|1969-12-31T23:59:59.999999Z",
                "binary|'\"aGk\"'|b64:aGk=",
            })
    void numbersAndTextsKeepEveryDigit(String type, String json, String expected) throws IOException {
        JsonReading reading = JsonReading.of("{\"v\":" + json + "}", "v " + type);
        assertThat(reading.reasons()).isEmpty();
        assertThat(String.valueOf(reading.values().getFirst())).isEqualTo(expected);
    }

    /// The broken twin of JS-03 reads every number as a double.
    @ParameterizedTest
    @CsvSource({
        "bigint, 9007199254740993",
        "'decimal(38,0)', 12345678901234567890",
        "'decimal(38,19)', 0.1234567890123456789"
    })
    void theTwinThatReadsNumbersAsDoublesIsFoundOut(String type, String number) throws IOException {
        JsonReading reading = JsonReading.of("{\"v\":" + number + "}", "v " + type);
        assertThat(String.valueOf(reading.values().getFirst())).isEqualTo(number);
        assertThat(new java.math.BigDecimal(Double.parseDouble(number)).toPlainString())
                .isNotEqualTo(number);
        assertThat(Double.parseDouble("1e400")).isInfinite();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bigint|12345678901234567890|decimal(38,0)",
                "bigint|1.0|a number with a fraction",
                "bigint|'\"1\"'|a text where bigint",
                "tinyint|128|beyond tinyint",
                "int|2147483648|beyond int",
                "int|true|true or false where int",
                "double|1e400|beyond double",
                "double|'\"1\"'|a text where double",
                "float|1e39|beyond float",
                "decimal(10,2)|1e400|beyond decimal(10,2)",
                "decimal(10,2)|1e999999999|beyond decimal(10,2)",
                "decimal(10,2)|123456789|beyond decimal(10,2)",
                "decimal(10,2)|'\"x\"'|no number",
                "boolean|'\"true\"'|trueValues",
                "boolean|1|trueValues",
                "date|'\"2026-02-30\"'|no date",
                "date|'\"\"'|no date",
                "date|20260301|epoch_millis",
                "timestamp|1700000000|epoch_seconds",
                "timestamp|'\"2026-03-01T25:00\"'|no timestamp",
                "timestamp|'\"+999999-03-01T10:00:00Z\"'|no timestamp",
                "binary|'\"*\"'|base64",
                "string|'\"\\ud800\"'|surrogate",
                "array<int>|1|an array is expected",
                "array<int>|'[1,[2]]'|an array where int",
                "'map<string,int>'|'[1]'|an object is expected",
                "'struct<a:int>'|'{\"a\":\"x\"}'|a text where int",
            })
    void whatDoesNotFitIsABadRecordThatNamesTheColumn(String type, String json, String reason) throws IOException {
        JsonReading reading = JsonReading.of("{\"v\":" + json + "}\n{\"v\":null}", "v " + type);
        assertThat(reading.reasons()).singleElement().asString().contains(reason);
        assertThat(reading.bad().getFirst().column()).startsWith("v");
        assertThat(reading.rows()).hasSize(1);
    }

    @Test
    void pathsOfNestedValuesAreNamed() throws IOException {
        JsonReading reading = JsonReading.of(
                "{\"order\":{\"items\":[{\"sku\":\"a\",\"qty\":1},{\"sku\":\"b\",\"qty\":\"x\"}]}}",
                "order struct<items:array<struct<sku:string,qty:int>>>");
        assertThat(reading.bad().getFirst().column()).isEqualTo("order.items[].qty");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "epoch_seconds|timestamp|1700000000|2023-11-14T22:13:20Z",
                "epoch_seconds|timestamp|1700000000.25|2023-11-14T22:13:20.250Z",
                "epoch_millis|timestamp|1700000000123|2023-11-14T22:13:20.123Z",
                "epoch_millis|timestamp|'\"1700000000123\"'|2023-11-14T22:13:20.123Z",
                "epoch_micros|timestamp|-1|1969-12-31T23:59:59.999999Z",
                "dd.MM.yyyy HH:mm|timestamp|'\"01.03.2026 10:00\"'|2026-03-01T09:00:00Z",
                "dd.MM.yyyy|date|'\"01.03.2026\"'|2026-03-01",
                "yyyy/MM/dd HH:mm|date|'\"2001/02/14 15:12\"'|2001-02-14",
            })
    void formatsOfAColumnAreFollowed(String format, String type, String json, String expected) throws IOException {
        ColumnSpec spec = new ColumnSpec("v", DataTypeParser.parse(type), format, null, '.', List.of(), List.of());
        JsonReading reading =
                JsonReading.of(BytesInput.of("{\"v\":" + json + "}"), 0, Long.MAX_VALUE, Map.of(), List.of(spec));
        assertThat(reading.reasons()).isEmpty();
        assertThat(reading.values().getFirst()).hasToString(expected);
    }

    @Test
    void aColumnsOwnZoneAndSpellingsCount() throws IOException {
        List<ColumnSpec> specs = List.of(
                new ColumnSpec(
                        "t", DataTypeParser.parse("timestamp"), null, ZoneId.of("UTC"), '.', List.of(), List.of()),
                new ColumnSpec("b", DataTypeParser.parse("boolean"), null, null, '.', List.of("Y", "1"), List.of("N")),
                new ColumnSpec("d", DataTypeParser.parse("decimal(10,2)"), null, null, ',', List.of(), List.of()));
        JsonReading reading = JsonReading.of(
                BytesInput.of("{\"t\":\"2026-03-01T10:00\",\"b\":1,\"d\":\"1.234,5\"}\n{\"b\":\"N\"}\n{\"b\":\"?\"}"),
                0,
                Long.MAX_VALUE,
                Map.of(),
                specs);
        assertThat(reading.rows())
                .containsExactly(
                        List.of(Instant.parse("2026-03-01T10:00:00Z"), true, new BigDecimal("1234.50")),
                        Arrays.asList(null, false, null));
        assertThat(reading.reasons()).singleElement().asString().contains("falseValues");
    }
}
