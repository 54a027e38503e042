package dev.tidemark.text.xml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.text.BytesInput;
import dev.tidemark.text.FormatReading;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a row is, and what its elements, attributes and texts become.
final class XmlRowsTest {

    @Test
    void selfClosingAndTextOnlyRowsAreRows() throws IOException {
        String text = "<c><b id=\"1\"/><b id=\"2\">T</b><b><x>3</x></b></c>";
        assertThat(XmlReading.sampled(text)).containsExactly("_id bigint", "_VALUE string", "x bigint");
        FormatReading reading = XmlReading.of(text, "_id int", "_VALUE string", "x int");
        assertThat(reading.reasons()).isEmpty();
        assertThat(reading.rows())
                .containsExactly(
                        Arrays.asList(1, null, null), Arrays.asList(2, "T", null), Arrays.asList(null, null, 3));
        assertThat(reading.raws()).containsExactly("<b id=\"1\"/>", "<b id=\"2\">T</b>", "<b><x>3</x></b>");
        assertThat(reading.offsets()).containsExactly(3L, 14L, 29L);
        assertThat(reading.numbers()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void rowsStandAtAnyDepthAndTheOutermostCount() throws IOException {
        FormatReading reading = XmlReading.of(
                "<a><x><b><n>1</n><b><n>9</n></b></b></x><b><n>2</n></b><y><z><b><n>3</n></b></z></y></a>",
                "n int",
                "b struct<n:int>");
        assertThat(reading.rows())
                .containsExactly(Arrays.asList(1, List.of(9)), Arrays.asList(2, null), Arrays.asList(3, null));
        assertThat(XmlReading.of("<b><n>1</n></b>", "n int").values()).containsExactly(1);
    }

    @Test
    void commentsCdataAndReferencesAreText() throws IOException {
        FormatReading reading =
                XmlReading.of("<a><b><t>x<!-- no -->y<![CDATA[<&>]]>&amp;&lt;&#65;&#x1F600;</t></b></a>", "t string");
        assertThat(reading.values()).containsExactly("xy<&>&<A\uD83D\uDE00");
    }

    @Test
    void repeatedElementsAreArraysNextToEachOtherOrNot() throws IOException {
        FormatReading reading =
                XmlReading.of("<a><b><i>1</i><x>7</x><i>2</i></b><b/><b><i>3</i></b></a>", "i array<int>", "x int");
        assertThat(reading.rows())
                .containsExactly(
                        Arrays.asList(List.of(1, 2), 7), Arrays.asList(null, null), Arrays.asList(List.of(3), null));
        assertThat(XmlReading.of("<a><b><i>1</i><i>2</i></b></a>", "i int").reasons())
                .singleElement()
                .asString()
                .contains("more than once", "array<>");
    }

    @Test
    void nestedElementsAreStructsWithAttributesAndText() throws IOException {
        FormatReading reading = XmlReading.of(
                "<a><b><p cur=\"EUR\">4.50</p><q><r k=\"1\"><s>u</s></r><r k=\"2\"/></q></b></a>",
                "p struct<_cur:string,_VALUE:decimal(5,2)>",
                "q struct<r:array<struct<_k:int,s:string>>>");
        assertThat(reading.reasons()).isEmpty();
        assertThat(reading.rows())
                .containsExactly(List.of(
                        List.of("EUR", new BigDecimal("4.50")),
                        List.of(List.of(List.of(1, "u"), Arrays.asList(2, null)))));
    }

    @Test
    void mapsTakeNamesOrKeys() throws IOException {
        FormatReading reading = XmlReading.of(
                "<a><b><m z=\"0\"><k1>1</k1><entry key=\"any key\">2</entry></m></b><b><m/></b><b/></a>",
                "m map<string,int>");
        assertThat(reading.values()).containsExactly(Map.of("_z", 0, "k1", 1, "any key", 2), Map.of(), null);
    }

    @Test
    void textBesideElementsIsTheValue() throws IOException {
        FormatReading reading = XmlReading.of("<a><b> one <i>1</i>\n<j/> two </b></a>", "_VALUE string", "i int");
        assertThat(reading.rows()).containsExactly(List.of(" one  two ", 1));
        assertThat(reading.notices()).containsExactly("new j");
    }

    @Test
    void elementsWhereATextIsExpectedAreTheirMarkup() throws IOException {
        FormatReading reading =
                XmlReading.of("<a><b><h>x <i k=\"1\">é</i><!--c--></h></b><b><h>y</h></b></a>", "h string");
        assertThat(reading.values()).containsExactly("x <i k=\"1\">é</i><!--c-->", "y");
        assertThat(XmlReading.of("<a><b><h><i/></h></b><b><h>5</h></b></a>", "h int"))
                .satisfies(numbers ->
                        assertThat(numbers.reasons()).singleElement().asString().contains("elements in it"))
                .satisfies(numbers -> assertThat(numbers.values()).containsExactly(5));
    }

    @Test
    void namesMatchInAnyCaseAndTwoOfThemInOneRowAreTold() throws IOException {
        assertThat(XmlReading.of("<a><b><Id>1</Id></b></a>", "ID int").values()).containsExactly(1);
        FormatReading both = XmlReading.of("<a><b><Id>1</Id><id>2</id></b><b><id>3</id></b></a>", "id int");
        assertThat(both.reasons()).singleElement().asString().contains("'Id' and 'id'", "equal but for case");
        assertThat(both.values()).containsExactly(3);
    }

    @Test
    void emptyElementsAreEmptyTextsOrNull() throws IOException {
        FormatReading reading =
                XmlReading.of("<a><b><t/><n/><t2></t2></b><b xsi:nil=\"true\"/></a>", "t string", "n int", "t2 string");
        assertThat(reading.rows()).containsExactly(Arrays.asList("", null, ""), Arrays.asList(null, null, null));
        assertThat(XmlReading.of("<a><b><t xsi:nil=\"true\"/></b></a>", "t string")
                        .values())
                .containsExactly((Object) null);
    }

    @Test
    void onlyWantedColumnsAreRead() throws IOException {
        String text = "<a><b><x>no number</x><y>1</y><z><q>2</q></z></b></a>";
        FormatReading reading = XmlReading.of(text, "y int");
        assertThat(reading.values()).containsExactly(1);
        assertThat(reading.notices()).containsExactly("new x", "new z");
        assertThat(XmlReading.of(text, "absent int", "z struct<p:int>").rows())
                .containsExactly(Arrays.asList(null, Arrays.asList((Object) null)));
    }

    @Test
    void samplesOfSparkXml() throws IOException {
        BytesInput books = new BytesInput(BytesInput.resource("spark-xml/books.xml"));
        assertThat(XmlReading.sampled(books, Map.of("rowTag", "book")))
                .containsExactly(
                        "_id string",
                        "author string",
                        "description string",
                        "genre string",
                        "price double",
                        "publish_date date",
                        "title string");
        FormatReading reading =
                XmlReading.of(books, Map.of("rowTag", "book"), "_id string", "price double", "publish_date date");
        assertThat(reading.reasons()).isEmpty();
        assertThat(reading.rows()).hasSize(12);
        assertThat(reading.rows().getFirst()).containsExactly("bk101", 44.95, LocalDate.of(2000, 10, 1));
        for (String name : List.of("cars.xml", "cars.xml.gz", "cars.xml.bz2")) {
            BytesInput cars = new BytesInput(BytesInput.resource("spark-xml/" + name));
            assertThat(XmlReading.of(cars, Map.of("rowTag", "ROW"), "year int", "make string", "comment string")
                            .rows())
                    .as(name)
                    .containsExactly(
                            List.of(2012, "Tesla", "No comment"),
                            List.of(1997, "Ford", "Go get one now they are going fast"),
                            List.of(2015, "Chevy", "No"));
        }
        BytesInput arrays = new BytesInput(BytesInput.resource("spark-xml/books-nested-array.xml"));
        assertThat(XmlReading.sampled(arrays, Map.of("rowTag", "book"))).contains("publish_date array<date>");
        BytesInput closing = new BytesInput(BytesInput.resource("spark-xml/self-closing-tag.xml"));
        assertThat(XmlReading.sampled(closing, Map.of("rowTag", "ROW")))
                .containsExactly("non-empty-tag bigint", "self-closing-tag string");
    }
}
