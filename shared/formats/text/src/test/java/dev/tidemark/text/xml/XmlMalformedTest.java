package dev.tidemark.text.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Schema;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.text.BytesInput;
import dev.tidemark.text.FormatReading;
import dev.tidemark.text.RepeatedInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is no XML is a bad record where it is within a row, with its neighbours read, and else an error that names the
/// object: never fewer rows without a word.
final class XmlMalformedTest {

    /// A second row that is no XML, between two that are.
    static Stream<String> brokenRows() {
        return Stream.of(
                "<b><n>2</m></b>",
                "<b><n>2</b>",
                "<b><n>2</n></b></b >".substring(0, 12) + "x></b>",
                "<b><n>a & b</n></b>",
                "<b><n>&nbsp;</n></b>",
                "<b><n>&lol9;</n></b>",
                "<b><n>&#0;</n></b>",
                "<b><n>&#xD800;</n></b>",
                "<b><n>&#1;</n></b>",
                "<b><n>\u0001</n></b>",
                "<b><n>a < b</n></b>",
                "<b><n>]]></n></b>",
                "<b><n x=1>2</n></b>",
                "<b><n x>2</n></b>",
                "<b><n x='1' x='2'>2</n></b>",
                "<b><n x='1\">2</n></b>",
                "<b><n x='<'>2</n></b>",
                "<b><n x='1'y='2'>2</n></b>",
                "<b><2n>2</2n></b>",
                "<b>< n>2</n></b>",
                "<b><n/ >2</b>",
                "<b><!-- -- --><n>2</n></b>",
                "<b><![cdata[x]]></b>",
                "<b><!ELEMENT n ANY></b>",
                "<b><!DOCTYPE n></b>",
                "<b><?xml version=\"1.0\"?></b>",
                "<b><? x?></b>",
                "<b><n>" + "<d>".repeat(600) + "</b>",
                "<b>" + "<d>".repeat(600) + "</d>".repeat(600) + "</b>",
                "<b " + "a".repeat(20) + "='" + "x".repeat(600_000) + "'/>",
                "<b><n>2</n>",
                "<b><n>",
                "<b");
    }

    @ParameterizedTest
    @MethodSource("brokenRows")
    void aRowThatIsNoXmlIsRejectedAndItsNeighboursAreRead(String broken) throws IOException {
        String before = "<a><x><b><n>1</n></b>";
        FormatReading reading = XmlReading.of(before + broken + "<b><n>3</n></b></x><b><n>4</n></b></a>", "n int");
        assertThat(reading.values()).containsExactly(1, 3, 4);
        assertThat(reading.reasons()).singleElement().asString().startsWith("not well-formed XML: ");
        assertThat(reading.bad().getFirst().offset()).isEqualTo(before.length());
        assertThat(reading.badRaws()).containsExactly(broken);
        assertThat(reading.bad().getFirst().recordNumber()).isEqualTo(2);
        assertThat(reading.numbers()).containsExactly(1L, 3L, 4L);
    }

    /// The broken twin: a reader that ends at the first thing that is no XML, as many do, has fewer rows.
    @Test
    void aReaderThatEndsThereWouldBeFound() throws IOException {
        FormatReading reading = XmlReading.of("<a><b><n>1</n></b><b><n>&x;</n></b><b><n>3</n></b></a>", "n int");
        List<Object> ending = List.of(1);
        assertThat(reading.values()).isNotEqualTo(ending).hasSizeGreaterThan(ending.size());
    }

    @Test
    void everyCutIsTold() throws IOException {
        String whole = "<?xml version='1.0'?><a><b><n>1</n></b> <b><n>2</n></b><!-- c --><b n='3'/></a>";
        for (int length = 0; length < whole.length() - 1; length++) {
            String cut = whole.substring(0, length + 1).equals(whole) ? whole : whole.substring(0, length);
            String told;
            try {
                FormatReading reading = XmlReading.of(cut, "n string");
                told = String.join("", reading.reasons());
            } catch (UnreadableObjectException unreadable) {
                assertThat(unreadable).hasMessageContaining("s3://test/object.csv");
                told = "unreadable";
            }
            assertThat(told).as("cut at %d", length).isNotEmpty();
        }
        assertThat(XmlReading.of(whole, "n string").reasons()).isEmpty();
    }

    @Test
    void theLastRowWithoutItsEndIsABadRecord() throws IOException {
        FormatReading reading = XmlReading.of("<a><b><n>1</n></b><b><n>2</n>", "n int");
        assertThat(reading.values()).containsExactly(1);
        assertThat(reading.badRaws()).containsExactly("<b><n>2</n>");
        assertThat(reading.reasons()).singleElement().asString().contains("EOF");
    }

    static Stream<String> brokenDocuments() {
        return Stream.of(
                "",
                " ",
                "no XML",
                "{\"b\":1}",
                "PAR1",
                "<a><b/></a><a><b/></a>",
                "<a><b/></a>text",
                "<b/><b/>",
                "<a><b/>",
                "<a><b/></c>",
                "<a><b/></a",
                "<a x=1><b/></a>",
                "<a>&x;<b/></a>",
                "<a>a & b<b/></a>",
                " <?xml version='1.0'?><a><b/></a>",
                "<?xml version='3.0'?><a><b/></a>",
                "<?xml version='1.0' encoding='no-such'?><a><b/></a>",
                "<!DOCTYPE a><a><b/></a>",
                "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a><b/></a>",
                "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a><b>&x;</b></a>",
                "<!DOCTYPE a [<!ENTITY x 'y'>]><a><b>&x;</b></a>",
                "<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/'> %p;]><a><b/></a>",
                bomb(),
                "<a>" + "<d>".repeat(600) + "<b/>" + "</d>".repeat(600) + "</a>",
                "<a><B/></a>",
                "<a><ns:b/></a>");
    }

