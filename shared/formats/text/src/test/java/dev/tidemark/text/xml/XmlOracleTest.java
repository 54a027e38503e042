package dev.tidemark.text.xml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.text.BytesInput;
import dev.tidemark.text.FormatReading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// Random documents are read as the JDK's DOM and XPath have them.
final class XmlOracleTest {

    private static final String[] COLUMNS = {
        "_id string",
        "_VALUE string",
        "t string",
        "n bigint",
        "arr array<string>",
        "s struct<_k:string,_VALUE:string,u:string>"
    };

    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
    private final Random random = new Random(SEED);

    @BeforeAll
    static void tellSeed() {
        System.out.println("XmlOracleTest: -Dtidemark.seed=" + SEED);
    }

    @Test
    void randomDocumentsAreReadAsDomHasThem() throws Exception {
        for (int i = 0; i < 400; i++) {
            String text = document();
            FormatReading reading = read(text, 1 + random.nextInt(9000));
            assertThat(reading.reasons()).as("seed %d, %s", SEED, text).isEmpty();
            assertThat(reading.rows()).as("seed %d, %s", SEED, text).isEqualTo(expected(text));
        }
    }

    /// One character more, less or other: what DOM still takes is read as DOM has it, and of the rest
    /// something is told. Rows that are taken beside a broken one are rows of the unbroken document, but for
    /// the one that was hit.
    @Test
    void damagedDocumentsAreReadAsDomHasThemOrTold() throws Exception {
        int told = 0;
        int read = 0;
        for (int i = 0; i < 3_000; i++) {
            String whole = document();
            String damaged = damaged(whole);
            List<List<@Nullable Object>> expected;
            String dom = "";
            try {
                expected = expected(damaged);
            } catch (SAXException | IOException noLonger) {
                dom = String.valueOf(noLonger.getMessage());
                expected = null;
            } catch (NumberFormatException noNumber) {
                continue;
            }
            try {
                FormatReading reading = read(damaged, 1 + random.nextInt(9000));
                if (reading.bad().isEmpty()) {
                    read++;
                    assertThat(reading.rows())
                            .as("seed %d, %s, DOM: %s", SEED, damaged, dom)
                            .isEqualTo(expected);
                    continue;
                }
                told++;
                List<List<@Nullable Object>> others = new ArrayList<>(reading.rows());
                others.removeAll(expected(whole));
                assertThat(others).as("seed %d, %s", SEED, damaged).hasSizeLessThanOrEqualTo(1);
            } catch (UnreadableObjectException unreadable) {
                told++;
                assertThat(expected).as("seed %d, %s", SEED, damaged).isNull();
            }
        }
        assertThat(told).as("seed %d", SEED).isGreaterThan(500);
        assertThat(read).as("seed %d", SEED).isGreaterThan(500);
    }

    private String damaged(String whole) {
        // Of the XML declaration DOM is stricter, and no row depends on that.
        int from = whole.startsWith("<?xml") ? whole.indexOf("?>") + 2 : 0;
        int at = from + random.nextInt(whole.length() - from);
        if (random.nextBoolean()) {
            // Long texts hide the marks.
            int mark = whole.indexOf("<>&/\"'=-![]?bn".charAt(random.nextInt(14)), at);
            at = mark < 0 ? at : mark;
        }
        char other = "<>&/\"'=-![]?bn \u0000".charAt(random.nextInt(16));
        return switch (random.nextInt(4)) {
            case 0 -> whole.substring(0, at);
            case 1 -> whole.substring(0, at) + whole.substring(at + 1);
            case 2 -> whole.substring(0, at) + other + whole.substring(at);
            default -> whole.substring(0, at) + other + whole.substring(at + 1);
        };
    }

    /// What stands at a row's offset is the row.
    @Test
    void rawBytesAndOffsetsAreThoseOfTheRow() throws Exception {
        for (int i = 0; i < 100; i++) {
            String text = document();
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            FormatReading reading = read(text, 1 + random.nextInt(9000));
            NodeList rows = rows(text);
            assertThat(reading.raws()).hasSize(rows.getLength());
            for (int row = 0; row < rows.getLength(); row++) {
                String raw = reading.raws().get(row);
                int offset = reading.offsets().get(row).intValue();
                int length = raw.getBytes(StandardCharsets.UTF_8).length;
                assertThat(new String(bytes, offset, length, StandardCharsets.UTF_8))
                        .isEqualTo(raw);
                assertThat(dom(raw).getDocumentElement().isEqualNode(rows.item(row)))
                        .as("seed %d, row %s", SEED, raw)
                        .isTrue();
            }
        }
    }

    /// The broken twin: a reader that passes over rows without an end tag, as Glue's does, is found.
    @Test
    void aReaderWithoutSelfClosingRowsIsFound() throws Exception {
        int found = 0;
        for (int i = 0; i < 100; i++) {
            String text = document();
            FormatReading reading = read(text, 4096);
            List<List<@Nullable Object>> twin = new ArrayList<>();
            for (int row = 0; row < reading.rows().size(); row++) {
                if (!reading.raws().get(row).endsWith("/>")) {
                    twin.add(reading.rows().get(row));
                }
            }
            found += twin.equals(expected(text)) ? 0 : 1;
        }
        assertThat(found).as("seed %d", SEED).isPositive();
    }

    private static FormatReading read(String text, int pieceBytes) throws IOException {
        return XmlReading.of(new BytesInput(text.getBytes(StandardCharsets.UTF_8), pieceBytes), Map.of(), COLUMNS);
    }

