package dev.tidemark.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds where records and fields begin and end, eight bytes at a time.
///
/// Works on a buffer that holds valid bytes up to `limit` and at least [#SLACK] bytes of room behind them, where
/// it puts
/// a line end as a sentinel, so that the search for the end of a field never has to ask whether the buffer ended.
///
/// Found fields are kept by column (`slot * rows + row`), so that each column is then parsed in one tight loop.
final class CsvIndex {

    /// Bytes that must be allocated behind the valid ones.
    static final int SLACK = 16;

    /// The record does not end in the buffer and the buffer is not the last one.
    static final int INCOMPLETE = -1;

    /// Set in a field's start: it stood in quotes.
    static final int QUOTED = 1 << 30;

    /// Set in a field's start: it holds doubled quotes or escapes.
    static final int ESCAPED = 1 << 29;

    /// The position itself.
    static final int POSITION = ESCAPED - 1;

    /// What is wrong with a record as a whole.
    enum Problem {
        NONE,
        QUOTE_OPEN_AT_LINE_END,
        QUOTE_OPEN_AT_END,
        TEXT_AFTER_QUOTE
    }

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    /// Bytes below 14 are looked at more closely: tab, line feed, carriage return and what hardly ever occurs.
    private static final long LINE_ENDS = 14 * ONES;

    private final byte separator;
    private final byte quote;
    private final byte escaper;
    private final boolean quotes;
    private final boolean escapes;
    private final long separatorWord;
    private final long quoteWord;
    private final long escaperWord;
    private final long escaperOrQuoteWord;
    private final boolean multiLine;
    private final long lineEndHighs;

    private byte[] bytes = new byte[SLACK];
    private int limit;
    private boolean last;

    private int maxRows;
    private int[] slots = new int[0];
    private int[] starts = new int[0];
    private int[] ends = new int[0];

    private int fields;
    private int recordEnd;
    private Problem problem = Problem.NONE;
    private long seen;

    CsvIndex(CsvOptions options) {
        separator = options.separator();
        quote = options.quote();
        escaper = options.escaper();
        quotes = options.quotes();
        escapes = options.escapes();
        multiLine = options.multiLine();
        separatorWord = (separator & 0xFF) * ONES;
        quoteWord = (quote & 0xFF) * ONES;
        escaperWord = escapes ? (escaper & 0xFF) * ONES : separatorWord;
        escaperOrQuoteWord = escapes ? escaperWord : quoteWord;
        lineEndHighs = multiLine ? 0 : HIGHS;
    }

    /// @param slotOfField for each field of a record the column it fills, or -1; fields beyond it are only counted
    void columns(int[] slotOfField, int columns, int rows) {
        slots = slotOfField;
        maxRows = rows;
        starts = new int[columns * rows];
        ends = new int[columns * rows];
    }

    /// @param isLast whether the input ends at `validBytes`
    void buffer(byte[] buffer, int validBytes, boolean isLast) {
        bytes = buffer;
        limit = validBytes;
        last = isLast;
        buffer[validBytes] = '\n';
    }

    /// Starts of all columns' fields with their flags, at `slot * rows + row`.
    int[] starts() {
        return starts;
    }

    /// Ends of all columns' fields, at `slot * rows + row`.
    int[] ends() {
        return ends;
    }

    /// Fields of the last record.
    int fields() {
        return fields;
    }

    /// End of the last record, without its line end.
    int recordEnd() {
        return recordEnd;
    }

    Problem problem() {
        return problem;
    }

    /// Whether a byte above 127 may have been met since the last call.
    boolean takeNonAscii() {
        boolean found = (seen & HIGHS) != 0;
        seen = 0;
        return found;
    }

    /// Finds the fields of the record that starts at `from` and keeps them as those of `row`.
    ///
    /// @return where the next record starts, or [#INCOMPLETE]
    int record(int from, int row) {
        byte[] b = bytes;
        int at = from;
        int field = 0;
        problem = Problem.NONE;
        while (true) {
            int start = at;
            int end;
            if (quotes && b[at] == quote && at < limit) {
                start = quoted(at);
                if (start == INCOMPLETE) {
                    return INCOMPLETE;
                }
                end = quotedEnd;
                at = quotedNext;
            } else {
                at = plainEnd(at);
                if (escapes && b[at] == escaper && at < limit) {
                    at = escapedEnd(at);
                    start |= ESCAPED;
                }
                end = at;
            }
            if (at >= limit && !last) {
                return INCOMPLETE;
            }
            if (field < slots.length) {
                int slot = slots[field];
                if (slot >= 0) {
                    starts[slot * maxRows + row] = start;
                    ends[slot * maxRows + row] = end;
                }
            }
            field++;
            if (at >= limit || b[at] != separator) {
                break;
            }
            at++;
        }
        fields = field;
        recordEnd = at;
        return afterLineEnd(at);
    }

