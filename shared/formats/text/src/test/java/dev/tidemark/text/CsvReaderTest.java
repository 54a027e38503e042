package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What each option and each kind of wrong record does (cases CS-01, CS-03, GF-01).
final class CsvReaderTest {

    @Test
    void bareEmptyIsNullAndQuotedEmptyIsTextAndNothingIsTrimmed() throws IOException {
        CsvReading read = CsvReading.with("withHeader", "true")
                .text("id", "v")
                .read("id,v\n1,\n2,\"\"\n3,null\n4,\"null\"\n5, \n");
        assertThat(read.rows)
                .containsExactly(
                        Arrays.asList("1", null),
                        List.of("2", ""),
                        List.of("3", "null"),
                        List.of("4", "null"),
                        List.of("5", " "));
    }

    /// Broken twins of CS-01 and CS-03: another dialect, a word for null that nobody asked for.
    @Test
    void twinsThatGuessDialectAndNullsAreCaught() throws IOException {
        String five = "id,v\n1,\n2,\"\"\n3,null\n4,\"null\"\n5, \n";
        CsvReading reading = CsvReading.with("withHeader", "true").text("id", "v");
        CsvReading twin =
                CsvReading.with("withHeader", "true", "nullValue", "null").text("id", "v");
        assertThat(twin.read(five).rows).isNotEqualTo(reading.read(five).rows);
        byte[] file = BytesInput.resource("made-here/backslash_vs_rfc.csv");
        CsvReading rfc =
                CsvReading.with("withHeader", "true").text("id", "a", "b").read(file);
        CsvReading guessed = CsvReading.with("withHeader", "true", "escaper", "\\", "columns", "pad")
                .text("id", "a", "b")
                .read(file);
        assertThat(guessed.rows).hasSameSizeAs(rfc.rows).isNotEqualTo(rfc.rows);
    }

    @Test
    void nullValueIsAnUnquotedTextBesideNothing() throws IOException {
        CsvReading read = CsvReading.with("nullValue", "NULL").text("a", "b").read("NULL,\"NULL\"\n,NULLx\n");
        assertThat(read.rows).containsExactly(Arrays.asList(null, "NULL"), Arrays.asList(null, "NULLx"));
    }

    @Test
    void quotedEmptyInAColumnThatIsNotTextIsABadRecord() throws IOException {
        CsvReading read = CsvReading.with()
                .columns(ColumnSpec.of("n", DataType.BIGINT), ColumnSpec.of("t", DataType.STRING))
                .read("\"\",x\n,y\n\"7\",z\n");
        assertThat(read.rows).containsExactly(Arrays.asList(null, "y"), List.of("7", "z"));
        assertThat(read.bad).singleElement().satisfies(record -> {
            assertThat(record.column()).isEqualTo("n");
            assertThat(record.reason()).isEqualTo("'' is not bigint");
            assertThat(record.recordNumber()).isEqualTo(1);
        });
    }

    @Test
    void withoutEscaperABackslashIsText() throws IOException {
        CsvReading read = CsvReading.with("withHeader", "true")
                .text("id", "a", "b")
                .read(BytesInput.resource("made-here/backslash_vs_rfc.csv"));
        assertThat(read.rows).containsExactly(List.of("1", "a\\", "b\""), List.of("2", "c\"d", "e"));
    }

    @Test
    void withEscaperTheQuoteBehindItIsTextAndTheRecordOneFieldShort() throws IOException {
        byte[] file = BytesInput.resource("made-here/backslash_vs_rfc.csv");
        CsvReading strict = CsvReading.with("escaper", "\\", "withHeader", "true")
                .text("id", "a", "b")
                .read(file);
        assertThat(strict.rows).containsExactly(List.of("2", "c\"d", "e"));
        assertThat(strict.bad)
                .singleElement()
                .extracting(BadRecord::reason)
                .asString()
                .startsWith("it has 2 fields instead of 3");
        CsvReading padded = CsvReading.with("escaper", "\\", "columns", "pad", "withHeader", "true")
                .text("id", "a", "b")
                .read(file);
        assertThat(padded.rows).containsExactly(Arrays.asList("1", "a\",b", null), List.of("2", "c\"d", "e"));
    }

    @Test
    void escapesWorkOutsideQuotesTooAndKnowGluesLetters() throws IOException {
        CsvReading read = CsvReading.with("escaper", "\\").text("a", "b").read("x\\,y,\\n\\t\\\\\n\"q\\\"\",\\\n");
        assertThat(read.rows).containsExactly(List.of("x,y", "\n\t\\"), List.of("q\"", "\\"));
    }

    @Test
    void tooFewAndTooManyFieldsAreBadAndNeighboursIntact() throws IOException {
        CsvReading read = CsvReading.with("withHeader", "true").text("a", "b").read("a,b\n1,2\n3\n4,5,6\n7,8\n");
        assertThat(read.rows).containsExactly(List.of("1", "2"), List.of("7", "8"));
        assertThat(read.bad).extracting(BadRecord::recordNumber).containsExactly(2L, 3L);
        assertThat(read.bad).extracting(BadRecord::offset).containsExactly(8L, 10L);
        assertThat(read.bad)
                .extracting(record -> new String(record.raw(), StandardCharsets.UTF_8))
                .containsExactly("3", "4,5,6");
        assertThat(read.numbers).containsExactly(1L, 4L);
        assertThat(read.offsets).containsExactly(4L, 16L);
    }

