package dev.tidemark.text.xml;

import dev.tidemark.text.window.RecordTooLong;
import dev.tidemark.text.window.RecordWindow;
import java.io.IOException;
import java.io.Reader;

/// The object's UTF-8 in one window that the parser is fed from as characters, so that a row's bytes and their place
/// are at hand after the parser took them.
///
/// Positions are byte offsets in the decoded object. The parser counts characters; [#position(long)] follows it.
/// A byte that is no UTF-8 is given as NUL, which no XML may hold: the parser stops right there.
final class XmlBytes extends Reader {

    private static final long NONE = -1;

    private final RecordWindow window;
    /// Position of the next byte that the parser gets.
    private long fed;
    private char pendingLow;
    private String ahead = "";
    private int aheadFed;
    /// The parser had got `markChars` characters at `mark`.
    private long mark;
    private long markChars;
    private boolean inRecord;
    private long wrong = NONE;
    private long most = Long.MAX_VALUE;
    private boolean cut;

    XmlBytes(RecordWindow window) {
        this.window = window;
        this.fed = window.base();
        this.mark = window.base();
    }

    RecordWindow window() {
        return window;
    }

    /// Ends the input early, behind so many bytes.
    void limit(long bytesMost) {
        most = bytesMost;
    }

    /// Whether the input was ended early.
    boolean isCut() {
        return cut;
    }

    /// A new parser gets the characters of `first`, then those from `position` on, and counts from 0.
    void feed(long position, String first) {
        fed = position;
        pendingLow = 0;
        ahead = first;
        aheadFed = 0;
        mark = position;
        markChars = first.length();
        wrong = NONE;
    }

    /// Position of the first byte that was given and is no UTF-8; -1 when there is none.
    long wrong() {
        return wrong;
    }

    void beginRecord(long position) {
        inRecord = true;
        window.beginRecord(position);
    }

    void endRecord() {
        inRecord = false;
        window.endRecord();
    }

    /// Where the parser is that got `chars` characters; never less than at the last call.
    long position(long chars) {
        byte[] bytes = window.array();
        int limit = window.limit();
        int at = window.index(mark);
        long count = markChars;
        while (count < chars && at < limit) {
            if (bytes[at] >= 0) {
                at++;
                count++;
            } else {
                int length = sequence(bytes, at, limit);
                at += Math.max(length, 1);
                count += length == 4 ? 2 : 1;
            }
        }
        mark = window.base() + at;
        markChars = count;
        return mark;
    }

    @Override
    public int read(char[] into, int from, int length) throws IOException {
        if (aheadFed < ahead.length()) {
            int count = Math.min(length, ahead.length() - aheadFed);
            ahead.getChars(aheadFed, aheadFed + count, into, from);
            aheadFed += count;
            return count;
        }
        int count = 0;
        while (count == 0) {
            if (fed == window.end() && pendingLow == 0 && !fill()) {
                return -1;
            }
            count = decode(into, from, length);
            if (count == 0 && !fill()) {
                // What is left is the beginning of a character: no UTF-8.
                into[from] = wrongByte();
                return 1;
            }
        }
        return count;
    }

    /// @return how many characters; 0 when the window ends within the next one
    private int decode(char[] into, int from, int length) {
        byte[] bytes = window.array();
        int limit = window.limit();
        int next = window.index(fed);
        int at = from;
        int end = from + length;
        if (pendingLow != 0) {
            into[at++] = pendingLow;
            pendingLow = 0;
        }
        while (at < end && next < limit) {
            byte first = bytes[next];
            if (first >= 0) {
                into[at++] = (char) first;
                next++;
                continue;
            }
            int size = sequence(bytes, next, limit);
            if (size < 0) {
                break;
            }
            if (size == 0) {
                fed = window.base() + next;
                into[at++] = wrongByte();
                next++;
            } else if (size < 4) {
                into[at++] = (char) point(bytes, next, size);
                next += size;
            } else {
                int point = point(bytes, next, size);
                next += size;
                into[at++] = Character.highSurrogate(point);
                if (at < end) {
                    into[at++] = Character.lowSurrogate(point);
                } else {
                    pendingLow = Character.lowSurrogate(point);
                }
            }
        }
        fed = window.base() + next;
        return at - from;
    }

    /// What is given for the byte at `fed`.
    private char wrongByte() {
        if (wrong == NONE) {
            wrong = fed;
        }
        fed++;
        return 0;
    }

    private static int point(byte[] bytes, int at, int size) {
        int point = bytes[at] & (size == 2 ? 0x1F : size == 3 ? 0x0F : 0x07);
        for (int i = 1; i < size; i++) {
            point = (point << 6) | (bytes[at + i] & 0x3F);
        }
        return point;
    }

    /// Bytes of the character that begins at `at` and is not ASCII: 2 to 4, 0 when it is none (RFC 3629: shortest
    /// forms, no surrogates), -1 when the window ends too early to tell.
    private static int sequence(byte[] bytes, int at, int limit) {
        int lead = bytes[at] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        int size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        for (int i = 1; i < size; i++) {
            if (at + i >= limit) {
                return -1;
            }
            int next = bytes[at + i] & 0xFF;
            int lowest = i > 1 ? 0x80 : lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
            int highest = i > 1 ? 0xBF : lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
            if (next < lowest || next > highest) {
                return 0;
            }
        }
        return size;
    }

    private boolean fill() throws IOException {
        // What stands between rows is no record of the window's, and must not grow without bound either.
        if (!inRecord && window.end() - mark > RecordWindow.MAX_RECORD_BYTES) {
            throw new RecordTooLong();
        }
        return fill(mark);
    }

    private boolean fill(long keep) throws IOException {
        cut |= window.end() >= most;
        return !cut && window.fill(keep);
    }

    /// Whether there is a byte at `position`; bytes before `keep` may go.
    boolean has(long position, long keep) throws IOException {
        return position < window.end() || fill(keep);
    }

    @Override
    public void close() throws IOException {
        window.close();
    }
}
