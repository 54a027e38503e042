package dev.tidemark.text.grok;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
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
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Reads `grokLog`: records of one or more lines, taken apart by a grok pattern (docs/reference/formats.md).
public final class GrokFormat implements FormatReader {

    private static final int BOM_BYTES = 3;

    /// The objects of a group have the same options, and a pattern takes longer to write out than a small object.
    private final AtomicReference<@Nullable Known> last = new AtomicReference<>();

    private record Known(FormatOptions options, GrokSettings settings) {}

    @Override
    public String format() {
        return "grokLog";
    }

    @Override
    public List<FormatOption> options() {
        return GrokSettings.OPTIONS;
    }

    @Override
    public boolean splittable(String key, FormatOptions options) {
        return GrokSettings.singleLines(options) && !Compression.compressedName(key);
    }

    @Override
    public BatchReader open(ReadTask task, BadRecords bad) throws IOException {
        if (!task.whole() && !GrokSettings.singleLines(task.options())) {
            throw new IllegalArgumentException(
                    task.input().location() + " has records of several lines and cannot be split");
        }
        GrokSettings settings = settings(task.options());
        InputStream in = task.from() > 0 ? task.input().stream(task.from() - 1) : start(task);
        boolean opened = false;
        try {
            BatchReader reader = task.from() > 0 ? openRange(task, settings, bad, in) : open(task, settings, bad, in);
            opened = true;
            return reader;
        } finally {
            if (!opened) {
                in.close();
            }
        }
    }

    private GrokSettings settings(FormatOptions options) {
        Known known = last.get();
        if (known == null || !known.options().equals(options)) {
            known = new Known(options, GrokSettings.of(options));
            last.set(known);
        }
        return known.settings();
    }

    private static InputStream start(ReadTask task) throws IOException {
        Compression.Opened opened = Compression.openKnown(task.input());
        if (!task.whole() && opened.compression() != Compression.NONE) {
            opened.stream().close();
            throw new UnreadableObjectException(
                    task.input().location(),
                    "it is compressed though its name does not say so, and was planned to be read in pieces. Give it a"
                            + " name that ends in .gz, .zst or .bz2",
                    null);
        }
        return opened.stream();
    }

    private static BatchReader open(ReadTask task, GrokSettings settings, BadRecords bad, InputStream in)
            throws IOException {
        PushbackInputStream decoded = new PushbackInputStream(in, BOM_BYTES);
        byte[] first = new byte[BOM_BYTES];
        int count = decoded.readNBytes(first, 0, BOM_BYTES);
        boolean marked =
                count == BOM_BYTES && first[0] == (byte) 0xEF && first[1] == (byte) 0xBB && first[2] == (byte) 0xBF;
        if (!marked) {
            decoded.unread(first, 0, count);
        }
        long start = marked ? BOM_BYTES : 0;
        return new GrokBatchReader(task, settings, bad, new RecordWindow(decoded, start), start);
    }

    /// The first line that starts in the range begins behind the first line feed at or after the byte before it.
    private static BatchReader openRange(ReadTask task, GrokSettings settings, BadRecords bad, InputStream in)
            throws IOException {
        RecordWindow window = new RecordWindow(in, task.from() - 1);
        return new GrokBatchReader(task, settings, bad, window, window.skipLine(task.from() - 1));
    }

    /// The pattern says what columns there are, whatever stands in the object.
    @Override
    public SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known) {
        GrokSettings settings = settings(options);
        List<Field> fields = settings.pattern().fields().stream()
                .map(field -> new Field(field.name(), settings.strict() ? DataType.STRING : field.type()))
                .toList();
        return new SampledSchema(new Schema(fields), true, Set.of());
    }

    @Override
    public FileLayout layout(ObjectInput input, FormatOptions options) {
        return FileLayout.ofRecords(FileLayout.TypesFrom.OPTIONS);
    }
}