    private int afterLineEnd(int at) {
        if (at >= limit) {
            return limit;
        }
        if (bytes[at] != '\r') {
            return at + 1;
        }
        if (at + 1 >= limit) {
            return last ? limit : INCOMPLETE;
        }
        return bytes[at + 1] == '\n' ? at + 2 : at + 1;
    }

    private int quotedEnd;
    private int quotedNext;

    /// The field whose opening quote is at `at`: leaves its end and what follows in [#quotedEnd] and [#quotedNext].
    private int quoted(int at) {
        byte[] b = bytes;
        int flags = QUOTED;
        int next = at + 1;
        while (true) {
            next = quotedStop(next);
            if (next >= limit) {
                if (!last) {
                    return INCOMPLETE;
                }
                problem = Problem.QUOTE_OPEN_AT_END;
                quotedEnd = limit;
                quotedNext = limit;
                return at + 1 | flags;
            }
            byte found = b[next];
            if (found != quote && (!escapes || found != escaper)) {
                problem = Problem.QUOTE_OPEN_AT_LINE_END;
                quotedEnd = next;
                quotedNext = next;
                return at + 1 | flags;
            }
            if (next + 1 >= limit && !last) {
                return INCOMPLETE;
            }
            boolean more = next + 1 < limit;
            if (found != quote) {
                flags |= ESCAPED;
                next += more && (multiLine || !isLineEnd(b[next + 1])) ? 2 : 1;
            } else if (more && b[next + 1] == quote) {
                flags |= ESCAPED;
                next += 2;
            } else {
                break;
            }
        }
        quotedEnd = next++;
        if (next < limit && b[next] != separator && !isLineEnd(b[next])) {
            problem = Problem.TEXT_AFTER_QUOTE;
            next = plainEnd(next);
            while (escapes && next < limit && b[next] == escaper) {
                next = plainEnd(next + 1);
            }
        }
        quotedNext = next;
        return at + 1 | flags;
    }

    /// The end of a field without quotes, from its first escaper on.
    private int escapedEnd(int firstEscaper) {
        int at = firstEscaper;
        while (at < limit && bytes[at] == escaper) {
            boolean literal = at + 1 < limit && (multiLine || !isLineEnd(bytes[at + 1]));
            at = plainEnd(Math.min(limit, literal ? at + 2 : at + 1));
        }
        return at;
    }

    private static boolean isLineEnd(byte value) {
        return value == '\n' || value == '\r';
    }

    /// First separator, line end or escaper from `from` on; `limit` at the latest, thanks to the sentinel.
    private int plainEnd(int from) {
        byte[] b = bytes;
        int at = from;
        while (true) {
            long word = (long) LONG.get(b, at);
            seen |= word;
            long stops =
                    (((word - LINE_ENDS) & ~word) | zeros(word ^ separatorWord) | zeros(word ^ escaperWord)) & HIGHS;
            while (stops != 0) {
                int stop = at + (Long.numberOfTrailingZeros(stops) >>> 3);
                byte found = b[stop];
                if (found == separator || found == '\n' || found == '\r' || (escapes && found == escaper)) {
                    return stop;
                }
                stops &= stops - 1;
            }
            at += 8;
        }
    }

    /// First quote, escaper or (without `multiLine`) line end from `from` on, or `limit`.
    private int quotedStop(int from) {
        byte[] b = bytes;
        int at = from;
        while (at < limit) {
            long word = (long) LONG.get(b, at);
            seen |= word;
            long stops = ((word - LINE_ENDS) & ~word & lineEndHighs)
                    | ((zeros(word ^ quoteWord) | zeros(word ^ escaperOrQuoteWord)) & HIGHS);
            while (stops != 0) {
                int stop = at + (Long.numberOfTrailingZeros(stops) >>> 3);
                byte found = b[stop];
                if (found == quote
                        || (escapes && found == escaper)
                        || (!multiLine && (found == '\n' || found == '\r'))) {
                    return Math.min(stop, limit);
                }
                stops &= stops - 1;
            }
            at += 8;
        }
        return limit;
    }

    /// High bits where a byte is zero; further ones may be set above a zero byte, so hits are looked at again.
    private static long zeros(long word) {
        return (word - ONES) & ~word;
    }
}
