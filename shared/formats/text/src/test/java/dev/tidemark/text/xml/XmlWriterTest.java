package dev.tidemark.text.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.text.BytesInput;
import dev.tidemark.text.CompressionTest;
import dev.tidemark.text.FormatReading;
import dev.tidemark.text.RandomBatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/// What is written is read back, by us and by the JDK's DOM.
final class XmlWriterTest {

    private static final Schema SCHEMA = schema(
            "_id bigint",
            "_note string",
            "_VALUE string",
            "b boolean",
            "t tinyint",
            "s smallint",
            "i int",
            "l bigint",
            "f float",
            "d double",
            "d9 decimal(9,2)",
            "d18 decimal(18,18)",
            "d38 decimal(38,10)",
            "big decimal(38,0)",
            "txt string",
            "bin binary",
            "day date",
            "ts timestamp",
            "Name-ü string",
            "texts array<string>",
            "grid array<array<int>>",
            "cube array<array<array<string>>>",
            "m map<string,decimal(20,5)>",
            "lists map<string,array<string>>",
            "maps array<map<string,map<string,string>>>",
            "st struct<_k:date,_VALUE:string,x:int,Y:array<struct<z:string,_VALUE:boolean>>>",
            "entries map<string,struct<_k:int,a:string>>",
            "deep array<struct<a:array<struct<b:array<string>>>>>");

    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
    private final Random random = new Random(SEED);

    @BeforeAll
    static void tellSeed() {
        System.out.println("XmlWriterTest: -Dtidemark.seed=" + SEED);
    }

