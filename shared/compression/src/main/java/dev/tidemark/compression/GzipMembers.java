package dev.tidemark.compression;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// All members of a gzip file (RFC 1952), front to back.
///
/// `java.util.zip.GZIPInputStream` takes whatever follows a member and is not one for the end without a word, and
/// on
/// older JDKs drops further members when the source says `available() == 0`. Here the only end is the end of the
/// source
/// after a whole member, or zero bytes up to it (tapes and some stores pad with them).
final class GzipMembers extends InputStream {

    private static final int FLAG_HEADER_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[64 * 1024];
    private final byte[] single = new byte[1];

    private int position;
    private int limit;
    private boolean inMember;
    private boolean ended;
    private boolean first = true;

    GzipMembers(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!ended) {
            if (!inMember && !nextMember()) {
                ended = true;
                break;
            }
            int count = inflate(bytes, from, length);
            if (count > 0) {
                crc.update(bytes, from, count);
                return count;
            }
            if (inflater.finished()) {
                endMember();
            }
        }
        return -1;
    }

    private int inflate(byte[] bytes, int from, int length) throws IOException {
        if (inflater.needsInput() && !inflater.finished()) {
            if (position == limit) {
                fill();
            }
            inflater.setInput(buffer, position, limit - position);
            position = limit;
        }
        try {
            int count = inflater.inflate(bytes, from, length);
            if (count == 0 && inflater.needsDictionary()) {
                throw new ZipException("a preset dictionary is not part of gzip");
            }
            return count;
        } catch (DataFormatException e) {
            throw new ZipException(e.getMessage());
        }
    }

    private void endMember() throws IOException {
        position = limit - inflater.getRemaining();
        if (readInt() != (int) crc.getValue()) {
            throw new ZipException("checksum differs");
        }
        if (readInt() != (int) inflater.getBytesWritten()) {
            throw new ZipException("length differs");
        }
        inMember = false;
        first = false;
    }

    private boolean nextMember() throws IOException {
        if (position == limit && !first && !tryFill()) {
            return false;
        }
        int byte1 = readByte();
        if (byte1 == 0 && !first) {
            endOfPadding();
            return false;
        }
        if (byte1 != 0x1F || readByte() != 0x8B) {
            throw new ZipException("bytes that are no gzip follow the last member");
        }
        if (readByte() != 8) {
            throw new ZipException("unknown compression method");
        }
        int flags = readByte();
        skip(6);
        if ((flags & FLAG_EXTRA) != 0) {
            int low = readByte();
            skip(readByte() << 8 | low);
        }
        if ((flags & FLAG_NAME) != 0) {
            skipText();
        }
        if ((flags & FLAG_COMMENT) != 0) {
            skipText();
        }
        if ((flags & FLAG_HEADER_CRC) != 0) {
            skip(2);
        }
        inflater.reset();
        crc.reset();
        inMember = true;
        return true;
    }

    private void endOfPadding() throws IOException {
        while (position < limit || tryFill()) {
            if (buffer[position++] != 0) {
                throw new ZipException("bytes that are no gzip follow the last member");
            }
        }
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            readByte();
        }
    }

    private void skipText() throws IOException {
        int value = readByte();
        while (value != 0) {
            value = readByte();
        }
    }

    private int readInt() throws IOException {
        int value = 0;
        for (int shift = 0; shift < 32; shift += 8) {
            value |= readByte() << shift;
        }
        return value;
    }

    private int readByte() throws IOException {
        if (position == limit) {
            fill();
        }
        return buffer[position++] & 0xFF;
    }

    private void fill() throws IOException {
        if (!tryFill()) {
            throw new EOFException("it ends in the middle of a member");
        }
    }

    private boolean tryFill() throws IOException {
        int count = 0;
        while (count == 0) {
            count = in.read(buffer, 0, buffer.length);
        }
        position = 0;
        limit = Math.max(count, 0);
        return count > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