    private static String bomb() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE a [<!ENTITY l0 'lol'>");
        for (int i = 1; i < 12; i++) {
            bomb.append("<!ENTITY l")
                    .append(i)
                    .append(" '")
                    .append(("&l" + (i - 1) + ";").repeat(10))
                    .append("'>");
        }
        return bomb + "]><a><b>&l11;</b></a>";
    }

    @ParameterizedTest
    @MethodSource("brokenDocuments")
    void whatIsNoXmlOutsideOfRowsIsAnErrorWithTheObjectsName(String text) {
        assertThatThrownBy(() -> XmlReading.of(text, "n int"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageStartingWith("Cannot read s3://test/object.csv: ");
    }

    @Test
    void aDoctypeIsRefusedInTheSampleToo() {
        assertThatThrownBy(() -> XmlReading.sampled("<!DOCTYPE a><a><b/></a>"))
                .hasMessageContaining("it has a DOCTYPE, which is refused");
        assertThatThrownBy(() -> XmlReading.sampled("<a><b/>")).hasMessageContaining("its XML is broken");
    }

    @Test
    void anotherSpellingOfTheRowTagIsNamed() throws IOException {
        assertThatThrownBy(() -> XmlReading.of("<a><Order/></a>", Map.of("rowTag", "order"), "n int"))
                .hasMessageContaining("no element in it is called 'order', and one is called 'Order'");
        assertThat(XmlReading.of("<orders/>", Map.of("rowTag", "order"), "n int")
                        .rows())
                .isEmpty();
    }

    @Test
    void bytesThatAreNoUtf8AreABadRecord() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("<a><b><n>1</n></b><b><n>x".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xE9);
        bytes.writeBytes("</n></b><b><n>3</n><skipped>".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xC3);
        bytes.writeBytes("</skipped></b><b><n>é</n></b></a>".getBytes(StandardCharsets.UTF_8));
        FormatReading reading = XmlReading.of(new BytesInput(bytes.toByteArray(), 7), Map.of(), "n string");
        assertThat(reading.values()).containsExactly("1", "é");
        assertThat(reading.reasons()).hasSize(2).allMatch(reason -> reason.contains("is no UTF-8; set formatOptions"));
        assertThat(reading.reasons().getFirst()).contains("byte 25 ");
        assertThat(reading.bad().getFirst().raw()[7]).isEqualTo((byte) 0xE9);
    }

    @Test
    void valuesThatDoNotFitAreBadRecordsThatNameTheirPath() throws IOException {
        FormatReading reading = XmlReading.of(
                "<a><b><o><i><q>1</q></i><i><q>x</q></i></o></b><b><o><i><q>2</q></i></o></b></a>",
                "o struct<i:array<struct<q:int>>>");
        assertThat(reading.values()).containsExactly(List.of(List.of(List.of(2))));
        assertThat(reading.reasons()).containsExactly("'x' is not int");
        assertThat(reading.bad().getFirst().column()).isEqualTo("o.i[].q");
        assertThat(XmlReading.of("<a><b><n> 5 </n></b></a>", "n int").reasons())
                .containsExactly("' 5 ' is not int; ignoreSurroundingSpaces: true drops the white space around it");
    }

    @Test
    void aSampleThatIsCutSaysWhatItSaw() throws IOException {
        String text = "<a><b><n>1</n></b><b><m>2</m></b>" + "<b><k>3</k></b>".repeat(100) + "</a>";
        Schema sampled = new XmlFormat()
                .sample(BytesInput.of(text), 40, new FormatOptions(Map.of("rowTag", "b")), Set.of())
                .schema();
        assertThat(sampled.names()).contains("m", "n");
    }

    /// More than 128 MB: in a value, in the last row, between two rows.
    @Test
    void aRowThatIsTooLongIsToldAndTheNextOneIsRead() throws IOException {
        for (String column : List.of("n string")) {
            FormatReading reading = XmlReading.of(
                    large("<a><b><n>1</n></b><b><n>2", "</n></b><b><n>3</n></b></a>"), Map.of(), "id int", column);
            assertThat(reading.rows()).hasSize(2);
            assertThat(reading.reasons())
                    .containsExactly(
                            "not well-formed XML: more than 128 MB, the most that one record, or the text between"
                                    + " two, may have");
            assertThat(reading.bad().getFirst().raw()).hasSize(1 << 20);
            assertThat(reading.bad().getFirst().offset()).isEqualTo(18);
        }
        assertThat(XmlReading.of(large("<a><b><n>1</n></b><b><n>2", ""), Map.of(), "n string")
                        .reasons())
                .hasSize(1);
        assertThatThrownBy(() -> XmlReading.of(large("<a><!--", "--><b/></a>"), Map.of(), "n string"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("more than 128 MB");
    }

    private static RepeatedInput large(String head, String tail) {
        return new RepeatedInput(
                head.getBytes(StandardCharsets.UTF_8), (byte) 'x', 140L << 20, tail.getBytes(StandardCharsets.UTF_8));
    }
}
