package dev.tidemark.orc;

import static dev.tidemark.testkit.Values.row;
import static dev.tidemark.testkit.Values.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What types of files that orc-core 2.3.1 writes become.
class MappingTest {

    private static TypeDescription type(String text) {
        return TypeDescription.fromString("struct<v:" + text + ">");
    }

    private static List<List<@Nullable Object>> column(@Nullable Object... values) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Object value : values) {
            rows.add(row(value));
        }
        return rows;
    }

    @Test
    void charLosesWhatFillsItUpAndVarcharKeepsAll() throws IOException {
        List<List<@Nullable Object>> rows = column("ab", "ü", null, "a b", "");
        byte[] chars = OtherOrc.USUAL.write(type("char(5)"), rows);
        assertThat(Reading.schema(chars)).isEqualTo(Reading.one("string"));
        assertThat(Reading.rows(chars)).isEqualTo(rows);
        List<List<@Nullable Object>> spaces = column("ab ", " ", null);
        assertThat(Reading.rows(OtherOrc.USUAL.write(type("varchar(5)"), spaces)))
                .isEqualTo(spaces);
    }

    @Test
    void unionsAreStructsOfTheirMembers() throws IOException {
        TypeDescription union = type("uniontype<int,string,array<uniontype<bigint,double>>>");
        List<List<@Nullable Object>> rows = column(
                struct("member0", 1, "member1", null, "member2", null),
                null,
                struct("member0", null, "member1", "a", "member2", null),
                struct(
                        "member0",
                        null,
                        "member1",
                        null,
                        "member2",
                        List.of(struct("member0", 5L, "member1", null), struct("member0", null, "member1", 0.5))),
                struct("member0", -7, "member1", null, "member2", null));
        byte[] file = OtherOrc.USUAL.write(union, rows);
        assertThat(OtherOrc.read(file)).isEqualTo(rows);
        assertThat(Reading.schema(file))
                .isEqualTo(Reading.one("struct<member0:int,member1:string,"
                        + "member2:array<struct<member0:bigint,member1:double>>>"));
        assertThat(Reading.rows(file)).isEqualTo(rows);
        assertThat(Reading.rows(file, Reading.one("struct<member1:string>"), ZoneOffset.UTC))
                .isEqualTo(column(
                        struct("member1", null),
                        null,
                        struct("member1", "a"),
                        struct("member1", null),
                        struct("member1", null)));
    }

    @Test
    void keysOfMapsBecomeText() throws IOException {
        byte[] file = OtherOrc.USUAL.write(type("map<int,double>"), column(Map.of(-5, 1.5), null, Map.of()));
        assertThat(Reading.rows(file)).isEqualTo(column(Map.of("-5", 1.5), null, Map.of()));
    }

    @Test
    void decimalsKeepTheirValueWhateverScaleTheyHaveInTheFile() throws IOException {
        // Writers cut zeros at the end off where a decimal has more than 18 digits.
        List<List<@Nullable Object>> rows = column(
                new BigDecimal("1.5000000000"),
                new BigDecimal("-0.0000000001"),
                new BigDecimal("1234567890123456789012345678.0000000000"));
        byte[] file = OtherOrc.USUAL.write(type("decimal(38,10)"), rows);
        assertThat(Reading.rows(file)).isEqualTo(rows);
        assertThat(HiveDecimal.create(new BigDecimal("1.5000000000")).scale()).isEqualTo(1);
    }

    @Test
    void aFileWhoseRowsAreNoStructsHasOneColumn() throws IOException {
        byte[] file = OtherOrc.USUAL.write(TypeDescription.fromString("bigint"), writer -> {
            VectorizedRowBatch batch = TypeDescription.fromString("bigint").createRowBatch();
            ((LongColumnVector) batch.cols[0]).vector[0] = 7;
            batch.size = 1;
            writer.addRowBatch(batch);
        });
        assertThat(Reading.schema(file).names()).containsExactly("value");
        assertThat(Reading.rows(file)).isEqualTo(column(7L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"struct<>", "map<struct<a:int>,int>"})
    void whatHasNoTypeHereIsRefusedWithItsColumn(String type) throws IOException {
        byte[] file = OtherOrc.USUAL.write(TypeDescription.fromString("struct<a:int,v:" + type + ">"), List.of());
        assertThatThrownBy(() -> Reading.schema(file))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(Reading.FILE)
                .hasMessageContaining("column 'v'");
        assertThat(Reading.rows(file, Schema.of(new Field("a", DataType.INT)), ZoneOffset.UTC))
                .isEmpty();
    }

    static Stream<String> zones() {
        return Stream.of("UTC", "America/Los_Angeles", "Asia/Kolkata", "Australia/Lord_Howe");
    }

    /// OR-01: wall clocks do not move with the zone of the writer, nor with that of the reader.
    @ParameterizedTest
    @MethodSource("zones")
    void wallClocksAreThoseOfTheWriter(String writerZone) throws IOException {
        List<String> clocks = List.of(
                "2038-05-05 12:34:56.1",
                "1900-05-05 12:34:56.1",
                "1969-12-31 23:59:58.5",
                "1970-01-01 00:00:00.0",
                "1955-07-04 00:00:00.000001",
                "2015-01-01 00:00:00.0",
                "2026-03-08 03:30:00.123456",
                "2026-11-01 01:30:00.0",
                "1600-02-29 01:02:03.0");
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone(writerZone));
            TypeDescription type = type("timestamp");
            byte[] file = OtherOrc.USUAL
                    .with(options -> options.useUTCTimestamp(false).setProlepticGregorian(false))
                    .write(type, writer -> {
                        VectorizedRowBatch batch = type.createRowBatch();
                        for (String clock : clocks) {
                            ((TimestampColumnVector) batch.cols[0]).set(batch.size++, Timestamp.valueOf(clock));
                        }
                        writer.addRowBatch(batch);
                    });
            for (String readerZone : zones().toList()) {
                TimeZone.setDefault(TimeZone.getTimeZone(readerZone));
                assertThat(Reading.rows(file)).as("read in %s", readerZone).isEqualTo(instants(clocks, ZoneOffset.UTC));
                ZoneId paris = ZoneId.of("Europe/Paris");
                assertThat(Reading.rows(file, Reading.one("timestamp"), paris)).isEqualTo(instants(clocks, paris));
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /// The broken twin: who takes the stored count for UTC is found by files of other zones only.
    @Test
    void aTwinThatDoesNotAskForTheWritersZoneIsFound() {
        long stored = LocalDateTime.parse("2026-07-01T00:00:00")
                        .atZone(ZoneId.of("America/Los_Angeles"))
                        .toEpochSecond()
                - LocalDateTime.parse("2015-01-01T00:00:00")
                        .atZone(ZoneId.of("America/Los_Angeles"))
                        .toEpochSecond();
        assertThat(Instant.ofEpochSecond(Timestamps.BASE + stored)).isNotEqualTo("2026-07-01T00:00:00Z");
    }

    private static List<List<@Nullable Object>> instants(List<String> clocks, ZoneId zone) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String clock : clocks) {
            Instant instant =
                    LocalDateTime.parse(clock.replace(' ', 'T')).atZone(zone).toInstant();
            rows.add(row(Math.addExact(instant.getEpochSecond() * 1_000_000, instant.getNano() / 1000)));
        }
        return rows;
    }

    @Test
    void timestampsWithLocalTimeZoneAreInstants() throws IOException {
        List<List<@Nullable Object>> rows =
                column(0L, 1_700_000_000_123_456L, -5_000_000L, null, -1_234_567_890_123_456L);
        byte[] file = OtherOrc.USUAL.write(type("timestamp with local time zone"), rows);
        assertThat(Reading.rows(file, Reading.one("timestamp"), ZoneId.of("Asia/Tokyo")))
                .isEqualTo(rows);
    }

    @Test
    void nanosecondsAreFlooredAndTold() throws IOException {
        TypeDescription type = type("timestamp with local time zone");
        byte[] file = OtherOrc.USUAL.write(type, writer -> {
            VectorizedRowBatch batch = type.createRowBatch();
            TimestampColumnVector times = (TimestampColumnVector) batch.cols[0];
            times.setIsUTC(true);
            times.time[0] = 1_000;
            times.nanos[0] = 1_999;
            times.time[1] = -5_000;
            times.nanos[1] = 1_999;
            batch.size = 2;
            writer.addRowBatch(batch);
        });
        Reading.Taken taken = Reading.taken(file);
        assertThat(taken.rows()).isEqualTo(column(1_000_001L, -4_999_999L));
        assertThat(taken.finer()).containsExactly("v");
    }

    /// Expected by the JDK's calendar of Julius Caesar and Gregory.
    @Test
    void oldDaysKeepYearMonthAndDay() throws IOException {
        Random random = Seeded.of("MappingTest").random();
        TypeDescription type = type("date");
        List<List<@Nullable Object>> expected = new ArrayList<>();
        int[] days = new int[500];
        for (int i = 0; i < days.length; i++) {
            days[i] = i < 20 ? -141_427 + i - 10 : random.nextInt(-719_000, 20_000);
            GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
            calendar.setTimeInMillis(days[i] * 86_400_000L);
            int year = calendar.get(GregorianCalendar.YEAR);
            int month = calendar.get(GregorianCalendar.MONTH) + 1;
            int day = calendar.get(GregorianCalendar.DAY_OF_MONTH);
            boolean leap = month == 2 && day == 29 && !Year.isLeap(year);
            LocalDate same = leap ? LocalDate.of(year, 3, 1) : LocalDate.of(year, month, day);
            expected.add(row((int) same.toEpochDay()));
        }
        byte[] file = OtherOrc.USUAL
                .with(options -> options.setProlepticGregorian(false))
                .write(type, writer -> {
                    VectorizedRowBatch batch = type.createRowBatch();
                    for (int day : days) {
                        ((DateColumnVector) batch.cols[0]).vector[batch.size++] = day;
                    }
                    writer.addRowBatch(batch);
                });
        assertThat(Reading.rows(file)).isEqualTo(expected);
        // The twin that takes days as they stand.
        assertThat(expected).anyMatch(row -> !row.getFirst().equals(days[expected.indexOf(row)]));
    }
}
