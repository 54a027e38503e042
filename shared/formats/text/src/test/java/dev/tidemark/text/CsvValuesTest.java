package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.reading.LocalClock;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts and what they are as values of each type, or that they are none.
final class CsvValuesTest {

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tinyint|127,-128,+1,007|128,-129,1.0,' 1','1 ',x,--1,+,-",
                "smallint|32767,-32768|32768,1e2",
                "int|2147483647,-2147483648|2147483648,99999999999999999999",
                "bigint|9223372036854775807,-9223372036854775808,000000000000000000000001|9223372036854775808,1_0,0x1",
                "double|1.5,-0.0,1e300,.5,5.,NaN,-Infinity,1E-7,123456789012345678901234567890|1e400,1d,0x1p3,'1 ',e5,.,+,1e",
                "float|0.1,16777217,3.4e38|3.5e38,1f",
                "boolean|true,FALSE,True|yes,1,t",
                "date|2024-02-29,0001-01-01,9999-12-31|2023-02-29,2024-13-01,2024-1-1,2024-01-01x,2024/01/01",
                "'decimal(5,2)'|1.5,-999.99,1e2,.05,000001,1.2345|1000,999.995,x,1.2.3,1e99",
                "'decimal(38,10)'|1234567890123456789012345678.1234567890,-0.5|12345678901234567890123456789,1e1000000000"
            })
    void valuesOfEachType(String type, String good, String wrong) throws IOException {
        ColumnSpec spec = ColumnSpec.of("c", dev.tidemark.data.DataTypeParser.parse(type.replace("'", "")));
        CsvReading read = CsvReading.with("separator", "|").columns(spec).read(good.replace(',', '\n'));
        assertThat(read.bad).isEmpty();
        assertThat(read.rows).hasSize(good.split(",").length).doesNotContain(Arrays.asList((String) null));
        CsvReading none = CsvReading.with("separator", "|")
                .columns(spec)
                .read(wrong.replace(',', '\n').replace("'", ""));
        assertThat(none.rows).isEmpty();
        assertThat(none.bad).hasSize(wrong.split(",").length);
        assertThat(none.bad).extracting(BadRecord::reason).allMatch(reason -> reason.contains("is not"));
    }

    @Test
    void decimalsAreRoundedHalfUpAndExactOtherwise() throws IOException {
        Random random = new Random(seed);
        List<String> texts = new ArrayList<>();
        List<@Nullable String> expected = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            BigDecimal value = BigDecimal.valueOf(random.nextLong() >> random.nextInt(63), random.nextInt(20));
            BigDecimal rounded = value.setScale(4, RoundingMode.HALF_UP);
            if (rounded.precision() <= 16) {
                texts.add(random.nextBoolean() ? value.toPlainString() : value.toString());
                expected.add(rounded.toPlainString());
            }
        }
        for (int precision : List.of(16, 30)) {
            CsvReading read = CsvReading.with()
                    .columns(ColumnSpec.of("c", DataType.decimal(precision, 4)))
                    .read(String.join("\n", texts));
            assertThat(read.bad).isEmpty();
            assertThat(read.rows)
                    .extracting(row -> row.get(0))
                    .as("seed %d", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void doublesAreWhatJavaReads() throws IOException {
        Random random = new Random(seed);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            texts.add(
                    switch (i % 4) {
                        case 0 -> Double.toString(Double.isFinite(value) ? value : 1);
                        case 1 -> random.nextLong() + "e" + (random.nextInt(60) - 30);
                        case 2 ->
                            BigDecimal.valueOf(random.nextLong(), random.nextInt(30))
                                    .toPlainString();
                        default -> String.valueOf(random.nextInt(1000000) / 1000.0);
                    });
        }
        CsvReading read =
                CsvReading.with().columns(ColumnSpec.of("c", DataType.DOUBLE)).read(String.join("\n", texts));
        assertThat(read.rows)
                .extracting(row -> row.get(0))
                .as("seed %d", seed)
                .isEqualTo(texts.stream()
                        .map(text -> String.valueOf(Double.parseDouble(text)))
                        .toList());
    }

    @Test
    void isoTimestampsWithAndWithoutZone() throws IOException {
        CsvReading read = CsvReading.with()
                .columns(ColumnSpec.of("c", DataType.TIMESTAMP))
                .zone("Europe/Berlin")
                .read(String.join(
                        "\n",
                        "2024-07-01",
                        "2024-07-01 12:00",
                        "2024-01-01T12:00:00.5",
                        "2024-07-01T12:00:00Z",
                        "2024-07-01T12:00:00.123456789+02:00",
                        "2024-07-01 12:00:00 UTC",
                        "1969-12-31T23:59:59.9999999-0530",
                        "2024-07-01T24:00:00",
                        "2024-07-01T12:60:00",
                        "2024-07-01T12",
                        "2024-07-01T12:00:00+25",
                        "2024-07-01T12:00:00X"));
        assertThat(read.rows)
                .extracting(row -> row.get(0))
                .containsExactly(
                        "2024-06-30T22:00:00Z",
                        "2024-07-01T10:00:00Z",
                        "2024-01-01T11:00:00.500Z",
                        "2024-07-01T12:00:00Z",
                        "2024-07-01T10:00:00.123456Z",
                        "2024-07-01T12:00:00Z",
                        "1970-01-01T05:29:59.999999Z");
        assertThat(read.bad).hasSize(5);
    }

    @Test
    void germanOrdersWithTheirFormatsAndClockChanges() throws IOException {
        String file = "Order No;Ordered At;Amount\n1;30.03.2025 02:30;1.234,50\n2;26.10.2025 02:30;-0,5\n3;NULL;12\n"
                + "4;31.02.2025 10:00;1\n5;01.02.2025 10:00;1.23\n6;1.2.2025 10:00;1\n7;01.07.2025 10:00;1234567,895\n";
        CsvReading read = CsvReading.with(
                        "separator", ";", "encoding", "ISO-8859-1", "withHeader", "true", "nullValue", "NULL")
                .columns(
                        ColumnSpec.of("order no", DataType.BIGINT),
                        new ColumnSpec(
                                "Ordered At",
                                DataType.TIMESTAMP,
                                "dd.MM.yyyy HH:mm",
                                ZoneId.of("Europe/Berlin"),
                                '.',
                                List.of(),
                                List.of()),
                        new ColumnSpec("Amount", DataType.decimal(12, 2), null, null, ',', List.of(), List.of()))
                .read(file.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(read.rows)
                .containsExactly(
                        List.of("1", "2025-03-30T01:30:00Z", "1234.50"),
                        List.of("2", "2025-10-26T00:30:00Z", "-0.50"),
                        Arrays.asList("3", null, "12.00"),
                        List.of("7", "2025-07-01T08:00:00Z", "1234567.90"));
        assertThat(read.bad).extracting(BadRecord::column).containsExactly("Ordered At", "Amount", "Ordered At");
        assertThat(read.bad.get(0).reason())
                .isEqualTo("'31.02.2025 10:00' is not a timestamp of format dd.MM.yyyy HH:mm");
    }

    @Test
    void wallClockTimesBecomeTheInstantsOfJavaTime() {
        Random random = new Random(seed);
        for (String name : List.of("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC")) {
            ZoneId zone = ZoneId.of(name);
            LocalClock clock = new LocalClock(zone);
            long second = -3_000_000_000L;
            for (int i = 0; i < 20_000; i++) {
                second += random.nextInt(i % 3 == 0 ? 1_000_000 : 3600);
                assertThat(clock.epochSecond(second))
                        .as("seed %d %s %d", seed, name, second)
                        .isEqualTo(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC)
                                .atZone(zone)
                                .toEpochSecond());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dd.MM.yyyy HH:mm", "yyyyMMdd", "yyyy/MM/dd HH:mm:ss", "MM-dd-yyyy HH", "d.M.yyyy HH:mm"})
    void patternsTakeWhatTheStrictFormatterTakes(String pattern) {
        Random random = new Random(seed);
        ZoneId zone = ZoneId.of("Europe/Berlin");
        DateTimeFormatter strict = new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.ERA, 1)
                .toFormatter(Locale.ENGLISH)
                .withResolverStyle(ResolverStyle.STRICT);
        TimeText time = new TimeText(pattern, zone);
        int taken = 0;
        for (int i = 0; i < 5000; i++) {
            StringBuilder text = new StringBuilder(
                    strict.format(LocalDateTime.ofEpochSecond(random.nextLong(4_000_000_000L), 0, ZoneOffset.UTC)));
            if (random.nextBoolean()) {
                text.setCharAt(random.nextInt(text.length()), "0123459 .x".charAt(random.nextInt(10)));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            Long expected;
            try {
                TemporalAccessor parsed = strict.parse(text);
                LocalTime ofDay = parsed.query(TemporalQueries.localTime());
                expected = LocalDate.from(parsed)
                                .atTime(ofDay == null ? LocalTime.MIDNIGHT : ofDay)
                                .atZone(zone)
                                .toEpochSecond()
                        * 1_000_000;
                taken++;
            } catch (DateTimeException none) {
                expected = null;
            }
            boolean read = time.timestamp(bytes, 0, bytes.length);
            assertThat(read ? (Long) time.value() : null)
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(expected);
        }
        assertThat(taken).isGreaterThan(2500);
    }

    @Test
    void epochNumbersAndOwnTruths() throws IOException {
        CsvReading read = CsvReading.with()
                .columns(
                        new ColumnSpec("s", DataType.TIMESTAMP, "epoch_seconds", null, '.', List.of(), List.of()),
                        new ColumnSpec("m", DataType.TIMESTAMP, "epoch_millis", null, '.', List.of(), List.of()),
                        new ColumnSpec("u", DataType.DATE, "epoch_micros", null, '.', List.of(), List.of()),
                        new ColumnSpec("b", DataType.BOOLEAN, null, null, '.', List.of("j"), List.of("n")))
                .read("1.5,1500,-1,J\n-1,1e3,0,n\n1,1,1,true\n");
        assertThat(read.rows)
                .containsExactly(
                        List.of("1970-01-01T00:00:01.500Z", "1970-01-01T00:00:01.500Z", "1969-12-31", "true"),
                        List.of("1969-12-31T23:59:59Z", "1970-01-01T00:00:01Z", "1970-01-01", "false"));
        assertThat(read.bad.get(0).column()).isEqualTo("b");
    }

    /// Every other format refuses them, so files that were made of them could not be read.
    @Test
    void timesBeyondTheYearsOneTo9999AreBadRecords() throws IOException {
        ColumnSpec seconds = new ColumnSpec("s", DataType.TIMESTAMP, "epoch_seconds", null, '.', List.of(), List.of());
        ColumnSpec days = new ColumnSpec("d", DataType.DATE, "epoch_seconds", null, '.', List.of(), List.of());
        ColumnSpec iso = ColumnSpec.of("t", DataType.TIMESTAMP);
        CsvReading read = CsvReading.with()
                .columns(seconds, days, iso)
                .read("999999999999,0,2026-01-01T00:00:00Z\n"
                        + "0,99999999999999,2026-01-01T00:00:00Z\n"
                        + "0,0,9999-12-31T23:59:59-18:00\n"
                        + "253402300799,-62135596800,0001-01-01T00:00:00Z\n");
        assertThat(read.bad).extracting(BadRecord::column).containsExactly("s", "d", "t");
        assertThat(read.rows).containsExactly(List.of("9999-12-31T23:59:59Z", "0001-01-01", "0001-01-01T00:00:00Z"));
    }

    @Test
    void aNumberOfMoreDigitsThanBigintHasIsRefusedByTheirCount() throws IOException {
        CsvReading read = CsvReading.with()
                .columns(ColumnSpec.of("n", DataType.BIGINT))
                .read("9".repeat(20_000_000) + "\n" + "0".repeat(1_000)
                        + "9223372036854775807\n10000000000000000000\n");
        assertThat(read.bad).hasSize(2);
        assertThat(read.rows).containsExactly(List.of("9223372036854775807"));
    }

    @Test
    void nestedTypesAndImpossibleFormatsAreRefused() {
        assertThatThrownBy(() -> CsvReading.with()
                        .columns(ColumnSpec.of("c", new DataType.Array(DataType.INT)))
                        .read("1"))
                .isInstanceOf(CsvColumnException.class)
                .hasMessageContaining("'c'");
        ColumnSpec wrong = new ColumnSpec("c", DataType.DATE, "bogus", null, '.', List.of(), List.of());
        assertThatThrownBy(() -> CsvReading.with().columns(wrong).read("1"))
                .isInstanceOf(CsvOptionException.class)
                .hasMessageContaining("dd.MM.yyyy");
    }

    @Test
    void caseCs05ASampleIsTextUnlessTypesAreAskedForAndThenKeepsCodesAndBigNumbers() throws IOException {
        String file = "zip,n\n00501,9223372036854775808\n08540,1e5\n";
        assertThat(types(file, false)).isEqualTo("zip:string,n:string");
        assertThat(types(file, true)).isEqualTo("zip:string,n:string");
        assertThat(types(
                        "a,b,c,d,e,f,g,h\n1,1.5,9223372036854775808,true,2024-01-01,2024-01-01T10:00:00Z,x,\n"
                                + "-2,3,1,FALSE,,2024-01-02,,\n",
                        true))
                .isEqualTo("a:bigint,b:double,c:decimal(38,0),d:boolean,e:date,f:timestamp,g:string,h:string");
        // A double holds integers up to 2^53; beyond, digits would go.
        assertThat(types("a,b,c\n9007199254740992,9007199254740993,9223372036854775807\n0.5,0.5,1e5\n", true))
                .isEqualTo("a:double,b:string,c:string");
        SampledSchema sample = new CsvFormatReader()
                .sample(
                        BytesInput.of("a,b\n1,\n"),
                        1000,
                        new FormatOptions(Map.of("withHeader", "true", "inferSchema", "true")),
                        Set.of());
        assertThat(sample.nullOnly()).containsExactly("b");
        assertThat(sample.ordered()).isTrue();
    }

    @Test
    void aSampleWithoutHeaderNumbersItsColumnsAndReadsNoFurtherThanAsked() throws IOException {
        SampledSchema sample = new CsvFormatReader()
                .sample(
                        BytesInput.of("1,a\n2,b\nx,c\n"),
                        5,
                        new FormatOptions(Map.of("inferSchema", "true")),
                        Set.of());
        assertThat(sample.schema())
                .isEqualTo(Schema.of(new Field("col0", DataType.BIGINT), new Field("col1", DataType.STRING)));
    }

    private static String types(String file, boolean infer) throws IOException {
        return new CsvFormatReader()
                        .sample(
                                BytesInput.of(file),
                                1000,
                                new FormatOptions(Map.of("withHeader", "true", "inferSchema", String.valueOf(infer))),
                                Set.of())
                        .schema()
                        .fields()
                        .stream()
                        .map(field -> field.name() + ":" + field.type())
                        .collect(Collectors.joining(","));
    }
}
