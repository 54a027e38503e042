package dev.tidemark.text.xml;

import dev.tidemark.text.window.RecordTooLong;
import dev.tidemark.text.window.RecordWindow;
import java.io.IOException;
import javax.xml.stream.XMLStreamException;

/// What is said about text that is no XML.
final class XmlProblems {

    static final String TOO_LONG = "more than " + (RecordWindow.MAX_RECORD_BYTES >> 20)
            + " MB, the most that one record, or the text between two, may have";

    private XmlProblems() {}

    /// The parser's own words, without its place: it may not have begun at the object's start.
    ///
    /// @throws IOException when it is the store that failed, and not the text
    static String of(XMLStreamException broken, XmlBytes bytes) throws IOException {
        if (broken.getNestedException() instanceof RecordTooLong) {
            return TOO_LONG;
        }
        if (broken.getNestedException() instanceof IOException ofStore) {
            throw ofStore;
        }
        if (bytes.wrong() >= 0 && String.valueOf(broken.getMessage()).contains("NULL")) {
            return "byte " + bytes.wrong()
                    + " is no UTF-8; set formatOptions encoding to what the object is written in";
        }
        return String.valueOf(broken.getMessage())
                .lines()
                .findFirst()
                .orElse("broken XML")
                .replaceFirst("^com\\.ctc\\.wstx\\.exc\\.\\w+: ", "")
                .strip();
    }
}
