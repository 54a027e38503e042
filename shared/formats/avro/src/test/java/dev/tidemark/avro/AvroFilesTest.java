package dev.tidemark.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.MemoryOutput;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that other programs wrote, and damage.
class AvroFilesTest {

    private final Seeded seeded = Seeded.of("AvroFilesTest");
    private final List<BadRecord> bad = new ArrayList<>();
    private final List<String> finer = new ArrayList<>();

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = AvroFilesTest.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new IOException("no test resource " + name);
            }
            return in.readAllBytes();
        }
    }

    private static Schema sampled(byte[] file) throws IOException {
        return new AvroFormatReader()
                .sample(new MemoryInput("s3://b/f.avro", file), 1 << 20, FormatOptions.NONE, Set.of())
                .schema();
    }

    private List<List<@Nullable Object>> read(byte[] file, Schema schema, ZoneId zone) throws IOException {
        List<ColumnSpec> columns = schema.fields().stream()
                .map(field -> ColumnSpec.of(field.name(), field.type()))
                .toList();
        ReadTask.Notices notices = new ReadTask.Notices() {
            @Override
            public void finerThanMicros(String column) {
                finer.add(column);
            }
        };
        ReadTask task = new ReadTask(
                new MemoryInput("s3://b/f.avro", file),
                0,
                ReadTask.END,
                columns,
                FormatOptions.NONE,
                zone,
                null,
                notices);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (BatchReader batches = new AvroFormatReader().open(task, bad::add)) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                rows.addAll(Values.rows(batch));
            }
        }
        return rows;
    }

    private List<List<@Nullable Object>> read(byte[] file) throws IOException {
        return read(file, sampled(file), ZoneOffset.UTC);
    }

    private static long micros(String instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
    }

    private static int days(String date) {
        return (int) LocalDate.parse(date).toEpochDay();
    }

    /// Case XA-03.
    @Test
    void logicalTypesAreWhatTheySay() throws IOException {
        byte[] file = resource("made-here/logical_types_3_rows.avro");
        Schema schema = sampled(file);
        Schema asked = new Schema(schema.fields().stream()
                .map(field ->
                        field.type() instanceof DataType.Struct ? new Field(field.name(), DataType.STRING) : field)
                .toList());
        List<List<@Nullable Object>> rows = read(file, asked, ZoneOffset.UTC);
        int ms = asked.indexOf("ts_ms");
        int us = asked.indexOf("ts_us");
        int d = asked.indexOf("d");
        int amt = asked.indexOf("amt");
        int fx = asked.indexOf("fx");
        assertThat(rows)
                .extracting(row -> row.get(ms))
                .containsExactly(micros("2024-04-09T05:24:09.902Z"), micros("1899-01-01T00:00:00Z"), 0L);
        assertThat(rows)
                .extracting(row -> row.get(us))
                .containsExactly(micros("2024-04-09T05:24:09.902062Z"), null, -1L);
        assertThat(rows)
                .extracting(row -> row.get(d))
                .containsExactly(days("1969-12-31"), days("2024-02-29"), days("0001-01-01"));
        assertThat(rows)
                .extracting(row -> row.get(amt))
                .containsExactly(new BigDecimal("-2.56"), null, new BigDecimal("9999999.99"));
        assertThat(rows)
                .extracting(row -> row.get(fx))
                .containsExactly(new BigDecimal("12345678.901"), new BigDecimal("-0.001"), new BigDecimal("0.000"));
        assertThat(schema.field(schema.indexOf("u")).type())
                .isEqualTo(DataTypeParser.parse("struct<member0:string,member1:bigint>"));
        assertThat(read(file))
                .extracting(row -> row.get(schema.indexOf("u")))
                .containsExactly(
                        Values.struct("member0", "x", "member1", null),
                        Values.struct("member0", null, "member1", 9007199254740993L),
                        null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"weather", "weather-deflate", "weather-snappy", "weather-zstd"})
    void theWeatherIsTheSameUnderEveryCodec(String name) throws IOException {
        String expected = new String(resource("apache-avro/weather.json"), StandardCharsets.UTF_8);
        List<String> rows = new ArrayList<>();
        for (List<@Nullable Object> row : read(resource("apache-avro/" + name + ".avro"))) {
            rows.add("{\"station\":\"%s\",\"time\":%s,\"temp\":%s}".formatted(row.toArray()));
        }
        assertThat(rows).hasSize(5);
        assertThat(String.join("\n", rows)).isEqualTo(expected.strip());
    }

    /// Case XA-05: every cut but the one behind the header, which makes a whole file without rows.
    @Test
    void everyCutIsFound() throws IOException {
        for (String name : List.of("weather", "weather-deflate", "weather-snappy", "weather-zstd")) {
            byte[] file = resource("apache-avro/" + name + ".avro");
            List<Long> borders = OtherAvro.blocks(file);
            for (int length = 0; length < file.length; length++) {
                byte[] cut = Arrays.copyOf(file, length);
                if (borders.contains((long) length)) {
                    continue;
                }
                assertThatThrownBy(() -> read(cut)).isInstanceOf(UnreadableObjectException.class);
            }
        }
    }

    /// The broken twin takes what comes behind the last whole block for the end of the file: it reads most
    /// cuts as fewer rows.
    @Test
    void aTwinThatStopsAtTheLastWholeBlockLosesRowsInSilence() throws IOException {
        byte[] file = resource("apache-avro/weather.avro");
        List<Long> borders = OtherAvro.blocks(file);
        int silent = 0;
        for (int length = borders.getFirst().intValue() + 1; length < file.length; length++) {
            int end = length;
            long border = borders.stream()
                    .filter(at -> at <= end)
                    .mapToLong(Long::longValue)
                    .max()
                    .orElseThrow();
            silent += read(Arrays.copyOf(file, (int) border)).size() < 5 ? 1 : 0;
        }
        assertThat(silent).isGreaterThan(file.length / 4);
    }

    @Test
    void anEmptyBlockInTheMiddleIsNoEnd() throws IOException {
        byte[] file = resource("apache-avro/weather.avro");
        byte[] marker = Arrays.copyOfRange(file, file.length - 16, file.length);
        int first = OtherAvro.blocks(file).getFirst().intValue();
        ByteArrayOutputStream with = new ByteArrayOutputStream();
        with.write(file, 0, first);
        with.write(new byte[] {0, 0});
        with.write(marker);
        with.write(file, first, file.length - first);
        assertThat(read(with.toByteArray())).hasSize(5);
    }

    private static byte[] file(String schema, Object... values) throws IOException {
        org.apache.avro.Schema parsed = new org.apache.avro.Schema.Parser().parse(schema);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(parsed))) {
            writer.create(parsed, bytes);
            for (Object value : values) {
                if (parsed.getType() == org.apache.avro.Schema.Type.RECORD) {
                    GenericData.Record record = new GenericData.Record(parsed);
                    record.put(0, value);
                    writer.append(record);
                } else {
                    writer.append(value);
                }
            }
        }
        return bytes.toByteArray();
    }

    private static String one(String type) {
        return "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"v\",\"type\":" + type + "}]}";
    }

    @Test
    void localTimestampsAreWallClockInTheJobsZone() throws IOException {
        byte[] file =
                file(one("{\"type\":\"long\",\"logicalType\":\"local-timestamp-millis\"}"), 0L, 1_720_000_000_123L);
        Schema schema = sampled(file);
        assertThat(read(file, schema, ZoneId.of("America/New_York")))
                .extracting(List::getFirst)
                .containsExactly(micros("1970-01-01T05:00:00Z"), micros("2024-07-03T13:46:40.123Z"));
        assertThat(read(file)).extracting(List::getFirst).containsExactly(0L, micros("2024-07-03T09:46:40.123Z"));
    }

    @Test
    void nanosecondsAreFlooredAndToldOnce() throws IOException {
        byte[] file = file(one("{\"type\":\"long\",\"logicalType\":\"timestamp-nanos\"}"), -1L, 1_999L, 2_000L);
        assertThat(read(file)).extracting(List::getFirst).containsExactly(-1L, 1L, 2L);
        assertThat(finer).containsExactly("v");
    }

    @Test
    void valuesOutsideTheirRangeAreBadRecordsAndTheirNeighboursStay() throws IOException {
        byte[] times = file(one("{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}"), 1L, Long.MAX_VALUE, 2L);
        assertThat(read(times)).extracting(List::getFirst).containsExactly(1_000L, 2_000L);
        byte[] day = file(one("{\"type\":\"int\",\"logicalType\":\"time-millis\"}"), 5, -1, 86_400_000);
        assertThat(read(day)).extracting(List::getFirst).containsExactly("00:00:00.005");
        byte[] decimal = file(
                one("{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":3,\"scale\":1}"),
                ByteBuffer.wrap(new byte[] {0x03, (byte) 0xE8}),
                ByteBuffer.wrap(new byte[] {0x03, (byte) 0xE7}));
        assertThat(read(decimal)).extracting(List::getFirst).containsExactly(new BigDecimal("99.9"));
        assertThat(bad).extracting(BadRecord::recordNumber).containsExactly(2L, 2L, 3L, 1L);
        assertThat(bad).allSatisfy(record -> assertThat(record.column()).isEqualTo("v"));
    }

    @Test
    void daysAndWallClocksKeepToTheYearsOneTo9999() throws IOException {
        byte[] days = file(one("{\"type\":\"int\",\"logicalType\":\"date\"}"), 2_932_896, 2_932_897, -719_163, 0);
        assertThat(read(days)).extracting(List::getFirst).containsExactly(2_932_896, 0);
        assertThat(bad).extracting(BadRecord::recordNumber).containsExactly(2L, 3L);
        assertThat(bad.getFirst().reason()).contains("the date +10000-01-01 lies outside of 0001 to 9999");
        // The broken twin takes days for plain numbers.
        assertThat(read(file(one("\"int\""), 2_932_897))).hasSize(1);
        String local = one("{\"type\":\"long\",\"logicalType\":\"local-timestamp-micros\"}");
        byte[] last = file(local, 253_402_300_799_999_999L);
        assertThat(read(last, sampled(last), ZoneOffset.ofHours(1))).hasSize(1);
        assertThat(read(last, sampled(last), ZoneOffset.ofHours(-1))).isEmpty();
    }

    @Test
    void textThatIsNoUtf8IsABadRecord() throws IOException {
        byte[] file = file(one("\"string\""), "aaaa", "bbbb", "cccc");
        for (int i = 0; i + 4 < file.length; i++) {
            if (new String(file, i, 4, StandardCharsets.ISO_8859_1).equals("bbbb")) {
                file[i + 1] = (byte) 0xFF;
            }
        }
        assertThat(read(file)).extracting(List::getFirst).containsExactly("aaaa", "cccc");
        assertThat(bad).singleElement().extracting(BadRecord::reason).asString().contains("UTF-8");
    }

    @Test
    void unionsOfNumbersAreTheWiderOne() throws IOException {
        assertThat(read(file(one("[\"int\",\"null\",\"long\"]"), 1, 2L)))
                .extracting(List::getFirst)
                .containsExactly(1L, 2L);
        assertThat(read(file(one("[\"float\",\"double\"]"), 0.5f, 0.25d)))
                .extracting(List::getFirst)
                .containsExactly(0.5d, 0.25d);
    }

    @Test
    void aFileWithoutRecordsHasOneColumn() throws IOException {
        byte[] file = file("{\"type\":\"map\",\"values\":\"int\"}", Map.of("a", 1));
        assertThat(sampled(file)).isEqualTo(Schema.of(new Field("value", DataTypeParser.parse("map<string,int>"))));
        assertThat(read(file)).isEqualTo(List.of(Values.row(Map.of("a", 1))));
    }

    @Test
    void enumsFixedAndUuidsAreRead() throws IOException {
        assertThat(read(file(
                        one("{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"A\",\"B\"]}"),
                        new GenericData.EnumSymbol(
                                org.apache.avro.Schema.createEnum("e", null, null, List.of("A", "B")), "B"))))
                .isEqualTo(List.of(Values.row("B")));
        assertThat(read(file(
                        one("{\"type\":\"string\",\"logicalType\":\"uuid\"}"), "6d1f0f5e-7b0c-4d5b-9a67-1f3f1f2a3b4c")))
                .isEqualTo(List.of(Values.row("6d1f0f5e-7b0c-4d5b-9a67-1f3f1f2a3b4c")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"fixed\",\"name\":\"f\",\"size\":12,\"logicalType\":\"duration\"}",
                "[\"null\",\"r\"]",
                "{\"type\":\"array\",\"items\":{\"type\":\"record\",\"name\":\"none\",\"fields\":[]}}",
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":39,\"scale\":1}",
            })
    void whatHasNoColumnTypeIsRefusedByName(String type) throws IOException {
        byte[] file = file(one(type));
        assertThatThrownBy(() -> sampled(file))
                .isInstanceOf(AvroTypeRefusedException.class)
                .hasMessageContaining("s3://b/f.avro")
                .hasMessageContaining("'v");
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "snappy", "deflate", "bzip2", "xz", "none"})
    void everyCodecThatIsWrittenIsReadByApacheAvro(String codec) throws IOException {
        Schema schema = Schema.of(new Field("a", DataType.BIGINT), new Field("b", DataType.STRING));
        List<List<@Nullable Object>> rows = new Values(seeded.random()).rows(schema, 3_000);
        MemoryOutput output = new MemoryOutput();
        FileWriter file =
                new AvroFormatWriter().create(output, schema, new FormatOptions(Map.of("compression", codec)));
        file.append(Values.batch(schema, rows), IntStream.range(0, rows.size()).toArray(), rows.size());
        file.finish();
        assertThat(OtherAvro.read(output.toBytes())).isEqualTo(rows);
        assertThat(read(output.toBytes(), schema, ZoneOffset.UTC)).isEqualTo(rows);
    }

    /// A block of a few bytes that becomes gigabytes.
    @Test
    void aBombIsRefusedBeforeItFillsTheHeap() throws IOException {
        byte[] bomb = AvroCodec.BZIP2.compress(new byte[40 << 20], 40 << 20);
        assertThat(bomb.length).isLessThan(1000);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int i = 0; i < 14; i++) {
            stream.write(bomb);
        }
        assertThatThrownBy(() -> AvroCodec.BZIP2.decompress(stream.toByteArray()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("128 MB");
    }

    @Test
    void namesThatAvroDoesNotAllowAreRefusedWhenPlanned() {
        for (String name : List.of("Cost Total $", "1st", "a.b", "ü")) {
            assertThatThrownBy(() ->
                            new AvroFormatWriter().check(Schema.of(new Field(name, DataType.INT)), FormatOptions.NONE))
                    .isInstanceOf(TidemarkException.class)
                    .hasMessageContaining("'" + name + "'")
                    .hasMessageContaining("renameField");
        }
    }

    @Test
    void recordsInArraysAndBesideThemHaveNamesOfTheirOwn() throws IOException {
        Schema schema = Schema.of(
                new Field("a", DataTypeParser.parse("array<struct<x:int>>")),
                new Field("a_element", DataTypeParser.parse("struct<y:int>")),
                new Field("element", DataTypeParser.parse("struct<z:map<string,struct<value:int>>>")));
        List<List<@Nullable Object>> rows = new Values(seeded.random()).rows(schema, 100);
        MemoryOutput output = new MemoryOutput();
        FileWriter file = new AvroFormatWriter().create(output, schema, FormatOptions.NONE);
        file.append(Values.batch(schema, rows), IntStream.range(0, 100).toArray(), 100);
        file.finish();
        assertThat(OtherAvro.read(output.toBytes())).isEqualTo(rows);
    }

    /// Items that take no byte cost memory all the same.
    @Test
    void anArrayThatClaimsMillionsOfNullsIsDamage() throws IOException {
        byte[] file = file(one("{\"type\":\"array\",\"items\":\"null\"}"), Arrays.asList(new Object[60_000]));
        assertThat(read(file)).hasSize(1);
        byte[] many = file(one("{\"type\":\"array\",\"items\":\"null\"}"), Arrays.asList(new Object[70_000]));
        assertThatThrownBy(() -> read(many))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("70000 items");
    }
}
