package dev.tidemark.text;

import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What stands before the data of a CSV object: byte order mark, header, a record to be skipped.
///
/// @param header null without one
/// @param fields how many fields the header has or, without one, the first data record (0 in an empty object)
/// @param end    offset of the first data record
record CsvPreamble(@Nullable CsvHeader header, int fields, long end) {

    /// Reads from the object's start and leaves the buffer at the first data record.
    static CsvPreamble read(CsvBuffer buffer, CsvIndex index, CsvOptions options, String location) throws IOException {
        buffer.require(3);
        skipByteOrderMark(buffer, options, location);
        CsvHeader header = null;
        if (options.withHeader() && skipBlankLines(buffer)) {
            header = CsvHeader.read(buffer, index, options, location);
        }
        if (options.skipFirst() && skipBlankLines(buffer)) {
            buffer.position(record(buffer, index, options, location));
        }
        int fields = header == null
                ? firstRecordFields(buffer, index, options, location)
                : header.names().size();
        return new CsvPreamble(header, fields, buffer.offsetOf(buffer.position()));
    }

    private static void skipByteOrderMark(CsvBuffer buffer, CsvOptions options, String location) {
        byte[] b = buffer.bytes();
        int length = buffer.limit() - buffer.position();
        if (length >= 3 && b[0] == (byte) 0xEF && b[1] == (byte) 0xBB && b[2] == (byte) 0xBF) {
            refuseMarkOfUtf8(options, location);
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

    /// In a character set of single bytes its text would be read as other text without a word. What is translated has
    /// a mark of its own, which is these bytes by now.
    private static void refuseMarkOfUtf8(CsvOptions options, String location) {
        if (options.text().parsedAsIs() && !options.encoding().equals(StandardCharsets.UTF_8)) {
            throw new UnreadableObjectException(
                    location,
                    "it starts with the byte order mark of UTF-8 but is to be read as " + options.encoding()
                            + ". Set the option encoding: UTF-8",
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
    static int record(CsvBuffer buffer, CsvIndex index, CsvOptions options, String location) throws IOException {
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
}
