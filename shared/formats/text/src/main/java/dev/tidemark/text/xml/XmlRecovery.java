package dev.tidemark.text.xml;

import dev.tidemark.text.window.RecordWindow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Finds the end of a row that is no XML: its end tag, or the start of the next row when that comes first and is one:
/// the parser took it for a tag, or did not get beyond the row's own. What looks like a tag in comments, CDATA
/// sections and processing instructions is passed over.
final class XmlRecovery {

    /// Of a longer record so many bytes are kept to be told.
    private static final int TOLD_BYTES = 1 << 20;
    private static final int LONGEST_NAME = 256;
    /// So far back a tag that is looked at may have begun.
    private static final int KEPT_BYTES = 4 * LONGEST_NAME;

    private final XmlBytes bytes;
    private final XmlSettings settings;
    private long start;
    private byte[] cut = new byte[0];

    XmlRecovery(XmlBytes bytes, XmlSettings settings) {
        this.bytes = bytes;
        this.settings = settings;
    }

    /// @param from  where the row starts
    /// @param wrong where the first thing in it begins that is no XML
    /// @return position behind it; -1 when neither its end tag nor another row follows
    long end(long from, long wrong) throws IOException {
        start = from;
        cut = new byte[0];
        long at = from + 1;
        while (true) {
            at = find('<', at);
            if (at < 0) {
                return -1;
            }
            if (starts(at, "<!--")) {
                at = behind("-->", at + 4);
            } else if (starts(at, "<![CDATA[")) {
                at = behind("]]>", at + 9);
            } else if (starts(at, "<?")) {
                at = behind("?>", at + 2);
            } else {
                boolean closing = starts(at, "</");
                boolean real = closing || at < wrong || wrong == from;
                if (real && isRowTag(closing ? at + 2 : at + 1)) {
                    return closing ? behind(">", at) : at;
                }
                at++;
            }
            if (at < 0) {
                return -1;
            }
        }
    }

    /// Whether a row's start tag begins at `at`, well formed or not.
    boolean isRow(long at) throws IOException {
        start = at;
        return has(at) && bytes.window().at(at) == '<' && isRowTag(at + 1);
    }

    /// Position behind everything from `from` on.
    long rest(long from) throws IOException {
        start = from;
        cut = new byte[0];
        long at = from;
        while (has(at)) {
            at = bytes.window().end();
        }
        return at;
    }

    /// The bytes of the row up to `end`, or the first of them.
    byte[] raw(long end) {
        return cut.length > 0 ? cut : bytes.window().copy(start, end);
    }

    private boolean has(long at) throws IOException {
        if (at < bytes.window().end()) {
            return true;
        }
        if (cut.length == 0 && at - start > RecordWindow.MAX_RECORD_BYTES) {
            cut = bytes.window().copy(start, start + TOLD_BYTES);
            bytes.window().release();
        }
        return bytes.has(at, cut.length == 0 ? start : Math.max(start, at - KEPT_BYTES));
    }

    private long find(char wanted, long from) throws IOException {
        for (long at = from; has(at); at++) {
            if (bytes.window().at(at) == wanted) {
                return at;
            }
        }
        return -1;
    }

    private boolean starts(long at, String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            if (!has(at + i) || bytes.window().at(at + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long behind(String text, long from) throws IOException {
        long at = find(text.charAt(0), from);
        while (at >= 0 && !starts(at, text)) {
            at = find(text.charAt(0), at + 1);
        }
        return at < 0 ? -1 : at + text.length();
    }

    private boolean isRowTag(long from) throws IOException {
        byte[] wanted = settings.rowTag().getBytes(StandardCharsets.UTF_8);
        long at = from;
        if (settings.ignoreNamespace()) {
            long colon = from;
            while (has(colon)
                    && colon - from < LONGEST_NAME
                    && bytes.window().at(colon) != ':'
                    && !isDelimiter(bytes.window().at(colon))) {
                colon++;
            }
            at = has(colon) && bytes.window().at(colon) == ':' ? colon + 1 : from;
        }
        for (byte value : wanted) {
            if (!has(at) || bytes.window().at(at) != value) {
                return false;
            }
            at++;
        }
        return has(at) && isDelimiter(bytes.window().at(at));
    }

    private static boolean isDelimiter(byte value) {
        return value == '>'
                || value == '/'
                || value == '<'
                || value == ' '
                || value == '\n'
                || value == '\t'
                || value == '\r';
    }
}
