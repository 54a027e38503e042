package dev.tidemark.parquet;

import static dev.tidemark.testkit.Values.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.MemoryInput;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What becomes of types that Tidemark does not have, or writes in another way; written by parquet-java with and
/// without a dictionary.
class MappingTest {

    private record Mapped(String what, Type type, DataType expected, List<Consumer<RecordConsumer>> in, List<?> out) {}

    private static Type type(PrimitiveTypeName physical, @Nullable LogicalTypeAnnotation annotation) {
        return type(physical, 0, annotation);
    }

    private static Type type(PrimitiveTypeName physical, int length, @Nullable LogicalTypeAnnotation annotation) {
        Types.PrimitiveBuilder<?> builder = Types.optional(physical);
        if (length > 0) {
            builder = builder.length(length);
        }
        return (Type) (annotation == null ? builder : builder.as(annotation)).named("v");
    }

    private static Consumer<RecordConsumer> binary(int... bytes) {
        byte[] value = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            value[i] = (byte) bytes[i];
        }
        return out -> out.addBinary(Binary.fromConstantByteArray(value));
    }

    private static Consumer<RecordConsumer> text(String text) {
        return out -> out.addBinary(Binary.fromString(text));
    }

    private static List<Consumer<RecordConsumer>> ints(int... values) {
        List<Consumer<RecordConsumer>> writers = new ArrayList<>();
        for (int value : values) {
            writers.add(out -> out.addInteger(value));
        }
        return writers;
    }

    private static List<Consumer<RecordConsumer>> longs(long... values) {
        List<Consumer<RecordConsumer>> writers = new ArrayList<>();
        for (long value : values) {
            writers.add(out -> out.addLong(value));
        }
        return writers;
    }

    private static BigDecimal dec(String text) {
        return new BigDecimal(text);
    }

    private static List<Mapped> all() {
        PrimitiveTypeName int32 = PrimitiveTypeName.INT32;
        PrimitiveTypeName int64 = PrimitiveTypeName.INT64;
        PrimitiveTypeName bytes = PrimitiveTypeName.BINARY;
        PrimitiveTypeName fixed = PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
        LogicalTypeAnnotation.TimeUnit millis = LogicalTypeAnnotation.TimeUnit.MILLIS;
        LogicalTypeAnnotation.TimeUnit micros = LogicalTypeAnnotation.TimeUnit.MICROS;
        LogicalTypeAnnotation.TimeUnit nanos = LogicalTypeAnnotation.TimeUnit.NANOS;
        return List.of(
                new Mapped(
                        "uint8",
                        type(int32, LogicalTypeAnnotation.intType(8, false)),
                        DataType.SMALLINT,
                        ints(0, 255, 128),
                        List.of(0, 255, 128)),
                new Mapped(
                        "uint16",
                        type(int32, LogicalTypeAnnotation.intType(16, false)),
                        DataType.INT,
                        ints(0, 65_535),
                        List.of(0, 65_535)),
                new Mapped(
                        "uint32",
                        type(int32, LogicalTypeAnnotation.intType(32, false)),
                        DataType.BIGINT,
                        ints(0, -1, Integer.MIN_VALUE),
                        List.of(0L, 4_294_967_295L, 2_147_483_648L)),
                new Mapped(
                        "uint64",
                        type(int64, LogicalTypeAnnotation.intType(64, false)),
                        DataType.decimal(20, 0),
                        longs(0, -1, Long.MIN_VALUE),
                        List.of(dec("0"), dec("18446744073709551615"), dec("9223372036854775808"))),
                new Mapped(
                        "int8",
                        type(int32, LogicalTypeAnnotation.intType(8, true)),
                        DataType.TINYINT,
                        ints(-128, 127),
                        List.of(-128, 127)),
                new Mapped(
                        "float16",
                        type(fixed, 2, LogicalTypeAnnotation.float16Type()),
                        DataType.FLOAT,
                        List.of(
                                binary(0x00, 0x3C),
                                binary(0x00, 0xC0),
                                binary(0xFF, 0x7B),
                                binary(0x00, 0x7E),
                                binary(0x01, 0x00)),
                        List.of(1.0f, -2.0f, 65_504f, Float.NaN, 0x1.0p-24f)),
                new Mapped(
                        "uuid",
                        type(fixed, 16, LogicalTypeAnnotation.uuidType()),
                        DataType.STRING,
                        List.of(binary(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xA, 0xB, 0xC, 0xD, 0xE, 0xFF)),
                        List.of("00010203-0405-0607-0809-0a0b0c0d0eff")),
                new Mapped(
                        "enum",
                        type(bytes, LogicalTypeAnnotation.enumType()),
                        DataType.STRING,
                        List.of(text("A"), text("")),
                        List.of("A", "")),
                new Mapped(
                        "json",
                        type(bytes, LogicalTypeAnnotation.jsonType()),
                        DataType.STRING,
                        List.of(text("{\"a\":1}")),
                        List.of("{\"a\":1}")),
                new Mapped(
                        "bson",
                        type(bytes, LogicalTypeAnnotation.bsonType()),
                        DataType.BINARY,
                        List.of(binary(5, 0, 0, 0, 0)),
                        List.of(ByteBuffer.wrap(new byte[] {5, 0, 0, 0, 0}))),
                new Mapped(
                        "bytes",
                        type(bytes, null),
                        DataType.BINARY,
                        List.of(binary(1)),
                        List.of(ByteBuffer.wrap(new byte[] {1}))),
                new Mapped(
                        "fixed",
                        type(fixed, 3, null),
                        DataType.BINARY,
                        List.of(binary(1, 2, 3)),
                        List.of(ByteBuffer.wrap(new byte[] {1, 2, 3}))),
                new Mapped(
                        "time millis",
                        type(int32, LogicalTypeAnnotation.timeType(true, millis)),
                        DataType.STRING,
                        ints(0, 86_399_999, 3_600_100),
                        List.of("00:00:00", "23:59:59.999", "01:00:00.1")),
                new Mapped(
                        "time micros",
                        type(int64, LogicalTypeAnnotation.timeType(false, micros)),
                        DataType.STRING,
                        longs(1, 45_296_000_000L),
                        List.of("00:00:00.000001", "12:34:56")),
                new Mapped(
                        "time nanos",
                        type(int64, LogicalTypeAnnotation.timeType(true, nanos)),
                        DataType.STRING,
                        longs(1, 86_399_999_999_999L),
                        List.of("00:00:00.000000001", "23:59:59.999999999")),
                new Mapped(
                        "timestamp millis",
                        type(int64, LogicalTypeAnnotation.timestampType(true, millis)),
                        DataType.TIMESTAMP,
                        longs(-1, 1_700_000_000_123L),
                        List.of(-1_000L, 1_700_000_000_123_000L)),
                new Mapped(
                        "timestamp nanos",
                        type(int64, LogicalTypeAnnotation.timestampType(true, nanos)),
                        DataType.TIMESTAMP,
                        longs(-1, 1_999),
                        List.of(-1L, 1L)),
                new Mapped(
                        "decimal int32",
                        type(int32, LogicalTypeAnnotation.decimalType(2, 9)),
                        DataType.decimal(9, 2),
                        ints(-256, 999_999_999),
                        List.of(dec("-2.56"), dec("9999999.99"))),
                new Mapped(
                        "decimal int64",
                        type(int64, LogicalTypeAnnotation.decimalType(3, 18)),
                        DataType.decimal(18, 3),
                        longs(-1),
                        List.of(dec("-0.001"))),
                new Mapped(
                        "decimal bytes",
                        type(bytes, LogicalTypeAnnotation.decimalType(1, 38)),
                        DataType.decimal(38, 1),
                        List.of(
                                binary(0xFF),
                                binary(0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF),
                                binary(0),
                                binary(0xFF, 0xFF, 0x80)),
                        List.of(dec("-0.1"), dec("236118324143482260684.7"), dec("0.0"), dec("-12.8"))),
                new Mapped(
                        "decimal bytes short",
                        type(bytes, LogicalTypeAnnotation.decimalType(2, 5)),
                        DataType.decimal(5, 2),
                        List.of(binary(0x01, 0x00), binary(0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F)),
                        List.of(dec("2.56"), dec("1.27"))),
                new Mapped(
                        "decimal fixed",
                        type(fixed, 20, LogicalTypeAnnotation.decimalType(0, 38)),
                        DataType.decimal(38, 0),
                        List.of(binary(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -2)),
                        List.of(dec("-2"))));
    }

    @TestFactory
    Stream<DynamicTest> typesOfOthersBecomeOurs() {
        return all().stream()
                .map(mapped -> DynamicTest.dynamicTest(mapped.what(), () -> {
                    for (ParquetJava made : List.of(ParquetJava.USUAL, ParquetJava.USUAL.withoutDictionary())) {
                        byte[] file = file(made, mapped.type(), mapped.in());
                        assertThat(Reading.schema(file).field(0).type()).isEqualTo(mapped.expected());
                        List<List<@Nullable Object>> expected = new ArrayList<>();
                        mapped.out().forEach(value -> expected.add(row(value)));
                        expected.add(row((Object) null));
                        assertThat(Reading.rows(file)).isEqualTo(expected);
                    }
                }));
    }

    /// One value a row, and a null at the end.
    private static byte[] file(ParquetJava made, Type type, List<Consumer<RecordConsumer>> values) throws IOException {
        List<Consumer<RecordConsumer>> rows = new ArrayList<>();
        for (Consumer<RecordConsumer> value : values) {
            rows.add(out -> {
                out.startField("v", 0);
                value.accept(out);
                out.endField("v", 0);
            });
        }
        rows.add(out -> {});
        return made.write(new MessageType("m", type), rows);
    }

    private static Consumer<RecordConsumer> int96(long nanosOfDay, int julianDay) {
        ByteBuffer value = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        value.putLong(nanosOfDay).putInt(julianDay);
        return out -> out.addBinary(Binary.fromConstantByteArray(value.array()));
    }

    private static long micros(String instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
    }

    @Test
    void int96IsAWallClockAndFlooredToMicroseconds() throws IOException {
        byte[] file = file(
                ParquetJava.USUAL,
                type(PrimitiveTypeName.INT96, null),
                List.of(int96(0, 2_440_588), int96(3_723_000_000_999L, 2_440_587), int96(0, 1_721_427)));
        List<String> finer = new ArrayList<>();
        Schema schema = Schema.of(new Field("v", DataType.TIMESTAMP));
        ReadTask.Notices notices = new ReadTask.Notices() {
            @Override
            public void finerThanMicros(String column) {
                finer.add(column);
            }
        };
        assertThat(Reading.rows(new MemoryInput("f", file), schema, ZoneOffset.UTC, notices))
                .containsExactly(
                        row(0L), row(micros("1969-12-31T01:02:03Z")), row(micros("0001-01-02T00:00:00Z")), row((Object)
                                null));
        assertThat(finer).containsExactly("v");
        assertThat(Reading.rows("f", file, schema, ZoneOffset.ofHours(2)).getFirst())
                .isEqualTo(row(-7_200_000_000L));
    }

    /// Every hour and some odd minutes around both changes of clocks and years without any, against java.time.
    @Test
    void wallClocksAreThoseOfTheJobsTimezone() throws IOException {
        ZoneId zone = ZoneId.of("America/New_York");
        List<LocalDateTime> clocks = new ArrayList<>();
        for (String day : List.of("2026-03-07", "2026-11-01", "1883-11-17", "2026-07-01", "0001-01-01", "9999-12-28")) {
            for (int minutes = 0; minutes < 3 * 1440; minutes += 30) {
                clocks.add(LocalDateTime.parse(day + "T00:00:00").plusMinutes(minutes));
            }
        }
        for (LogicalTypeAnnotation.TimeUnit unit :
                List.of(LogicalTypeAnnotation.TimeUnit.MILLIS, LogicalTypeAnnotation.TimeUnit.MICROS)) {
            long perSecond = unit == LogicalTypeAnnotation.TimeUnit.MILLIS ? 1_000 : 1_000_000;
            byte[] file = file(
                    ParquetJava.USUAL,
                    type(PrimitiveTypeName.INT64, LogicalTypeAnnotation.timestampType(false, unit)),
                    longs(clocks.stream()
                            .mapToLong(clock -> clock.toEpochSecond(ZoneOffset.UTC) * perSecond)
                            .toArray()));
            List<List<@Nullable Object>> expected = new ArrayList<>();
            for (LocalDateTime clock : clocks) {
                expected.add(row(ChronoUnit.MICROS.between(
                        Instant.EPOCH, clock.atZone(zone).toInstant())));
            }
            expected.add(row((Object) null));
            assertThat(Reading.rows("f", file, Schema.of(new Field("v", DataType.TIMESTAMP)), zone))
                    .isEqualTo(expected);
            // The broken twin takes them for instants.
            assertThat(Reading.rows("f", file, Schema.of(new Field("v", DataType.TIMESTAMP)), ZoneOffset.UTC))
                    .isNotEqualTo(expected);
        }
    }

    @Test
    void anIntervalIsRefusedOnlyWhereItIsAskedFor() throws IOException {
        Type interval = type(
                PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                12,
                LogicalTypeAnnotation.IntervalLogicalTypeAnnotation.getInstance());
        byte[] file = file(ParquetJava.USUAL, interval, List.of(binary(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)));
        assertThatThrownBy(() -> Reading.schema(file))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("file.parquet")
                .hasMessageContaining("column 'v' is an INTERVAL")
                .hasMessageContaining("Declare the source's schema without it");
        Schema asked = Schema.of(new Field("v", DataType.BINARY));
        assertThatThrownBy(() -> Reading.rows("f", file, asked, ZoneOffset.UTC)).hasMessageContaining("INTERVAL");
        assertThat(Reading.rows("f", file, Schema.of(new Field("w", DataType.INT)), ZoneOffset.UTC))
                .hasSize(2);
    }
}
