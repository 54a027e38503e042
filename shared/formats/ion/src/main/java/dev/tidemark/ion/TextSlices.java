package dev.tidemark.ion;

import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Values of Ion's text form: a value ends where its brackets and quotes are closed, whatever else is wrong in it.
final class TextSlices extends Slices {

    private static final String SYMBOL_TABLE = "$ion_symbol_table";
    private static final String VERSION = "$ion_1_0";
    private static final Pattern ANY_VERSION = Pattern.compile("\\$ion_[0-9]+_[0-9]+");
    private static final int BLANK_BYTES = 64 << 10;
    private static final String IMPORTS = "imports";

    private final TextScan scan;
    private long position;

    TextSlices(String location, IonBytes bytes) {
        super(location, bytes);
        this.scan = new TextScan(bytes);
    }

    @Override
    boolean isText() {
        return true;
    }

    @Override
    boolean next() throws IOException {
        problem = null;
        try {
            if (position == 0 && bytes.at(0) == 0xEF && bytes.at(1) == 0xBB && bytes.at(2) == 0xBF) {
                position = 3;
            }
            start = between(position);
            position = start;
            if (bytes.at(start) < 0) {
                return false;
            }
            scan.begin(start);
            value();
        } catch (TextScan.Unclosed unclosed) {
            throw unreadable(String.valueOf(unclosed.getMessage()), unclosed.place());
        }
        position = end;
        problem = scan.problem();
        return true;
    }

    /// What stands between values is as long as it likes.
    private long between(long from) throws IOException {
        long at = from;
        while (true) {
            scan.begin(at);
            long to = at + BLANK_BYTES;
            long next = scan.blank(at, to);
            bytes.release(next);
            if (next < to) {
                return next;
            }
            at = next;
        }
    }

    private void value() throws IOException {
        long at = start;
        String annotation = "";
        while (true) {
            int first = bytes.at(at);
            if (first == '{' && bytes.at(at + 1) != '{') {
                end = scan.container(at);
                kind = annotation.equals(SYMBOL_TABLE) || annotation.equals("$3") ? symbols(at) : Kind.RECORD;
                return;
            }
            kind = Kind.OTHER;
            boolean quoted = first == '\'' && !scan.isLongQuote(at);
            if (!quoted && !TextScan.startsSymbol(first)) {
                end = scan.other(at);
                return;
            }
            end = quoted ? scan.quoted(at, '\'') : scan.token(at);
            String text = text(quoted ? at + 1 : at, quoted ? end - 1 : end);
            long behind = scan.blank(end, Long.MAX_VALUE);
            if (bytes.at(behind) != ':' || bytes.at(behind + 1) != ':') {
                if (at == start && !quoted) {
                    marker(text);
                }
                return;
            }
            annotation = annotation.isEmpty() ? text : annotation;
            at = scan.blank(behind + 2, Long.MAX_VALUE);
        }
    }

    private void marker(String symbol) {
        if (symbol.equals(VERSION)) {
            kind = Kind.MARKER;
        } else if (ANY_VERSION.matcher(symbol).matches()) {
            throw unreadable("what follows is " + symbol + "; Ion 1.0 is read. Write it as Ion 1.0", start);
        }
    }

    private Kind symbols(long from) {
        return text(from, end).contains(IMPORTS) ? Kind.MORE_SYMBOLS : Kind.SYMBOLS;
    }

    private String text(long from, long to) {
        return new String(bytes.copy(from, to), StandardCharsets.UTF_8);
    }

    private UnreadableObjectException unreadable(String reason, long place) {
        return new UnreadableObjectException(
                location,
                "its Ion text is broken at byte " + place + ", in the value that begins at byte " + start + ": "
                        + reason
                        + ". Nothing behind that place can be told apart, so nothing of the object is taken; mend the"
                        + " data, or exclude the object",
                null);
    }
}
