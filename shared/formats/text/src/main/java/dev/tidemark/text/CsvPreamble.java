package dev.tidemark.text;

import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What stands before the data of a CSV object: byte order mark, header, a record to be skipped.
///
/// @param names  the header's names, or null without a header
/// @param fields how many fields the header has or, without one, the first data record (0 in an empty object)
/// @param end    offset of the first data record
record CsvPreamble(@Nullable List<String> names, int fields, long end) {

    /// Reads from the object's start and leaves the buffer at the first data record.
    static CsvPreamble read(CsvBuffer buffer, CsvIndex index, CsvOptions options, String location) throws IOException {
        buffer.require(3);
        skipByteOrderMark(buffer, options, location);
        List<String> names = null;
        if (options.withHeader() && skipBlankLines(buffer)) {
            names = header(buffer, index, options, location);
        }
        if (options.skipFirst() && skipBlankLines(buffer)) {
            buffer.position(record(buffer, index, options, location));
        }
        int fields = names == null ? firstRecordFields(buffer, index, options, location) : names.size();
        return new CsvPreamble(names, fields, buffer.offsetOf(buffer.position()));
    }

    private static void skipByteOrderMark(CsvBuffer buffer, CsvOptions options, String location) {
        byte[] b = buffer.bytes();
        int length = buffer.limit() - buffer.position();
        if (length >= 3 && b[0] == (byte) 0xEF && b[1] == (byte) 0xBB && b[2] == (byte) 0xBF) {
            buffer.position(3);
        } else if (length >= 2
                && options.text().parsedAsIs()
                && ((b[0] == (byte) 0xFF && b[1] == (byte) 0xFE) || (b[0] == (byte) 0xFE && b[1] == (byte) 0xFF))) {
            throw new UnreadableObjectException(
                    location,
                    "it starts with the byte order mark of UTF-16 but is to be read as " + options.encoding()
                            + ". Set the option encoding: UTF-16",
                    null);
        }
    }

    /// @return whether anything follows
    private static boolean skipBlankLines(CsvBuffer buffer) throws IOException {
        while (true) {
            buffer.require(1);
            if (buffer.isEmpty()) {
                return false;
            }
            byte first = buffer.bytes()[buffer.position()];
            if (first != '\n' && first != '\r') {
                return true;
            }
            buffer.skipLineEnd();
        }
    }

    /// Finds the end of the record at the position, reading on as long as it is not there.
    private static int record(CsvBuffer buffer, CsvIndex index, CsvOptions options, String location)
            throws IOException {
        while (true) {
            index.buffer(buffer.bytes(), buffer.limit(), buffer.last());
            int next = index.record(buffer.position(), 0);
            if (next != CsvIndex.INCOMPLETE) {
                return next;
            }
            refuseTooLong(buffer, options, location);
            buffer.refill();
        }
    }

    private static void refuseTooLong(CsvBuffer buffer, CsvOptions options, String location) {
        if (buffer.limit() - buffer.position() > options.maxRecordBytes()) {
            throw new UnreadableObjectException(
                    location,
                    "its first record is longer than " + options.maxRecordBytes()
                            + " bytes. Check separator and quoteChar, or raise maxRecordSize",
                    null);
        }
    }

    /// Fields of the first record that is no blank line, without taking anything: in a file of one column blank lines
    /// are records.
    private static int firstRecordFields(CsvBuffer buffer, CsvIndex index, CsvOptions options, String location)
            throws IOException {
        int ahead = 0;
        while (true) {
            int at = buffer.position() + ahead;
            if (at >= buffer.limit()) {
                if (buffer.last()) {
                    return 0;
                }
            } else if (buffer.bytes()[at] == '\n' || buffer.bytes()[at] == '\r') {
                ahead++;
                continue;
            } else {
                index.buffer(buffer.bytes(), buffer.limit(), buffer.last());
                if (index.record(at, 0) != CsvIndex.INCOMPLETE) {
                    return index.fields();
                }
            }
            refuseTooLong(buffer, options, location);
            buffer.refill();
        }
    }

    private static List<String> header(CsvBuffer buffer, CsvIndex index, CsvOptions options, String location)
            throws IOException {
        index.columns(new int[0], 0, 1);
        int next = record(buffer, index, options, location);
        int fields = index.fields();
        if (index.problem() != CsvIndex.Problem.NONE) {
            throw new UnreadableObjectException(
                    location,
                    "a quote in its header is not closed, or text follows it. Check quoteChar, escaper and multiLine",
                    null);
        }
        int[] all = new int[fields];
        for (int i = 0; i < fields; i++) {
            all[i] = i;
        }
        index.columns(all, fields, 1);
        index.record(buffer.position(), 0);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < fields; i++) {
            names.add(name(buffer.bytes(), index.starts()[i], index.ends()[i], i, options));
        }
        refuseDuplicates(names, location);
        buffer.position(next);
        return names;
    }

    private static String name(byte[] bytes, int start, int to, int field, CsvOptions options) {
        int from = start & CsvIndex.POSITION;
        byte[] plain = new byte[to - from];
        int length = plain.length;
        if ((start & CsvIndex.ESCAPED) == 0) {
            System.arraycopy(bytes, from, plain, 0, length);
        } else {
            length = CsvColumn.unescape(bytes, from, to, (start & CsvIndex.QUOTED) != 0, options, plain);
        }
        return length == 0 ? "col" + field : new String(plain, 0, length, options.textCharset());
    }

    private static void refuseDuplicates(List<String> names, String location) {
        Map<String, String> seen = new HashMap<>();
        for (String name : names) {
            String before = seen.put(dev.tidemark.data.Schema.fold(name), name);
            if (before != null) {
                throw new UnreadableObjectException(
                        location,
                        ("its header names two columns '%s' and '%s', which are the same, as names match in any case."
                                        + " Rename one where the file is made, or read it without withHeader, by position"
                                        + " (skipFirst leaves the header out)")
                                .formatted(before, name),
                        null);
            }
        }
    }
}
