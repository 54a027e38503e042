package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A CSV object or range of it, open and standing at the first record that it owns.
///
/// @param to the range owns records that start before this offset
record CsvSource(CsvBuffer buffer, CsvIndex index, CsvPreamble preamble, long to) {

    private static final int PREAMBLE_BYTES = 64 << 10;

    static CsvSource open(ReadTask task, CsvOptions options, int bufferBytes) throws IOException {
        return task.from() == 0 ? openStart(task, options, bufferBytes) : openRange(task, options, bufferBytes);
    }

    private static CsvSource openStart(ReadTask task, CsvOptions options, int bufferBytes) throws IOException {
        Compression.Opened opened = Compression.openKnown(task.input());
        InputStream text = opened.stream();
        boolean ranges =
                opened.compression() == Compression.NONE && options.text().parsedAsIs();
        if (!options.text().parsedAsIs()) {
            text = new TranscodedStream(task.input().location(), text, options.encoding());
        }
        CsvBuffer buffer = new CsvBuffer(text, 0, bufferBytes, options.maxRecordBytes());
        boolean read = false;
        try {
            CsvIndex index = new CsvIndex(options);
            CsvPreamble preamble =
                    CsvPreamble.read(buffer, index, options, task.input().location());
            read = true;
            // What looked like plain text when it was planned, and is not, is read as a whole by its first range.
            return new CsvSource(buffer, index, preamble, ranges ? task.to() : ReadTask.END);
        } finally {
            if (!read) {
                buffer.close();
            }
        }
    }

    private static CsvSource openRange(ReadTask task, CsvOptions options, int bufferBytes) throws IOException {
        ObjectInput input = task.input();
        CsvIndex index = new CsvIndex(options);
        CsvPreamble preamble;
        Compression.Opened start = Compression.openKnown(input);
        try (InputStream stream = start.stream()) {
            if (start.compression() != Compression.NONE || !options.text().parsedAsIs()) {
                CsvBuffer nothing = new CsvBuffer(new ByteArrayInputStream(new byte[0]), 0, 1, 1);
                return new CsvSource(nothing, index, new CsvPreamble(null, 0, 0), 0);
            }
            CsvBuffer head = new CsvBuffer(stream, 0, Math.min(PREAMBLE_BYTES, bufferBytes), options.maxRecordBytes());
            preamble = CsvPreamble.read(head, index, options, input.location());
        }
        if (task.from() <= preamble.end()) {
            return new CsvSource(buffer(input, preamble.end(), bufferBytes, options), index, preamble, task.to());
        }
        CsvBuffer buffer = buffer(input, task.from() - 1, bufferBytes, options);
        boolean found = false;
        try {
            buffer.require(1);
            // The byte before the range tells whether a record starts with it. The line feed of a \r\n that the
            // border
            // cut belongs to the line end before.
            buffer.skipLine();
            found = true;
            return new CsvSource(buffer, index, preamble, task.to());
        } finally {
            if (!found) {
                buffer.close();
            }
        }
    }

    private static CsvBuffer buffer(ObjectInput input, long from, int bufferBytes, CsvOptions options)
            throws IOException {
        return new CsvBuffer(
                from >= input.sizeBytes() ? InputStream.nullInputStream() : input.stream(from),
                from,
                bufferBytes,
                options.maxRecordBytes());
    }
}
