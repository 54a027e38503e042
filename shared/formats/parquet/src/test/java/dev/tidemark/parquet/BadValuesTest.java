package dev.tidemark.parquet;

import static dev.tidemark.testkit.Values.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// A value that its column cannot hold makes its own record bad, never the file, and is never taken. Written by
/// parquet-java, which checks none of it.
class BadValuesTest {

    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());

    private record Kind(String column, Consumer<RecordConsumer> good, Consumer<RecordConsumer> bad, String reason) {}

    private static Consumer<RecordConsumer> binary(byte... bytes) {
        return out -> out.addBinary(Binary.fromConstantByteArray(bytes));
    }

    private static Consumer<RecordConsumer> int96(long nanos, int day) {
        return binary(ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanos)
                .putInt(day)
                .array());
    }

    private static Kind number(String column, long good, long bad, String reason) {
        return column.startsWith("int32")
                ? new Kind(column, out -> out.addInteger((int) good), out -> out.addInteger((int) bad), reason)
                : new Kind(column, out -> out.addLong(good), out -> out.addLong(bad), reason);
    }

    private static List<Kind> kinds() {
        String years = "lies outside of 0001 to 9999";
        return List.of(
                number("int32 v (DATE)", 2_932_896, 2_932_897, "the date +10000-01-01 " + years),
                number("int32 v (DATE)", -719_162, -719_163, "the date 0000-12-31 " + years),
                number("int32 v (DATE)", 0, Integer.MAX_VALUE, years),
                number(
                        "int64 v (TIMESTAMP(MICROS,true))",
                        0,
                        253_402_300_800_000_000L,
                        "microseconds after 1970 " + years),
                number("int64 v (TIMESTAMP(MICROS,true))", -62_135_596_800_000_000L, Long.MIN_VALUE, years),
                number("int64 v (TIMESTAMP(MICROS,false))", 253_402_300_799_999_999L, Long.MAX_VALUE, years),
                number("int64 v (TIMESTAMP(MILLIS,true))", 253_402_300_799_999L, 253_402_300_800_000L, years),
                number("int64 v (TIMESTAMP(MILLIS,true))", 0, Long.MAX_VALUE / 999, "milliseconds after 1970 " + years),
                number("int64 v (TIMESTAMP(MILLIS,false))", 0, -62_135_596_800_001L, years),
                new Kind("int96 v", int96(0, 2_440_588), int96(0, 5_373_485), "Julian day 5373485 and 0 nano"),
                new Kind("int96 v", int96(0, 2_440_588), int96(Long.MAX_VALUE, 2_440_588), "Julian day 2440588"),
                number("int32 v (INTEGER(8,true))", -128, 128, "the number 128 does not fit tinyint"),
                number("int32 v (INTEGER(16,true))", 32_767, -32_769, "does not fit smallint"),
                number(
                        "int32 v (DECIMAL(5,2))",
                        99_999,
                        100_000,
                        "the number 1000.00 has too many digits for decimal(5,2)"),
                number("int32 v (DECIMAL(9,0))", -999_999_999, Integer.MIN_VALUE, "too many digits"),
                number("int64 v (DECIMAL(18,1))", 999_999_999_999_999_999L, Long.MIN_VALUE, "too many digits"),
                number(
                        "int64 v (DECIMAL(12,0))",
                        -999_999_999_999L,
                        1_000_000_000_000L,
                        "the number 1000000000000 has"),
                new Kind(
                        "binary v (DECIMAL(3,1))",
                        binary((byte) 3, (byte) 0xE7),
                        binary((byte) 3, (byte) 0xE8),
                        "100.0 has"),
                new Kind("binary v (DECIMAL(38,0))", binary((byte) -1), binary(new byte[40]), ""),
                new Kind("binary v (DECIMAL(38,0))", binary((byte) -1), big(17), "too many digits"),
                new Kind("binary v (DECIMAL(20,0))", binary(), big(16), "too many digits for decimal(20,0)"),
                number("int32 v (TIME(MILLIS,true))", 86_399_999, -1, "the time of day -1 is on no clock"),
                number("int64 v (TIME(MICROS,true))", 0, 86_400_000_000L, "is on no clock"),
                new Kind("binary v (STRING)", text("ü€𝄞"), binary((byte) 'a', (byte) 0xC3), "the text is not UTF-8"),
                new Kind("binary v (STRING)", text("a"), binary((byte) 0xED, (byte) 0xA0, (byte) 0x80), "not UTF-8"),
                new Kind("binary v (JSON)", text("{}"), binary((byte) 0xC0, (byte) 0x80), "not UTF-8"));
    }

    private static Consumer<RecordConsumer> text(String text) {
        return binary(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Consumer<RecordConsumer> big(int length) {
        byte[] number = new byte[length];
        number[0] = 0x7F;
        return binary(number);
    }

    private static void field(RecordConsumer out, String name, int index, Runnable value) {
        out.startField(name, index);
        value.run();
        out.endField(name, index);
    }

    private static Consumer<RecordConsumer> flat(Consumer<RecordConsumer> value) {
        return out -> field(out, "v", 0, () -> value.accept(out));
    }

    private static Consumer<RecordConsumer> listed(Consumer<RecordConsumer> value) {
        return out -> field(out, "l", 0, () -> {
            out.startGroup();
            field(out, "list", 0, () -> {
                for (Consumer<RecordConsumer> element : List.<Consumer<RecordConsumer>>of(_ -> {}, value)) {
                    out.startGroup();
                    if (element.equals(value)) {
                        field(out, "v", 0, () -> element.accept(out));
                    }
                    out.endGroup();
                }
            });
            out.endGroup();
        });
    }

    @TestFactory
    Stream<DynamicTest> oneBadValueIsOneBadRecord() {
        return kinds().stream()
                .filter(kind -> !kind.reason().isEmpty())
                .map(kind -> DynamicTest.dynamicTest(kind.column() + " " + kind.reason(), () -> {
                    for (ParquetJava made : List.of(ParquetJava.USUAL, ParquetJava.USUAL.withoutDictionary())) {
                        checkFlat(kind, made);
                        checkListed(kind, made);
                    }
                }));
    }

    private static void checkFlat(Kind kind, ParquetJava made) throws IOException {
        Consumer<RecordConsumer> none = _ -> {};
        byte[] file = made.write(
                MessageTypeParser.parseMessageType("message m { optional " + kind.column() + "; }"),
                List.of(none, flat(kind.good()), flat(kind.bad()), flat(kind.good()), none));
        Reading.Taken taken = Reading.taken(file);
        assertThat(taken.rows()).hasSize(4);
        assertThat(taken.rows().get(0)).isEqualTo(row((Object) null));
        assertThat(taken.rows().get(1)).isEqualTo(taken.rows().get(2)).isNotEqualTo(row((Object) null));
        checkTold(taken.bad(), 3, "v", kind.reason(), "{}");
    }

    private static void checkListed(Kind kind, ParquetJava made) throws IOException {
        byte[] file = made.write(
                MessageTypeParser.parseMessageType(
                        "message m { optional group l (LIST) { repeated group list { optional " + kind.column()
                                + "; } } }"),
                List.of(_ -> {}, listed(kind.good()), listed(kind.bad()), listed(kind.good())));
        Reading.Taken taken = Reading.taken(file);
        assertThat(taken.rows()).hasSize(3);
        assertThat(taken.rows().get(1)).isEqualTo(taken.rows().get(2));
        checkTold(taken.bad(), 3, "l[]", kind.reason(), "{\"l\":[null,null]}");
    }

    private static void checkTold(List<BadRecord> told, long number, String column, String reason, String raw) {
        assertThat(told).hasSize(1);
        BadRecord bad = told.getFirst();
        assertThat(bad.object()).isEqualTo("file.parquet");
        assertThat(bad.recordNumber()).isEqualTo(number);
        assertThat(bad.column()).isEqualTo(column);
        assertThat(bad.reason()).contains(reason);
        assertThat(new String(bad.raw(), StandardCharsets.UTF_8)).isEqualTo(raw);
    }

    /// The broken twin takes stored numbers as they are: it is what a file without the annotation is read as.
    @Test
    void theTwinThatDoesNotLookTakesThem() throws IOException {
        byte[] file = ParquetJava.USUAL.write(
                MessageTypeParser.parseMessageType("message m { optional int64 v; }"),
                List.of(flat(out -> out.addLong(Long.MAX_VALUE))));
        assertThat(Reading.taken(file).bad()).isEmpty();
        assertThat(Reading.taken(file).rows()).containsExactly(row(Long.MAX_VALUE));
    }

    /// Rows of lists, maps and structs of any length, a bad value here and there: exactly their rows are missing.
    @Test
    void drawnRowsLoseExactlyTheBadOnes() throws IOException {
        System.out.println("BadValuesTest: -Dtidemark.seed=" + SEED);
        Random random = new Random(SEED);
        boolean twinDiffers = false;
        for (int file = 0; file < 20; file++) {
            twinDiffers |= checkDrawn(random);
        }
        assertThat(twinDiffers).isTrue();
    }

    /// @return whether a twin that takes the place among the values of `t` for the row would have named other rows
    private static boolean checkDrawn(Random random) throws IOException {
        ParquetJava made = new ParquetJava(
                CompressionCodecName.UNCOMPRESSED,
                random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0,
                random.nextBoolean(),
                false,
                true,
                1 + random.nextInt(100),
                1 + random.nextInt(400));
        List<Consumer<RecordConsumer>> rows = new ArrayList<>();
        List<Long> bad = new ArrayList<>();
        List<Long> places = new ArrayList<>();
        long place = 0;
        int count = 1 + random.nextInt(1500);
        for (int row = 0; row < count; row++) {
            DrawnRow drawn = new DrawnRow(random);
            rows.add(drawn);
            if (drawn.isBad()) {
                bad.add(row + 1L);
                places.add(place + 1);
            }
            place += drawn.hasTime() ? 1 : 0;
        }
        byte[] bytes = made.write(MessageTypeParser.parseMessageType(DrawnRow.SCHEMA), rows);
        Reading.Taken taken = Reading.taken(bytes);
        assertThat(taken.bad()).extracting(BadRecord::recordNumber).isEqualTo(bad);
        assertThat(taken.rows()).hasSize(count - bad.size());
        int next = 0;
        for (int row = 0; row < count; row++) {
            if (!bad.contains(row + 1L)) {
                assertThat(taken.rows().get(next++).getFirst())
                        .isEqualTo(row(((DrawnRow) rows.get(row)).id()).getFirst());
            }
        }
        return !places.equals(bad);
    }

    @Test
    void wallClocksNearTheEndsAreJudgedAsInstants() throws IOException {
        byte[] file = ParquetJava.USUAL.write(
                MessageTypeParser.parseMessageType("message m { optional int64 v (TIMESTAMP(MICROS,false)); }"),
                List.of(flat(out -> out.addLong(253_402_300_799_999_999L))));
        Schema schema = Schema.of(new Field("v", DataType.TIMESTAMP));
        assertThat(Reading.rows("f", file, schema, ZoneOffset.ofHours(1))).hasSize(1);
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> Reading.rows("f", file, schema, ZoneOffset.ofHours(-1)))
                .hasMessageContaining("column 'v'")
                .hasMessageContaining("outside of 0001 to 9999");
    }

    /// A row of [#SCHEMA] that writes itself.
    private static final class DrawnRow implements Consumer<RecordConsumer> {

        static final String SCHEMA = """
                message m {
                  required int32 id;
                  optional int64 t (TIMESTAMP(MILLIS,true));
                  optional group l (LIST) { repeated group list { optional binary element (STRING); } }
                  optional group m (MAP) {
                    repeated group key_value { optional binary key (STRING); optional int32 value (DATE); }
                  }
                  optional group s { optional int32 d (DECIMAL(5,2)); }
                }
                """;

        private final int id;
        private final @Nullable Long time;
        private final @Nullable List<byte @Nullable []> texts;
        private final @Nullable List<@Nullable Integer> days;
        private final int nullKey;
        private final @Nullable Integer digits;
        private final boolean isBad;

        DrawnRow(Random random) {
            boolean broken = random.nextInt(50) == 0;
            int what = broken ? random.nextInt(5) : -1;
            this.isBad = broken;
            this.id = random.nextInt(1000);
            this.time =
                    what == 0 ? Long.valueOf(Long.MAX_VALUE) : random.nextBoolean() ? random.nextLong(1L << 40) : null;
            int length = what == 1 ? 1 + random.nextInt(5) : random.nextInt(6);
            int at = random.nextInt(Math.max(1, length));
            if (length == 5 && what != 1) {
                this.texts = null;
            } else {
                this.texts = new ArrayList<>();
                for (int i = 0; i < length; i++) {
                    texts.add(
                            what == 1 && i == at
                                    ? new byte[] {(byte) 0xFF}
                                    : random.nextInt(4) == 0
                                            ? null
                                            : ("ü" + random.nextInt(9)).getBytes(StandardCharsets.UTF_8));
                }
            }
            int entries = what == 2 || what == 3 ? 1 + random.nextInt(4) : random.nextInt(5);
            int worst = random.nextInt(Math.max(1, entries));
            this.nullKey = what == 3 ? worst : -1;
            if (entries == 4 && what != 2 && what != 3) {
                this.days = null;
            } else {
                this.days = new ArrayList<>();
                for (int i = 0; i < entries; i++) {
                    days.add(what == 2 && i == worst ? Integer.valueOf(-9_000_000) : random.nextBoolean() ? i : null);
                }
            }
            this.digits = what == 4 ? Integer.valueOf(100_000) : random.nextBoolean() ? random.nextInt(99_999) : null;
        }

        int id() {
            return id;
        }

        boolean isBad() {
            return isBad;
        }

        boolean hasTime() {
            return time != null;
        }

        @Override
        public void accept(RecordConsumer out) {
            field(out, "id", 0, () -> out.addInteger(id));
            if (time != null) {
                field(out, "t", 1, () -> out.addLong(time));
            }
            if (texts != null) {
                field(
                        out,
                        "l",
                        2,
                        () -> repeated(out, "list", texts.size(), i -> {
                            byte[] text = texts.get(i);
                            if (text != null) {
                                field(out, "element", 0, () -> out.addBinary(Binary.fromConstantByteArray(text)));
                            }
                        }));
            }
            if (days != null) {
                field(
                        out,
                        "m",
                        3,
                        () -> repeated(out, "key_value", days.size(), i -> {
                            if (i != nullKey) {
                                field(out, "key", 0, () -> out.addBinary(Binary.fromString("k" + i)));
                            }
                            Integer day = days.get(i);
                            if (day != null) {
                                field(out, "value", 1, () -> out.addInteger(day));
                            }
                        }));
            }
            if (digits != null) {
                field(out, "s", 4, () -> {
                    out.startGroup();
                    field(out, "d", 0, () -> out.addInteger(digits));
                    out.endGroup();
                });
            }
        }

        private static void repeated(
                RecordConsumer out, String name, int count, java.util.function.IntConsumer element) {
            out.startGroup();
            if (count > 0) {
                field(out, name, 0, () -> {
                    for (int i = 0; i < count; i++) {
                        out.startGroup();
                        element.accept(i);
                        out.endGroup();
                    }
                });
            }
            out.endGroup();
        }
    }
}
