package dev.tidemark.text.xml;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.osgi.InputFactoryProviderImpl;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/// Finds the rows of one object, front to back: the outermost elements that are called `rowTag`, at whatever depth.
///
/// What is no XML outside of rows makes the object unreadable. Behind a row that is none, [#resume(long)] goes on.
final class XmlRows {

    static final int MAX_DEPTH = 500;

    private static final XMLInputFactory2 FACTORY = factory();

    private final String location;
    private final XmlSettings settings;
    private final XmlBytes bytes;
    /// Names of the elements around the next row, as they stand in the file.
    private final List<String> around = new ArrayList<>();
    private XMLStreamReader2 parser;
    private long start;
    private boolean found;
    private boolean done;
    private @Nullable String similar;
    private @Nullable String broken;

    /// @param bytes what the parser is to be fed from, none of it taken yet
    XmlRows(String location, XmlSettings settings, XmlBytes bytes) throws IOException {
        this.location = location;
        this.settings = settings;
        this.bytes = bytes;
        this.start = bytes.position(0);
        this.parser = parser();
    }

    private static XMLInputFactory2 factory() {
        // The factory's own class has an annotation of OSGi that nobody needs and the compiler misses.
        XMLInputFactory2 factory = new InputFactoryProviderImpl().createInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        // Errors come from next() then, and not as unchecked ones from whatever asks for the text.
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        factory.setProperty(XMLInputFactory2.P_REPORT_CDATA, true);
        factory.setProperty(XMLInputFactory2.P_INTERN_NAMES, false);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, MAX_DEPTH);
        return factory;
    }

    private XMLStreamReader2 parser() throws IOException {
        try {
            return (XMLStreamReader2) FACTORY.createXMLStreamReader(bytes);
        } catch (XMLStreamException broken) {
            throw unreadable(broken);
        }
    }

    /// Goes to the start tag of the next row.
    ///
    /// @return false at the object's end, and where a start tag of a row is no XML: [#broken()] says so then
    boolean next() throws IOException {
        broken = null;
        try {
            while (!done) {
                int event = parser.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    long at = bytes.position(parser.getLocationInfo().getStartingCharOffset());
                    String name = parser.getLocalName();
                    if (settings.shown(name).equals(settings.rowTag())) {
                        start = at;
                        found = true;
                        return true;
                    }
                    look(name);
                    around.add(name);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    around.removeLast();
                } else if (event == XMLStreamConstants.DTD) {
                    throw doctype();
                } else if (event == XMLStreamConstants.END_DOCUMENT) {
                    done = true;
                } else {
                    bytes.position(parser.getLocationInfo().getStartingCharOffset());
                }
            }
        } catch (XMLStreamException noXml) {
            String reason = XmlProblems.of(noXml, bytes);
            start = wrong();
            if (!isRoot() && new XmlRecovery(bytes, settings).isRow(start)) {
                found = true;
                broken = reason;
                return false;
            }
            throw unreadable(noXml);
        }
        refuseSimilar();
        return false;
    }

    /// What is wrong with the start tag at [#start()], after [#next()] found no row.
    @Nullable
    String broken() {
        return broken;
    }

    /// Remembers the first name that may be meant by `rowTag`.
    private void look(String name) {
        if (similar == null && !found) {
            String own = settings.rowTag().substring(settings.rowTag().indexOf(':') + 1);
            if (name.substring(name.indexOf(':') + 1).equalsIgnoreCase(own)) {
                similar = name;
            }
        }
    }

    /// An object of no rows may be an empty list. One with elements that differ from `rowTag` in case or prefix only
    /// is not.
    private void refuseSimilar() {
        if (!found && similar != null) {
            throw new UnreadableObjectException(
                    location,
                    "no element in it is called '" + settings.rowTag() + "', and one is called '" + similar
                            + "'. Names of elements are case-sensitive; set rowTag: \"" + similar
                            + "\", or ignoreNamespace: true to drop prefixes",
                    null);
        }
    }

    XMLStreamReader2 current() {
        return parser;
    }

    /// Position of the current row's first byte.
    long start() {
        return start;
    }

    /// Position behind the current row, at whose end tag the parser is.
    long end() throws XMLStreamException {
        return bytes.position(parser.getLocationInfo().getEndingCharOffset());
    }

    /// Where what the parser looked at last begins: after an error, the first thing that is no XML.
    long wrong() {
        return bytes.position(parser.getLocationInfo().getStartingCharOffset());
    }

    /// Goes on at `position` behind a row that was no XML, as if it had never stood there.
    void resume(long position) throws IOException {
        StringBuilder open = new StringBuilder();
        around.forEach(name -> open.append('<').append(name).append('>'));
        bytes.feed(position, open.toString());
        try {
            parser.close();
            parser = parser();
            for (int i = 0; i < around.size(); i++) {
                parser.next();
            }
        } catch (XMLStreamException broken) {
            throw unreadable(broken);
        }
    }

    /// Nothing more is read.
    void stop() {
        done = true;
    }

    /// Whether a row is the document itself: nothing can come behind it.
    boolean isRoot() {
        return around.isEmpty();
    }

    private UnreadableObjectException doctype() {
        return new UnreadableObjectException(
                location,
                "it has a DOCTYPE, which is refused whatever it says: the entities of one can read files of this machine"
                        + " and grow without bound. Write the object without it, or exclude it",
                null);
    }

    private UnreadableObjectException unreadable(XMLStreamException broken) throws IOException {
        return new UnreadableObjectException(
                location,
                "its XML is broken behind byte " + bytes.position(0) + ", outside of any '" + settings.rowTag() + "': "
                        + XmlProblems.of(broken, bytes)
                        + ". Rows may be missing, so nothing of it is taken; write the object again, or exclude it",
                broken);
    }
}
