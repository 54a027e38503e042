package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/// Bounds that a filter must not rely upon: of old writers, of other orders, with NaNs beside them. Each file has rows
/// that the bounds deny; the broken twin is the same file with the bounds in the place where they may be relied upon.
class TrustedBoundsTest {

    /// Reads `id` and `v` of a file with one column `v` of `physical`, whose statistics are made up.
    private static List<Integer> ids(
            String column,
            DataType asked,
            List<Consumer<RecordConsumer>> values,
            Consumer<FileMetaData> change,
            String condition,
            ZoneId zone)
            throws IOException {
        List<Consumer<RecordConsumer>> rows = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            int id = i;
            Consumer<RecordConsumer> value = values.get(i);
            rows.add(out -> {
                out.startField("id", 0);
                out.addInteger(id);
                out.endField("id", 0);
                out.startField("v", 1);
                value.accept(out);
                out.endField("v", 1);
            });
        }
        byte[] file = Footers.changed(
                ParquetJava.USUAL.write(
                        MessageTypeParser.parseMessageType("message m { required int32 id; optional " + column + "; }"),
                        rows),
                change);
        Schema schema = Schema.of(new Field("id", DataType.INT), new Field("v", asked));
        FilteredReading all = FilteredReading.of(file, schema, condition, null, 1 << 20, zone);
        FilteredReading some = FilteredReading.of(
                file, schema, condition, FilteredReading.test(condition, schema, zone), 1 << 20, zone);
        // What was skipped must have been worth it: the twins lose rows.
        lastAll = all.ids();
        return some.ids();
    }

    private static List<Integer> lastAll = List.of();

    private static void kept(
            String column,
            DataType asked,
            List<Consumer<RecordConsumer>> values,
            Consumer<FileMetaData> change,
            String condition)
            throws IOException {
        List<Integer> ids = ids(column, asked, values, change, condition, ZoneOffset.UTC);
        assertThat(lastAll).isNotEmpty();
        assertThat(ids).isEqualTo(lastAll);
    }

    private static void lost(
            String column,
            DataType asked,
            List<Consumer<RecordConsumer>> values,
            Consumer<FileMetaData> change,
            String condition)
            throws IOException {
        assertThat(ids(column, asked, values, change, condition, ZoneOffset.UTC))
                .isEmpty();
        assertThat(lastAll).isNotEmpty();
    }

    private static byte[] little(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static byte[] little(double value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(value)
                .array();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Consumer<FileMetaData> old(byte[] least, byte[] most) {
        return footer -> Footers.statistics(
                footer, 1, new Statistics().setMin(least).setMax(most).setNull_count(0));
    }

    private static Consumer<FileMetaData> now(byte[] least, byte[] most) {
        return footer -> {
            // parquet-java says another order of columns with NaNs, which is not known here.
            footer.setColumn_orders(List.of(
                    ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()), ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
            Footers.statistics(
                    footer,
                    1,
                    new Statistics().setMin_value(least).setMax_value(most).setNull_count(0));
        };
    }

    @Test
    void oldBoundsOfTextAreInAnotherOrder() throws IOException {
        List<Consumer<RecordConsumer>> texts =
                List.of(out -> out.addBinary(Binary.fromString("a")), out -> out.addBinary(Binary.fromString("é")));
        // As signed bytes é comes first.
        kept("binary v (STRING)", DataType.STRING, texts, old(utf8("é"), utf8("a")), "v > 'b'");
        kept("binary v (STRING)", DataType.STRING, texts, old(utf8("a"), utf8("b")), "v = 'é'");
        lost("binary v (STRING)", DataType.STRING, texts, now(utf8("a"), utf8("b")), "v = 'é'");
    }

    @Test
    void oldBoundsOfUnsignedNumbersAreSigned() throws IOException {
        List<Consumer<RecordConsumer>> numbers = List.of(out -> out.addInteger(5), out -> out.addInteger(-1));
        String column = "int32 v (INTEGER(32,false))";
        kept(column, DataType.BIGINT, numbers, old(little(-1), little(5)), "v = 4294967295");
        kept(column, DataType.BIGINT, numbers, old(little(0), little(5)), "v > 1000");
        lost(column, DataType.BIGINT, numbers, now(little(0), little(5)), "v > 1000");
        // Of signed ones they are right.
        lost("int32 v", DataType.INT, List.of(out -> out.addInteger(7)), old(little(0), little(5)), "v = 7");
    }

    @Test
    void boundsWithoutAnOrderSayNothing() throws IOException {
        List<Consumer<RecordConsumer>> texts = List.of(out -> out.addBinary(Binary.fromString("m")));
        kept(
                "binary v (STRING)",
                DataType.STRING,
                texts,
                footer -> {
                    now(utf8("a"), utf8("b")).accept(footer);
                    footer.unsetColumn_orders();
                },
                "v = 'm'");
        kept(
                "binary v (STRING)",
                DataType.STRING,
                texts,
                footer -> Footers.chunks(footer).forEach(chunk -> {
                    chunk.unsetColumn_index_offset();
                    Objects.requireNonNull(chunk.getMeta_data()).unsetStatistics();
                }),
                "v = 'm'");
    }

    @Test
    void notANumberIsAboveAllBounds() throws IOException {
        List<Consumer<RecordConsumer>> numbers =
                List.of(out -> out.addDouble(1), out -> out.addDouble(Double.NaN), out -> out.addDouble(-0.0));
        Consumer<FileMetaData> bounds = now(little(0.0), little(1.0));
        kept("double v", DataType.DOUBLE, numbers, bounds, "v > 5");
        kept("double v", DataType.DOUBLE, numbers, bounds, "v = 0.0");
        kept("double v", DataType.DOUBLE, numbers, bounds, "v <= -0.0e0");
        kept("double v", DataType.DOUBLE, numbers, bounds, "v BETWEEN 2 AND cast('NaN' as double)");
        kept("double v", DataType.DOUBLE, numbers, now(little(Double.NaN), little(Double.NaN)), "v = 1");
        kept("double v", DataType.DOUBLE, numbers, now(little(5.0), little(1.0)), "v = 1");
        lost("double v", DataType.DOUBLE, numbers, now(little(3.0), little(4.0)), "v = 1");
    }

    @Test
    void int96AndCastColumnsHaveNoBounds() throws IOException {
        byte[] zero = new byte[12];
        byte[] day = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0)
                .putInt(2_440_589)
                .array();
        kept(
                "int96 v",
                DataType.TIMESTAMP,
                List.of(out -> out.addBinary(Binary.fromConstantByteArray(day))),
                now(zero, zero),
                "v > TIMESTAMP '1970-01-01 12:00:00'");
        List<Consumer<RecordConsumer>> number = List.of(out -> out.addInteger(9), out -> out.addInteger(10));
        kept("int32 v", DataType.STRING, number, footer -> {}, "v > '5'");
        kept("int32 v", DataType.STRING, number, footer -> {}, "v = '10'");
        kept("int32 v", DataType.BIGINT, number, footer -> {}, "v >= 10");
        lost("int32 v", DataType.BIGINT, number, now(little(1), little(9)), "v >= 10");
    }

    @Test
    void nullsCountAsTheyAreSaid() throws IOException {
        List<Consumer<RecordConsumer>> numbers = List.of(out -> out.addInteger(5));
        Statistics unknown = new Statistics().setMin_value(little(5)).setMax_value(little(5));
        kept("int32 v", DataType.INT, numbers, footer -> Footers.statistics(footer, 1, unknown), "v IS NULL OR v = 5");
        kept("int32 v", DataType.INT, numbers, footer -> Footers.statistics(footer, 1, unknown), "v IS NOT NULL");
        kept("int32 v", DataType.INT, numbers, now(little(5), little(5)), "v <=> 5");
        lost("int32 v", DataType.INT, numbers, now(little(6), little(6)), "v <=> 5");
    }

    /// 02:30 of the day on which clocks go forward is 03:30, later than 03:00.
    @Test
    void wallClocksAreNotInTheOrderOfInstants() throws IOException {
        ZoneId zone = ZoneId.of("America/New_York");
        List<Consumer<RecordConsumer>> clocks = new ArrayList<>();
        for (String clock : List.of("2026-03-08T02:30", "2026-03-08T03:00")) {
            long micros = LocalDateTime.parse(clock).toEpochSecond(ZoneOffset.UTC) * 1_000_000;
            clocks.add(out -> out.addLong(micros));
        }
        String condition = "v > TIMESTAMP '2026-03-08 03:10:00'";
        assertThat(ids("int64 v (TIMESTAMP(MICROS,false))", DataType.TIMESTAMP, clocks, footer -> {}, condition, zone))
                .containsExactly(0);
        assertThat(lastAll).containsExactly(0);
    }

    @Test
    void aColumnThatTheFileLacksIsNull() throws IOException {
        byte[] file = ParquetJava.USUAL.write(
                MessageTypeParser.parseMessageType("message m { required int32 id; }"), List.of(out -> {
                    out.startField("id", 0);
                    out.addInteger(0);
                    out.endField("id", 0);
                }));
        Schema schema = Schema.of(new Field("id", DataType.INT), new Field("v", DataType.INT));
        for (String condition : List.of("v = 1", "v IS NOT NULL", "v <> 1", "v NOT IN (1)")) {
            FilteredReading none = FilteredReading.of(
                    file,
                    schema,
                    condition,
                    FilteredReading.test(condition, schema, ZoneOffset.UTC),
                    9,
                    ZoneOffset.UTC);
            assertThat(none.skipped()).as(condition).isEqualTo(1);
        }
        for (String condition : List.of("v IS NULL", "v <=> null", "v = 1 OR id = 0")) {
            FilteredReading one = FilteredReading.of(
                    file,
                    schema,
                    condition,
                    FilteredReading.test(condition, schema, ZoneOffset.UTC),
                    9,
                    ZoneOffset.UTC);
            assertThat(one.ids()).as(condition).containsExactly(0);
        }
    }

    /// A row for which an earlier condition has no answer is a bad record, and stays one.
    @Test
    void nothingIsSkippedBehindAConditionThatMayFail() {
        Schema schema = Schema.of(new Field("id", DataType.INT), new Field("v", DataType.STRING));
        for (String condition : List.of(
                "1 / id > 0 AND id = 5",
                "v = 5",
                "cast(v AS int) = 1 AND id = 2",
                "upper(v) = 'A'",
                "input_record() = 1",
                "id = 1 OR v = 2")) {
            assertThat(FilteredReading.test(condition, schema, ZoneOffset.UTC))
                    .as(condition)
                    .isNull();
        }
        assertThat(FilteredReading.test("id = 5 AND 1 / id > 0", schema, ZoneOffset.UTC))
                .isNotNull();
    }
}
