package dev.tidemark.ion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazon.ion.IonDatagram;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values as other programs write them, each read from text and from the binary form that ion-java makes of it.
class IonFilesTest {

    private final Seeded seeded = Seeded.of("IonFilesTest");
    private final Random random = seeded.random();
    private final IonReading ion = new IonReading();

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Schema schema(String columns) {
        return new Schema(((DataType.Struct) DataTypeParser.parse("struct<" + columns + ">")).fields());
    }

    /// Text, and the same values in binary.
    private static Stream<Boolean> forms() {
        return Stream.of(false, true);
    }

    private static byte[] form(String text, boolean binary) {
        return binary ? OtherIon.ION.getLoader().load(text).getBytes() : utf8(text);
    }

    private static long micros(String instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant));
    }

    /// Case XA-07.
    @ParameterizedTest
    @MethodSource("forms")
    void scalarsIntoTextAreTheirCanonicalText(boolean binary) throws IOException {
        byte[] file = form("{t: 2020-11-05T07:18:59.968Z, n: 5}", binary);
        assertThat(ion.read(file, schema("t:string,n:string")))
                .containsExactly(Values.row("2020-11-05T07:18:59.968Z", "5"));
        assertThat(ion.bad()).isEmpty();
    }

    /// Case XA-07: the last one counts, and they are counted.
    @ParameterizedTest
    @MethodSource("forms")
    void ofFieldsOfOneNameTheLastCounts(boolean binary) throws IOException {
        byte[] file = form("{a:1,a:2} {a:3,s:{b:1,b:2,b:3}}", binary);
        Schema schema = schema("a:int,s:struct<b:int>");
        assertThat(ion.read(file, schema)).containsExactly(Values.row(2, null), Values.row(3, Values.struct("b", 3)));
        assertThat(ion.duplicates()).isEqualTo(3);
        assertThat(ion.with("duplicateKeys", "first").read(file, schema))
                .containsExactly(Values.row(1, null), Values.row(3, Values.struct("b", 1)));
        assertThat(ion.with("duplicateKeys", "fail").read(file, schema)).isEmpty();
        assertThat(ion.bad())
                .hasSize(2)
                .allSatisfy(record -> assertThat(record.reason()).contains("stands twice"));
    }

    @ParameterizedTest
    @CsvSource({"last,2", "first,1"})
    void ofKeysOfOneNameInAMapOneIsKept(String keys, int kept) throws IOException {
        assertThat(ion.with("duplicateKeys", keys).read(utf8("{m:{x:1,y:9,x:2}}"), schema("m:map<string,int>")))
                .containsExactly(Values.row(Values.struct("x", kept, "y", 9)));
        assertThat(ion.duplicates()).isEqualTo(1);
    }

    /// Case XA-07: a record is bad and names the month; others are read.
    @ParameterizedTest
    @MethodSource("forms")
    void aMonthIsNoDate(boolean binary) throws IOException {
        byte[] file = form("{d: 2020-10T} {d: 2020-10-31} {d: 2020T} {d: 2020-10-31T10:00Z}", binary);
        assertThat(ion.read(file, schema("d:date")))
                .containsExactly(Values.row((int) LocalDate.parse("2020-10-31").toEpochDay()));
        assertThat(ion.bad())
                .hasSize(3)
                .allSatisfy(record -> assertThat(record.column()).isEqualTo("d"));
        assertThat(ion.bad().get(0).reason()).contains("2020-10T").contains("names no day");
        assertThat(ion.bad().get(1).reason()).contains("2020T").contains("names no day");
        assertThat(ion.bad().get(2).reason()).contains("2020-10-31T10:00Z").contains("time of day");
        assertThat(ion.read(file, schema("d:timestamp"))).hasSize(2);
        assertThat(ion.sampled(file)).isEqualTo(schema("d:string"));
    }

    @ParameterizedTest
    @CsvSource({
        "2020-10-31, 2020-10-30T18:30:00Z",
        "2020-10-31T, 2020-10-30T18:30:00Z",
        "2020-10-31T10:15Z, 2020-10-31T10:15:00Z",
        "2020-10-31T10:15-00:00, 2020-10-31T10:15:00Z",
        "2020-10-31T00:15+02:30, 2020-10-30T21:45:00Z",
        "2020-10-31T23:15:10-01:00, 2020-11-01T00:15:10Z",
        "1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999999Z",
        "2020-10-31T10:15:10.1234567Z, 2020-10-31T10:15:10.123456Z",
        "1960-10-31T10:15:10.9999999Z, 1960-10-31T10:15:10.999999Z",
        "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999Z"
    })
    void timestampsOfEachPrecisionAndOffset(String text, String instant) throws IOException {
        for (boolean binary : new boolean[] {false, true}) {
            assertThat(ion.read(form("{t: " + text + "}", binary), schema("t:timestamp")))
                    .containsExactly(Values.row(micros(instant)));
        }
        assertThat(ion.finer()).hasSize(text.contains("7Z") || text.contains("9999999Z") ? 2 : 0);
    }

    @Test
    void aTimestampThatIsOutsideOfFourDigitsInUtcIsABadRecord() throws IOException {
        byte[] file = utf8("{t: 0001-01-01T00:00:00+01:00} {t: 9999-12-31T23:59:59-00:01} {t: 2020-01-01T00:00Z}");
        assertThat(ion.read(file, schema("t:timestamp"))).hasSize(1);
        assertThat(ion.bad())
                .hasSize(2)
                .allSatisfy(record -> assertThat(record.reason()).contains("year"));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void annotationsAreDroppedAndCounted(boolean binary) throws IOException {
        byte[] file = form("top::{a: unit::EUR::5, b: [x::1, 2], c: x::9}", binary);
        assertThat(ion.read(file, schema("a:int,b:array<int>"))).containsExactly(Values.row(5, List.of(1, 2)));
        assertThat(ion.annotations()).as("of the record and of what is read").isEqualTo(4);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void symbolsSexpsAndLobs(boolean binary) throws IOException {
        byte[] file = form("{y: 'a b', x: (1 2 null), c: {{\"cl\\xC3\\xBCb\"}}, b: {{w7xi}}}", binary);
        assertThat(ion.sampled(file)).isEqualTo(schema("b:binary,c:binary,x:array<bigint>,y:string"));
        assertThat(ion.read(file, schema("y:string,x:array<int>,c:binary,b:binary")))
                .containsExactly(Values.row(
                        "a b", Values.row(1, 2, null), ByteBuffer.wrap(utf8("clüb")), ByteBuffer.wrap(utf8("üb"))));
        assertThat(ion.read(file, schema("y:string,x:string,c:string,b:string")))
                .containsExactly(Values.row("a b", "[1,2,null]", "clüb", "üb"));
        assertThat(ion.read(form("{x: [{{w7xi}}]}", binary), schema("x:string")))
                .containsExactly(Values.row("[\"w7xi\"]"));
        assertThat(ion.bad()).isEmpty();
        // The broken twin would write any bytes as base64, which other formats do not.
        assertThat(ion.read(form("{b: {{/w==}}}", binary), schema("b:string"))).isEmpty();
        assertThat(ion.bad())
                .singleElement()
                .extracting(bad -> bad.reason())
                .asString()
                .contains("blob that is no UTF-8");
    }

    /// As a date of Parquet or Avro: midnight in the job's time zone, which is Kolkata's here. A time of day without
    /// an offset stays UTC.
    @ParameterizedTest
    @MethodSource("forms")
    void aDayInAColumnOfTimestampsIsADate(boolean binary) throws IOException {
        byte[] file = form("{t: 2020-11-05} {t: 2020-11-05T00:00-00:00} {t: 0001-01-01}", binary);
        long day = LocalDate.parse("2020-11-05").toEpochDay() * 86_400_000_000L;
        assertThat(ion.read(file, schema("t:timestamp")))
                .containsExactly(Values.row(day - 19_800_000_000L), Values.row(day));
        assertThat(ion.bad())
                .singleElement()
                .extracting(bad -> bad.reason())
                .asString()
                .contains("0001-01-01 begins");
    }

    @Test
    void yearsThatIonDoesNotHaveAreATypedErrorOfTheWriter() throws IOException {
        Schema schema = schema("a:int,s:struct<t:timestamp>,d:date");
        Map<String, @Nullable Object> last = Map.of("t", 253_402_300_799_999_999L);
        assertThat(ion.read(ion.written(schema, List.of(Values.row(1, last, 2_932_896))), schema))
                .hasSize(1);
        assertThatThrownBy(() -> ion.written(schema, List.of(Values.row(1, last, 2_932_897))))
                .isInstanceOf(IonTimeException.class)
                .hasMessageContaining("Column 'd'")
                .hasMessageContaining("+10000-01-01")
                .hasMessageContaining("filter");
        assertThatThrownBy(() -> ion.written(schema, List.of(Values.row(1, Map.of("t", -62_135_596_800_000_001L), 0))))
                .isInstanceOf(IonTimeException.class)
                .hasMessageContaining("Column 's'")
                .hasMessageContaining("0000-12-31T23:59:59.999999Z");
    }

    @ParameterizedTest
    @MethodSource("forms")
    void nullsOfEachTypeAreNull(boolean binary) throws IOException {
        List<String> types = List.of(
                "null",
                "bool",
                "int",
                "float",
                "decimal",
                "timestamp",
                "symbol",
                "string",
                "clob",
                "blob",
                "list",
                "sexp",
                "struct");
        StringBuilder text = new StringBuilder();
        types.forEach(type -> text.append("{v: null.").append(type).append("}\n"));
        byte[] file = form(text.toString(), binary);
        for (String type : List.of("int", "string", "date", "array<int>", "map<string,int>", "struct<a:int>")) {
            List<List<@Nullable Object>> rows = ion.read(file, schema("v:" + type));
            assertThat(rows).hasSize(types.size()).allMatch(row -> row.getFirst() == null);
        }
        assertThat(ion.bad()).isEmpty();
        assertThat(ion.nullOnly(file)).containsExactly("v");
    }

    @ParameterizedTest
    @MethodSource("forms")
    void numbersOfManyDigits(boolean binary) throws IOException {
        String most = "9".repeat(38);
        byte[] file = form(
                "{d: %s, e: 0.%s}{d: 1%s, e: 1.50}{d: 1d10, e: -1.}{d: 2.50, e: 1d-39}".formatted(most, most, most),
                binary);
        assertThat(ion.read(file, schema("d:decimal(38,0),e:decimal(38,38)")))
                .containsExactly(Values.row(new BigDecimal(most), new BigDecimal("0." + most)));
        assertThat(ion.bad()).extracting(record -> record.column()).containsExactly("d", "e", "d");
        assertThat(ion.read(file, schema("d:string")))
                .containsExactly(
                        Values.row(most), Values.row("1" + most), Values.row("10000000000"), Values.row("2.50"));
        assertThat(ion.sampled(file)).isEqualTo(schema("d:string,e:string"));
        assertThat(ion.sampled(form(
                        "{a: 1, b: 9223372036854775808, c: %s0, d: 1, e: 1e0} {d: 1e0, e: x}".formatted(most), binary)))
                .isEqualTo(schema("a:bigint,b:decimal(38,0),c:string,d:double,e:string"));
    }

    @Test
    void numbersThatAreTheSameAreTakenByOtherTypes() throws IOException {
        byte[] file = utf8("{v: 5} {v: 5.0} {v: 5e0} {v: 500d-2} {v: \"5\"} {v: 5.5} {v: nan} {v: x} {v: true}");
        assertThat(ion.read(file, schema("v:int"))).hasSize(5).allMatch(row -> row.equals(List.of(5)));
        assertThat(ion.bad()).hasSize(4);
        assertThat(ion.read(file, schema("v:double"))).hasSize(7);
        assertThat(ion.read(file, schema("v:boolean"))).containsExactly(List.of(true));
    }

    @Test
    void topLevelValuesThatAreNoStructsAreBadRecords() throws IOException {
        String text = "{a:1} 5 \"{a:9}\" [{a:9}] sym 'q' x::y::{a:2} null (a b) {{\"}}\"}} '''{''' '''a:9}''' {a:3}";
        assertThat(ion.read(utf8(text), schema("a:int"))).containsExactly(List.of(1), List.of(2), List.of(3));
        assertThat(ion.bad()).hasSize(10);
        assertThat(ion.bad().get(1).raw()).isEqualTo(utf8("\"{a:9}\""));
        assertThat(ion.bad()).allSatisfy(record -> assertThat(record.reason()).contains("no Ion struct"));
        IonReading other = new IonReading();
        byte[] binary = form("{a:1} 5 [{a:9}] null null.struct x::y {a:2}", true);
        assertThat(other.read(binary, schema("a:int"))).containsExactly(List.of(1), List.of(2));
        assertThat(other.bad()).hasSize(5);
    }

    /// Several files put one behind the other: each has its marker and its symbols.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void filesBehindEachOtherKeepTheirSymbols(boolean binary) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        List<List<Integer>> expected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String other = "n" + random.nextInt(5);
            file.write(
                    binary
                            ? form("{" + other + ":0, a:" + i + "}", true)
                            : utf8("$ion_1_0 $ion_symbol_table::{symbols:[\"" + other + "\",\"a\"]} {$10:0,$11:" + i
                                    + "} // more\n"));
            expected.add(List.of(i));
        }
        assertThat(ion.read(file.toByteArray(), schema("a:int"))).isEqualTo(expected);
        assertThat(ion.bad()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tablesOfSymbolsThatAppendAreRead(boolean binary) throws IOException {
        byte[] file;
        if (binary) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (IonWriter writer = IonBinaryWriterBuilder.standard()
                    .withLocalSymbolTableAppendEnabled()
                    .build(out)) {
                for (int i = 0; i < 3000; i++) {
                    writer.stepIn(IonType.STRUCT);
                    writer.setFieldName("a");
                    writer.writeSymbol("s" + i);
                    writer.stepOut();
                    if (i % 7 == 0) {
                        writer.flush();
                    }
                }
            }
            file = out.toByteArray();
        } else {
            StringBuilder text = new StringBuilder("$ion_symbol_table::{symbols:[\"a\"]}\n");
            for (int i = 0; i < 3000; i++) {
                text.append("$ion_symbol_table::{imports:$ion_symbol_table,symbols:[\"s%d\"]} {$10:$%d}\n"
                        .formatted(i, 11 + i));
            }
            file = utf8(text.toString());
        }
        List<List<@Nullable Object>> rows = ion.read(file, schema("a:string"));
        assertThat(ion.bad()).isEmpty();
        assertThat(rows).hasSize(3000);
        assertThat(rows.get(2999)).containsExactly("s2999");
        // The broken twin: without the tables nobody knows the symbols.
        IonReading twin = new IonReading();
        byte[] record = utf8("{$10:$11}");
        assertThat(twin.read(record, schema("a:string"))).isEmpty();
        assertThat(twin.bad())
                .singleElement()
                .satisfies(bad -> assertThat(bad.reason()).contains("a symbol whose text"));
    }

    @Test
    void symbolsOfSharedTablesAreToldAndNeighboursAreRead() throws IOException {
        IonDatagram datagram = OtherIon.ION.newDatagram();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (IonWriter writer = IonBinaryWriterBuilder.standard()
                .withImports(
                        OtherIon.ION.newSharedSymbolTable("t", 1, List.of("far").iterator()))
                .build(out)) {
            for (String text : List.of("{a:1}", "{a:far}", "{a:{b:[far]}}", "{a:2}")) {
                OtherIon.ION.singleValue(text).writeTo(writer);
            }
        }
        assertThat(datagram).isEmpty();
        assertThat(ion.read(out.toByteArray(), schema("a:string"))).containsExactly(List.of("1"), List.of("2"));
        assertThat(ion.bad())
                .hasSize(2)
                .allSatisfy(record -> assertThat(record.reason()).contains("shared table"));
    }

    @Test
    void optionsOfTheWriterDecideTheForm() throws IOException {
        Schema schema = schema("id:int,t:timestamp,d:date,n:decimal(5,2),s:string,m:map<string,int>");
        List<List<@Nullable Object>> rows = new Values(random).rows(schema, 500);
        byte[] text = ion.with("encoding", "text").written(schema, rows);
        assertThat(new String(text, StandardCharsets.UTF_8).lines())
                .hasSize(500)
                .allMatch(line -> line.startsWith("{"));
        assertThat(OtherIon.read(text, schema)).isEqualTo(rows);
        assertThat(ion.read(text, schema)).isEqualTo(rows);
        byte[] binary = new IonReading().written(schema, rows);
        assertThat(binary).startsWith(0xE0, 1, 0, 0xEA);
        for (String codec : List.of("gzip", "zstd", "bzip2")) {
            byte[] packed = new IonReading().with("compression", codec).written(schema, rows);
            assertThat(new IonReading().read(packed, schema)).as(codec).isEqualTo(rows);
            assertThat(packed).isNotEqualTo(binary);
        }
        IonFormatWriter writer = new IonFormatWriter();
        assertThat(writer.extension(FormatOptions.NONE)).isEqualTo("ion");
        assertThat(writer.extension(new FormatOptions(Map.of("compression", "zstd"))))
                .isEqualTo("ion.zst");
    }

    @Test
    void gzipMembersBehindEachOtherAreRead() throws IOException {
        Schema schema = schema("id:int,s:string");
        List<List<@Nullable Object>> rows = new Values(random).rows(schema, 300);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        IonReading gzip = new IonReading().with("compression", "gzip");
        file.write(gzip.written(schema, rows.subList(0, 100)));
        file.write(gzip.written(schema, rows.subList(100, 300)));
        assertThat(ion.read(file.toByteArray(), schema)).isEqualTo(rows);
    }

    @Test
    void rowsAreSpreadOverManyBlocks() throws IOException {
        Schema schema = schema("id:int,s:string,a:array<string>");
        List<List<@Nullable Object>> rows = new ArrayList<>(new Values(random).rows(schema, 20_000));
        // A row without values is one byte: without it the file would be whole, a row shorter.
        rows.add(Values.row(1, "last", List.of("value")));
        byte[] file = new IonReading().written(schema, rows);
        assertThat(OtherIon.read(file, schema)).isEqualTo(rows);
        assertThat(ion.read(file, schema)).isEqualTo(rows);
        assertThatThrownBy(() -> ion.read(java.util.Arrays.copyOf(file, file.length - 1), schema))
                .isInstanceOf(UnreadableObjectException.class);
    }

    @Test
    void fieldNamesMayBeAnything() throws IOException {
        Schema schema = new Schema(List.of(
                new Field(" ", DataType.INT), new Field("null", DataType.INT), new Field("a'b\n\\", DataType.STRING)));
        List<List<@Nullable Object>> rows = new ArrayList<>();
        rows.add(Values.row(1, 2, "x"));
        assertThat(ion.read(new IonReading().written(schema, rows), schema)).isEqualTo(rows);
        byte[] text = new IonReading().with("encoding", "text").written(schema, rows);
        assertThat(ion.read(text, schema)).isEqualTo(rows);
    }
}