    private static Schema schema(String... columns) {
        return new Schema(Arrays.stream(columns)
                .map(column -> column.split(" ", 2))
                .map(parts -> new Field(parts[0], DataTypeParser.parse(parts[1])))
                .toList());
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.appendCodePoint(
                    switch (random.nextInt(6)) {
                        case 0 -> ' ' + random.nextInt(0x5F);
                        case 1 -> "&<>\"'\n\r\t ]".charAt(random.nextInt(10));
                        case 2 -> 0x80 + random.nextInt(0x780);
                        case 3 -> 0x1F300 + random.nextInt(0x300);
                        case 4 -> ' ';
                        default -> 'a' + random.nextInt(26);
                    });
        }
        return text.toString();
    }

    private static byte[] write(Batch batch, Map<String, String> options) throws IOException {
        CompressionTest.MemoryOutput output = new CompressionTest.MemoryOutput();
        XmlWriter writer = new XmlWriter();
        writer.check(batch.schema(), new FormatOptions(options));
        FileWriter file = writer.create(output, batch.schema(), new FormatOptions(options));
        file.append(batch, IntStream.range(0, batch.rows()).toArray(), batch.rows());
        file.finish();
        return output.bytes();
    }

    private static FormatReading read(byte[] written, Schema schema, Map<String, String> options) throws IOException {
        Map<String, String> all = new HashMap<>(Map.of("rowTag", "ROW"));
        all.putAll(options);
        return FormatReading.of(new XmlFormat(), new BytesInput(written), all, FormatReading.specs(schema));
    }

    private static List<List<@Nullable Object>> rows(Batch batch) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < batch.rows(); row++) {
            rows.add(FormatReading.row(batch, row));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "zstd", "bzip2"})
    void randomValuesOfEveryTypeComeBack(String compression) throws IOException {
        Batch batch = new RandomBatch(random, this::text).of(SCHEMA, 700);
        FormatReading reading = read(write(batch, Map.of("compression", compression)), SCHEMA, Map.of());
        assertThat(reading.reasons()).as("seed %d", SEED).isEmpty();
        List<List<@Nullable Object>> expected = rows(batch);
        for (int row = 0; row < expected.size(); row++) {
            assertThat(reading.rows().get(row))
                    .as("seed %d, %s", SEED, reading.raws().get(row))
                    .isEqualTo(expected.get(row));
        }
        assertThat(reading.rows()).hasSameSizeAs(expected);
    }

    /// The broken twin: with white space around texts dropped, as a pretty-printer would, rows differ.
    @Test
    void aReaderThatTrimsIsFound() throws IOException {
        Batch batch = new RandomBatch(random, () -> text() + " ").of(SCHEMA, 50);
        assertThat(read(write(batch, Map.of()), SCHEMA, Map.of("ignoreSurroundingSpaces", "true"))
                        .rows())
                .as("seed %d", SEED)
                .isNotEqualTo(rows(batch));
    }

    @Test
    void domReadsTheSameTexts() throws Exception {
        Schema schema = schema("_id string", "txt string", "texts array<string>");
        Batch batch = new RandomBatch(random, this::text).of(schema, 300);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(write(batch, Map.of())));
        NodeList found = document.getElementsByTagName("ROW");
        List<List<@Nullable Object>> expected = rows(batch);
        assertThat(found.getLength()).isEqualTo(batch.rows());
        for (int i = 0; i < found.getLength(); i++) {
            Element row = (Element) found.item(i);
            List<@Nullable Object> values = expected.get(i);
            assertThat(row.hasAttribute("id") ? row.getAttribute("id") : null)
                    .as("seed %d", SEED)
                    .isEqualTo(values.get(0));
            NodeList texts = row.getElementsByTagName("txt");
            assertThat(texts.getLength() == 0 ? null : texts.item(0).getTextContent())
                    .as("seed %d", SEED)
                    .isEqualTo(values.get(1));
            NodeList many = row.getElementsByTagName("texts");
            List<@Nullable Object> elements = new ArrayList<>();
            for (int j = 0; j < many.getLength(); j++) {
                Element element = (Element) many.item(j);
                boolean nil = element.hasAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "nil");
                elements.add(nil ? null : element.getTextContent());
            }
            assertThat(elements).as("seed %d", SEED).isEqualTo(values.get(2) == null ? List.of() : values.get(2));
        }
    }

    @Test
    void formsAreThoseOfTheDocuments() throws IOException {
        Schema schema = schema("_id string", "t string", "n string");
        List<ColumnVector> columns = schema.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
        ((BytesVector) columns.get(0)).append("a\"\n");
        ((BytesVector) columns.get(1)).append("<é>&\r");
        columns.get(2).appendNull();
        Batch batch = new Batch(schema, columns, 1, null);
        assertThat(new String(write(batch, Map.of()), StandardCharsets.UTF_8)).isEqualTo("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <ROWS xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                        <ROW id="a&#34;&#10;"><t>&lt;é&gt;&amp;&#13;</t></ROW>
                        </ROWS>
                        """);
        Map<String, String> options = Map.of("rootTag", "all", "rowTag", "one", "attributePrefix", "", "valueTag", "t");
        assertThat(new String(write(batch, options), StandardCharsets.UTF_8)).isEqualTo("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <all xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                        <one>&lt;é&gt;&amp;&#13;<_id>a"
                        </_id></one>
                        </all>
                        """);
        assertThat(read(write(batch, options), schema, Map.of("rowTag", "one", "attributePrefix", "", "valueTag", "t"))
                        .rows())
                .isEqualTo(rows(batch));
        assertThat(read(
                                write(
                                        new Batch(
                                                schema,
                                                columns.stream()
                                                        .map(column -> column.select(new int[0], 0))
                                                        .toList(),
                                                0,
                                                null),
                                        Map.of()),
                                schema,
                                Map.of())
                        .rows())
                .isEmpty();
        assertThat(new XmlWriter().extension(new FormatOptions(Map.of("compressionType", "gzip"))))
                .isEqualTo("xml.gz");
        assertThat(new XmlWriter().extension(FormatOptions.NONE)).isEqualTo("xml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a b int | '' | Column 'a b' cannot be written as XML: 'a b' is no name",
                "1st int | '' | '1st' is no name of an element or attribute",
                "s struct<a:int,b c:int> | '' | Column 's.b c'",
                "x array<map<string,struct<é$:int>>> | '' | Column 'x[]{}.é$'",
                "ns:x int | '' | 'ns:x' is no name",
                "_a array<int> | '' | it is array<int>, and an attribute of an element is one value",
                "_VALUE map<string,int> | '' | and the text of an element is one value",
                "_1 int | '' | '1' is no name",
                "m map<string,struct<_key:int>> | '' | a field that is the attribute key",
                "_xmlns string | '' | declares a namespace",
                "a int | rootTag=r r | formatOptions: rootTag is 'r r': it is no name of an element",
                "a int | rowTag=ROWS | formatOptions: rootTag is 'ROWS': rowTag is the same"
            })
    void whatIsNoNameOfXmlIsRefused(String column, String option, String message) {
        int space = column.indexOf(' ', column.startsWith("a b") ? 2 : 0);
        Schema schema = new Schema(
                List.of(new Field(column.substring(0, space), DataTypeParser.parse(column.substring(space + 1)))));
        Map<String, String> options =
                option.isEmpty() ? Map.of() : Map.of(option.split("=", 2)[0], option.split("=", 2)[1]);
        assertThatThrownBy(() -> new XmlWriter().check(schema, new FormatOptions(options)))
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x0B, 0x1F, 0xFFFE, 0xFFFF})
    void charactersThatXmlCannotHoldAreAnErrorWithTheColumnsName(int code) {
        BytesVector column = (BytesVector) ColumnVector.of(DataTypeParser.parse("string"));
        column.append("x" + (char) code);
        Batch batch = new Batch(schema("t string"), List.of(column), 1, null);
        assertThatThrownBy(() -> write(batch, Map.of()))
                .isInstanceOf(XmlCharacterException.class)
                .hasMessageStartingWith("Column 't' has a text with the character U+%04X,".formatted(code));
    }
}