    private String document() {
        StringBuilder out =
                new StringBuilder(random.nextBoolean() ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : "");
        out.append(blank()).append("<root a='b'>");
        int rows = random.nextInt(12);
        int depth = 0;
        for (int i = 0; i < rows; i++) {
            while (depth > 0 && random.nextInt(3) == 0) {
                out.append("</w").append(depth--).append('>');
            }
            while (random.nextInt(4) == 0) {
                out.append("<w").append(++depth).append(" x='<![CDATA['>".replace("<", "&lt;"));
            }
            out.append(blank());
            row(out);
            out.append(random.nextInt(5) == 0 ? text() : blank());
        }
        while (depth > 0) {
            out.append("</w").append(depth--).append('>');
        }
        return out.append("</root>").append(blank()).toString();
    }

    private void row(StringBuilder out) {
        out.append("<b");
        if (random.nextBoolean()) {
            out.append(" id=\"").append(attribute()).append("\"");
        }
        if (random.nextInt(4) == 0) {
            out.append(" />");
            return;
        }
        out.append('>');
        List<String> parts = new ArrayList<>();
        if (random.nextBoolean()) {
            parts.add("<t>" + text() + "</t>");
        }
        if (random.nextBoolean()) {
            parts.add("<n>" + random.nextLong() + "</n>");
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            parts.add("<arr>" + text() + "</arr>");
        }
        if (random.nextBoolean()) {
            parts.add("<s k='" + attribute() + "'>" + text() + "<u>" + text() + "</u>" + text() + "</s>");
        }
        if (random.nextInt(3) == 0) {
            parts.add("<other><b><t>no</t></b>" + text() + "</other>");
        }
        java.util.Collections.shuffle(parts, random);
        for (String part : parts) {
            out.append(random.nextInt(4) == 0 ? text() : blank()).append(part);
        }
        out.append(blank()).append("</b>");
    }

    private String blank() {
        return switch (random.nextInt(4)) {
            case 0 -> "\n  ";
            case 1 -> "<!-- <b> -->";
            case 2 -> "<?pi <b/>?>\t";
            default -> "";
        };
    }

    private String attribute() {
        return text().replaceAll("<!\\[CDATA\\[.*?]]>|<!--.*?-->|<\\?.*?\\?>", "");
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(
                    switch (random.nextInt(12)) {
                        case 0 -> "&amp;";
                        case 1 -> "&lt;&gt;";
                        case 2 -> "&#" + (0x20 + random.nextInt(0xD7E0)) + ";";
                        case 3 -> "&#x1F600;\uD83D\uDE00";
                        case 4 -> "<![CDATA[<b>&amp;]]>";
                        case 5 -> "<!-- c -->";
                        case 6 -> "é€";
                        case 7 -> " ";
                        case 8 -> "\r\n";
                        case 9 -> "x".repeat(random.nextInt(random.nextInt(60) == 0 ? 9000 : 9));
                        case 10 -> "<?p i?>";
                        default -> Character.toString((char) ('a' + random.nextInt(26)));
                    });
        }
        return text.toString();
    }

    private static Document dom(String text) throws ParserConfigurationException, SAXException, IOException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        // Of documents that are no XML it would print the message.
        builder.setErrorHandler(null);
        return builder.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static NodeList rows(String text)
            throws ParserConfigurationException, SAXException, IOException, XPathExpressionException {
        return (NodeList) XPathFactory.newDefaultInstance()
                .newXPath()
                .evaluate("//b[not(ancestor::b)]", dom(text), XPathConstants.NODESET);
    }

    private static List<List<@Nullable Object>> expected(String text) throws Exception {
        List<List<@Nullable Object>> expected = new ArrayList<>();
        NodeList rows = rows(text);
        for (int i = 0; i < rows.getLength(); i++) {
            Element row = (Element) rows.item(i);
            List<Element> number = children(row, "n");
            List<Element> struct = children(row, "s");
            List<Object> array = new ArrayList<>();
            children(row, "arr").forEach(element -> array.add(element.getTextContent()));
            expected.add(Arrays.asList(
                    row.hasAttribute("id") ? row.getAttribute("id") : null,
                    value(row),
                    text(row, "t"),
                    number.isEmpty() ? null : Long.valueOf(number.getFirst().getTextContent()),
                    array.isEmpty() ? null : array,
                    struct.isEmpty()
                            ? null
                            : Arrays.asList(
                                    struct.getFirst().hasAttribute("k")
                                            ? struct.getFirst().getAttribute("k")
                                            : null,
                                    value(struct.getFirst()),
                                    text(struct.getFirst(), "u"))));
        }
        return expected;
    }

    private static @Nullable String text(Element parent, String name) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? null : found.getFirst().getTextContent();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    /// The text beside elements, without what is only white space between two tags.
    private static @Nullable String value(Element element) {
        StringBuilder value = new StringBuilder();
        StringBuilder piece = new StringBuilder();
        boolean marked = false;
        boolean any = false;
        for (Node node = element.getFirstChild(); true; node = node.getNextSibling()) {
            if (node == null || node instanceof Element) {
                if (marked || !piece.toString().matches("[ \\n\\t\\r]*")) {
                    value.append(piece);
                    any = true;
                }
                piece.setLength(0);
                marked = false;
                if (node == null) {
                    return any ? value.toString() : null;
                }
            } else if (node.getNodeType() == Node.TEXT_NODE || node.getNodeType() == Node.CDATA_SECTION_NODE) {
                marked |= node.getNodeType() == Node.CDATA_SECTION_NODE;
                piece.append(node.getNodeValue());
            }
        }
    }
}
