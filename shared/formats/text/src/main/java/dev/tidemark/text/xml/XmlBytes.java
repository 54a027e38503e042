package dev.tidemark.text.xml;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.Arrays;

/// The object's UTF-8 in one window that the parser is fed from as characters, so that a row's bytes and their place
/// are at hand after the parser took them.
///
/// Positions are byte offsets in the decoded object. The parser counts characters; [#position(long)] follows it.
/// A byte that is no UTF-8 is given as NUL, which no XML may hold: the parser stops right there.
final class XmlBytes extends Reader {

    /// A longer row is not taken: a window that grows without bound would take the process down.
    static final int MAX_RECORD_BYTES = 64 << 20;

    private static final int FIRST_BYTES = 64 << 10;
    private static final int READ_BYTES = 1 << 20;
    private static final int ENOUGH_BYTES = MAX_RECORD_BYTES + 4 * READ_BYTES;
    private static final long NONE = -1;

    private final InputStream in;
    private byte[] bytes = new byte[FIRST_BYTES];
    private long base;
    private int limit;
    private boolean ended;
    /// Index of the next byte that the parser gets.
    private int fed;
    private char pendingLow;
    private String ahead = "";
    private int aheadFed;
    /// The parser had got `markChars` characters at `mark`.
    private long mark;
    private long markChars;
    private long pinned = NONE;
    private long recordStart = NONE;
    private long wrong = NONE;
    private long most = Long.MAX_VALUE;
    private boolean cut;

    /// @param base offset of the first byte that `in` gives
    XmlBytes(InputStream in, long base) {
        this.in = in;
        this.base = base;
        this.mark = base;
    }

    /// Ends the input early, behind so many bytes.
    void limit(long bytesMost) {
        most = bytesMost;
    }

    /// Whether the input was ended early.
    boolean isCut() {
        return cut;
    }

    byte[] array() {
        return bytes;
    }

    int index(long position) {
        return (int) (position - base);
    }

    long end() {
        return base + limit;
    }

    /// A new parser gets the characters of `first`, then those from `position` on, and counts from 0.
    void feed(long position, String first) {
        fed = index(position);
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

    /// Keeps all bytes from `position` on until [#release()].
    void pin(long position) {
        if (pinned == NONE) {
            pinned = position;
        }
    }

    void release() {
        pinned = NONE;
    }

    void beginRecord(long position) {
        recordStart = position;
        pin(position);
    }

    void endRecord() {
        recordStart = NONE;
    }

    /// Where the parser is that got `chars` characters; never less than at the last call.
    long position(long chars) {
        int at = index(mark);
        long count = markChars;
        while (count < chars && at < limit) {
            if (bytes[at] >= 0) {
                at++;
                count++;
            } else {
                int length = sequence(at);
                at += Math.max(length, 1);
                count += length == 4 ? 2 : 1;
            }
        }
        mark = base + at;
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
            if (fed == limit && pendingLow == 0 && !fill()) {
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
        int at = from;
        int end = from + length;
        if (pendingLow != 0) {
            into[at++] = pendingLow;
            pendingLow = 0;
        }
        while (at < end && fed < limit) {
            byte first = bytes[fed];
            if (first >= 0) {
                into[at++] = (char) first;
                fed++;
                continue;
            }
            int size = sequence(fed);
            if (size < 0) {
                break;
            }
            if (size == 0) {
                into[at++] = wrongByte();
            } else if (size < 4) {
                into[at++] = (char) point(fed, size);
                fed += size;
            } else {
                int point = point(fed, size);
                fed += size;
                into[at++] = Character.highSurrogate(point);
                if (at < end) {
                    into[at++] = Character.lowSurrogate(point);
                } else {
                    pendingLow = Character.lowSurrogate(point);
                }
            }
        }
        return at - from;
    }

    private char wrongByte() {
        if (wrong == NONE) {
            wrong = base + fed;
        }
        fed++;
        return 0;
    }

    private int point(int at, int size) {
        int point = bytes[at] & (size == 2 ? 0x1F : size == 3 ? 0x0F : 0x07);
        for (int i = 1; i < size; i++) {
            point = (point << 6) | (bytes[at + i] & 0x3F);
        }
        return point;
    }

    /// Bytes of the character that begins at `at` and is not ASCII: 2 to 4, 0 when it is none (RFC 3629: shortest
    /// forms, no surrogates), -1 when the window ends too early to tell.
    private int sequence(int at) {
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
        long from = recordStart == NONE ? mark : recordStart;
        if (!ended && end() - from > MAX_RECORD_BYTES) {
            throw new RecordTooLong();
        }
        return fill(mark);
    }

    /// Reads more behind [#end()]; bytes before `keep` may go unless they are pinned.
    ///
    /// @return false at the object's end
    boolean fill(long keep) throws IOException {
        if (ended) {
            return false;
        }
        if (end() >= most) {
            cut = true;
            ended = true;
            return false;
        }
        makeRoom(index(pinned == NONE ? keep : Math.min(keep, pinned)));
        int count = 0;
        while (count == 0) {
            count = in.read(bytes, limit, Math.min(bytes.length - limit, READ_BYTES));
        }
        if (count < 0) {
            ended = true;
            return false;
        }
        limit += count;
        return true;
    }

    private void makeRoom(int keep) {
        if (limit < bytes.length) {
            return;
        }
        if (keep >= bytes.length / 2) {
            System.arraycopy(bytes, keep, bytes, 0, limit - keep);
            base += keep;
            limit -= keep;
            fed -= keep;
        } else {
            int enough = Math.max(ENOUGH_BYTES, bytes.length + READ_BYTES);
            bytes = Arrays.copyOf(bytes, Math.min(bytes.length * 2, enough));
        }
    }

    /// Whether there is a byte at `position`; bytes before `keep` may go.
    boolean has(long position, long keep) throws IOException {
        return position < end() || fill(keep);
    }

    byte at(long position) {
        return bytes[index(position)];
    }

    byte[] copy(long from, long to) {
        return Arrays.copyOfRange(bytes, index(from), index(to));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /// A row, or what stands between rows, passed [#MAX_RECORD_BYTES]. Never leaves the reader.
    static final class RecordTooLong extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