    @Test
    void aQuoteOpenAtTheEndOfTheLineIsBadAndNamesMultiLine() throws IOException {
        CsvReading read = CsvReading.with().text("a", "b").read("1,\"x\ny\"\n2,z\n");
        assertThat(read.bad).hasSize(2);
        assertThat(read.bad.get(0).reason()).contains("multiLine: true");
        assertThat(read.rows).containsExactly(List.of("2", "z"));
    }

    @Test
    void withMultiLineLineEndsInQuotesAreText() throws IOException {
        CsvReading read = CsvReading.with("multiLine", "true", "withHeader", "true")
                .text("id", "t")
                .read("id,t\n1,\"a\r\nb\"\n2,\"c\"\"\n,d\"\n");
        assertThat(read.rows).containsExactly(List.of("1", "a\r\nb"), List.of("2", "c\"\n,d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void everyKindOfLineEndEndsARecordAndBlankLinesAreNone(String end) throws IOException {
        CsvReading read = CsvReading.with("withHeader", "true")
                .text("a", "b")
                .read(String.join(end, "a,b", "1,2", "", "3,\"4\"", "5,"));
        assertThat(read.rows).containsExactly(List.of("1", "2"), List.of("3", "4"), Arrays.asList("5", null));
        assertThat(read.bad).isEmpty();
    }

    @Test
    void inAFileOfOneColumnABlankLineIsANull() throws IOException {
        CsvReading read = CsvReading.with("withHeader", "true").text("a").read("a\n1\n\n\"\"\n");
        assertThat(read.rows).containsExactly(List.of("1"), Arrays.asList((String) null), List.of(""));
    }

    @Test
    void textBehindAClosingQuoteIsBad() throws IOException {
        CsvReading read = CsvReading.with().text("a", "b").read("\"x\"y,1\n\"x\",2\n");
        assertThat(read.rows).containsExactly(List.of("x", "2"));
        assertThat(read.bad.get(0).reason()).contains("text follows a closing quote");
    }

    @Test
    void headerNamesMatchInAnyCaseAndOrderAndMissingColumnsAreNull() throws IOException {
        CsvReading read =
                CsvReading.with("withHeader", "true").text("id", "name", "gone").read("NAME,extra,Id\nn,x,1\n");
        assertThat(read.rows).containsExactly(Arrays.asList("1", "n", null));
        assertThat(read.newFields).containsExactly("extra");
    }

    @Test
    void duplicateHeaderNamesMakeTheObjectUnreadable() {
        assertThatThrownBy(() -> CsvReading.with("withHeader", "true").text("a").read("a,A\n1,2\n"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("'a' and 'A'");
    }

    @Test
    void aHeaderOfAnotherSeparatorIsRefused() {
        assertThatThrownBy(() -> CsvReading.with("withHeader", "true").text("a").read("a;b\n1;2\n"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("separator");
    }

    @Test
    void withoutHeaderNumberedColumnsAreFoundByNumber() throws IOException {
        CsvReading read = CsvReading.with().text("col2", "col0").read("a,b,c\nd,e,f\n");
        assertThat(read.rows).containsExactly(List.of("c", "a"), List.of("f", "d"));
        assertThat(read.newFields).containsExactly("col1");
    }

    @Test
    void skipFirstLeavesOutTheFirstRecord() throws IOException {
        assertThat(CsvReading.with("skipFirst", "true").text("a", "b").read("x,y\n1,2\n").rows)
                .containsExactly(List.of("1", "2"));
        assertThat(CsvReading.with("skipFirst", "true", "withHeader", "true")
                        .text("a", "b")
                        .read("a,b\nx,y\n1,2\n")
                        .rows)
                .containsExactly(List.of("1", "2"));
    }

    @Test
    void otherSeparatorsAndQuotesAndNoQuotes() throws IOException {
        assertThat(CsvReading.with("separator", "\t", "quoteChar", "'")
                        .text("a", "b")
                        .read("'x\ty'\tz\n")
                        .rows)
                .containsExactly(List.of("x\ty", "z"));
        assertThat(CsvReading.with("separator", "\\u0001", "quoteChar", "-1")
                        .text("a", "b")
                        .read("\"x\u0001\"\n")
                        .rows)
                .containsExactly(List.of("\"x", "\""));
        assertThatThrownBy(() -> CsvReading.with("separator", "ab").text("a").read("x\n"))
                .isInstanceOf(CsvOptionException.class)
                .hasMessageContaining("separator is 'ab'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "windows-1252", "UTF-16", "UTF-16LE", "Shift_JIS", "IBM1047"})
    void everyCharacterSetIsRead(String name) throws IOException {
        String text = "ä;b\n\"Größe; ö\";1,5\n".replace("ö", name.equals("Shift_JIS") ? "表" : "ö");
        String shown = name.equals("Shift_JIS") ? text.replaceAll("[äß]", "ソ") : text;
        CsvReading read = CsvReading.with("encoding", name, "separator", ";", "withHeader", "true")
                .text(shown.substring(0, 1), "b")
                .read(shown.getBytes(Charset.forName(name)));
        assertThat(read.rows).containsExactly(List.of(shown.substring(5, shown.lastIndexOf('"')), "1,5"));
    }

    @Test
    void byteOrderMarksAreNoText() throws IOException {
        assertThat(CsvReading.with("withHeader", "true").text("a").read("\uFEFFa\n1\n").rows)
                .containsExactly(List.of("1"));
        assertThat(CsvReading.with().text("a").read("\uFEFF1\n").rows).containsExactly(List.of("1"));
        assertThatThrownBy(() -> CsvReading.with().text("a").read("1\n".getBytes(StandardCharsets.UTF_16)))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("encoding: UTF-16");
    }

    @Test
    void bytesThatAreNotTextOfTheCharacterSetAreABadRecord() throws IOException {
        CsvReading read =
                CsvReading.with().text("a").read("ok\nGr\u00F6\u00DFe\nok2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(read.rows).containsExactly(List.of("ok"), List.of("ok2"));
        assertThat(read.bad)
                .singleElement()
                .extracting(BadRecord::reason)
                .asString()
                .contains("encoding");
    }

    @Test
    void anEmptyObjectHasNoRows() throws IOException {
        assertThat(CsvReading.with("withHeader", "true").text("a").read("").rows)
                .isEmpty();
        assertThat(CsvReading.with("withHeader", "true").text("a").read("a").rows)
                .isEmpty();
        assertThat(CsvReading.with().text("a").read("").rows).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64, 1 << 16})
    void aRecordLongerThanTheLimitIsBadAndTheNextOnesAreRead(int buffer) throws IOException {
        String file = "1,a\n2," + "x".repeat(500) + "\n3,\"" + "y".repeat(300) + "\nz\n4,d\n";
        for (String multiLine : List.of("true", "false")) {
            CsvReading read = CsvReading.with("maxRecordSize", "100B", "multiLine", multiLine)
                    .text("a", "b")
                    .buffer(buffer, 10)
                    .read(file);
            assertThat(read.bad).hasSize(3);
            assertThat(read.bad.get(0).reason()).contains("longer than 100 bytes");
            assertThat(read.rows).containsExactly(List.of("1", "a"), List.of("4", "d"));
            assertThat(read.numbers).containsExactly(1L, 5L);
        }
    }

    /// Places of fields are kept by column: of rows times columns without a limit half a million columns are more than
    /// an array holds.
    @Test
    void aBatchOfManyColumnsHasFewerRows() throws IOException {
        int columns = 4_000;
        List<ColumnSpec> specs = IntStream.range(0, columns)
                .mapToObj(i -> ColumnSpec.of("c" + i, DataType.STRING))
                .toList();
        String record = "1" + ",1".repeat(columns - 1) + "\n";
        byte[] file = record.repeat(1_500).getBytes(StandardCharsets.US_ASCII);
        ReadTask task =
                new ReadTask(new BytesInput(file), 0, ReadTask.END, specs, FormatOptions.NONE, ZoneOffset.UTC, null);
        List<Integer> batches = new ArrayList<>();
        try (CsvBatchReader reader = CsvBatchReader.open(task, _ -> {}, 16 << 20, 4096)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                batches.add(batch.rows());
            }
        }
        assertThat(batches).containsExactly((1 << 22) / columns, 1_500 - (1 << 22) / columns);
    }

    @Test
    void aLineEndIsNoCharacterOfAnOption() {
        for (String option : List.of("separator", "quoteChar", "escaper")) {
            assertThatThrownBy(() -> CsvOptions.of(new FormatOptions(Map.of(option, "\n"))))
                    .isInstanceOf(CsvOptionException.class)
                    .hasMessageContaining(option);
        }
        assertThatThrownBy(() -> CsvOptions.of(new FormatOptions(Map.of("maxRecordSize", "257MB"))))
                .hasMessageContaining("256MB");
    }

    @Test
    void theFirstWrongColumnOfARecordIsNamedAndLongTextIsCut() throws IOException {
        CsvReading read = CsvReading.with()
                .columns(ColumnSpec.of("a", DataType.INT), ColumnSpec.of("b", DataType.INT))
                .read("1,2\nx,y\n" + "z".repeat(60) + ",1\n3,4\n5\n6,q\n");
        assertThat(read.rows).containsExactly(List.of("1", "2"), List.of("3", "4"));
        assertThat(read.bad).extracting(BadRecord::column).containsExactly("a", "a", null, "b");
        assertThat(read.bad.get(1).reason()).isEqualTo("'" + "z".repeat(40) + "…' is not int");
        assertThat(read.raws).containsExactly("1,2", "3,4");
    }
}
