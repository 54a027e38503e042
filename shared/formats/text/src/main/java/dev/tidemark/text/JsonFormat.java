package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.compression.DecodedStream;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileLayout;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.text.window.RecordWindow;
import dev.tidemark.text.xml.XmlSchemaText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Set;

/// Reads `json`: JSON lines, and with `multiLine` documents (docs/reference/json.md).
public final class JsonFormat implements FormatReader {

    private static final int BOM_BYTES = 3;

    @Override
    public String format() {
        return "json";
    }

    @Override
    public List<FormatOption> options() {
        return JsonSettings.OPTIONS;
    }

    /// A record has the fields that it has.
    @Override
    public boolean listsColumns() {
        return false;
    }

    @Override
    public boolean splittable(String key, FormatOptions options) {
        return !options.flag("multiLine", false) && !Compression.compressedName(key);
    }

    @Override
    public BatchReader open(ReadTask task, BadRecords bad) throws IOException {
        JsonSettings settings = JsonSettings.of(task.options());
        if (settings.multiLine() && !task.whole()) {
            throw new IllegalArgumentException(task.input().location() + " is read with multiLine and cannot be split");
        }
        if (task.from() > 0) {
            return openRange(task, settings, bad);
        }
        InputStream in = Compression.open(task.input());
        boolean opened = false;
        try {
            if (!task.whole() && in instanceof DecodedStream) {
                throw new UnreadableObjectException(
                        task.input().location(),
                        "it is compressed though its name does not say so, and was planned to be read in pieces. Give it"
                                + " a name that ends in .gz, .zst or .bz2",
                        null);
            }
            PushbackInputStream decoded = new PushbackInputStream(in, BOM_BYTES);
            JsonBytes bytes = new JsonBytes(new RecordWindow(decoded, skipByteOrderMark(task.input(), decoded)));
            opened = true;
            return settings.multiLine()
                    ? new JsonDocumentReader(task, settings, bad, bytes)
                    : new JsonLineReader(
                            task, settings, bad, bytes, bytes.window().base());
        } finally {
            if (!opened) {
                in.close();
            }
        }
    }

    /// The first line that starts in the range begins behind the first line feed at or after the byte before
    /// the range.
    private static BatchReader openRange(ReadTask task, JsonSettings settings, BadRecords bad) throws IOException {
        long before = task.from() - 1;
        InputStream in = task.input().stream(before);
        boolean opened = false;
        try {
            RecordWindow window = new RecordWindow(in, before);
            long start = window.skipLine(before);
            BatchReader reader = new JsonLineReader(task, settings, bad, new JsonBytes(window), start);
            opened = true;
            return reader;
        } finally {
            if (!opened) {
                in.close();
            }
        }
    }

    /// @return the number of bytes that the mark takes
    static int skipByteOrderMark(ObjectInput input, PushbackInputStream in) throws IOException {
        byte[] first = new byte[BOM_BYTES];
        int count = in.readNBytes(first, 0, BOM_BYTES);
        if (count == BOM_BYTES && first[0] == (byte) 0xEF && first[1] == (byte) 0xBB && first[2] == (byte) 0xBF) {
            return BOM_BYTES;
        }
        boolean utf16 = count >= 2
                && ((first[0] == (byte) 0xFE && first[1] == (byte) 0xFF)
                        || (first[0] == (byte) 0xFF && first[1] == (byte) 0xFE));
        if (utf16) {
            throw new UnreadableObjectException(
                    input.location(), "it is UTF-16; JSON is read as UTF-8 (RFC 8259). Convert it", null);
        }
        in.unread(first, 0, count);
        return 0;
    }

    @Override
    public SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known)
            throws IOException {
        Schema given = options.text("withSchema").map(XmlSchemaText::parse).orElse(null);
        if (given != null) {
            return new SampledSchema(given, true, Set.of());
        }
        JsonSettings settings = JsonSettings.of(options);
        int most = (int) Math.min(maxBytes, Integer.MAX_VALUE - 16);
        try (PushbackInputStream in = new PushbackInputStream(Compression.open(input), BOM_BYTES)) {
            skipByteOrderMark(input, in);
            byte[] bytes = in.readNBytes(most);
            return new JsonSample(settings).of(bytes, bytes.length < most);
        }
    }

    @Override
    public FileLayout layout(ObjectInput input, FormatOptions options) {
        return FileLayout.ofRecords(
                options.text("withSchema").isEmpty() ? FileLayout.TypesFrom.SAMPLE : FileLayout.TypesFrom.OPTIONS);
    }
}
