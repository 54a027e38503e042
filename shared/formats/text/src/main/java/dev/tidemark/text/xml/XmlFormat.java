package dev.tidemark.text.xml;

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
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// Reads `xml`: elements called `rowTag` as rows (docs/reference/formats.md).
public final class XmlFormat implements FormatReader {

    @Override
    public String format() {
        return "xml";
    }

    @Override
    public List<FormatOption> options() {
        return XmlSettings.OPTIONS;
    }

    /// A row has the elements that it has.
    @Override
    public boolean listsColumns() {
        return false;
    }

    /// Nothing in the middle of a document says how deep in it one is, or whether one is in a comment.
    @Override
    public boolean splittable(String key, FormatOptions options) {
        return false;
    }

    @Override
    public BatchReader open(ReadTask task, BadRecords bad) throws IOException {
        if (!task.whole()) {
            throw new IllegalArgumentException(task.input().location() + " is XML and cannot be split");
        }
        XmlSettings settings = XmlSettings.of(task.options());
        XmlBytes bytes = XmlSource.open(task.input(), settings);
        boolean opened = false;
        try {
            BatchReader reader = new XmlBatchReader(task, settings, bad, bytes);
            opened = true;
            return reader;
        } finally {
            if (!opened) {
                bytes.close();
            }
        }
    }

    @Override
    public SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known)
            throws IOException {
        XmlSettings settings = XmlSettings.of(options);
        Schema given = settings.withSchema();
        if (given != null) {
            return new SampledSchema(given, true, Set.of());
        }
        try (XmlBytes bytes = XmlSource.open(input, settings)) {
            return new XmlSample(input.location(), settings).of(bytes, maxBytes);
        }
    }

    @Override
    public FileLayout layout(ObjectInput input, FormatOptions options) {
        return FileLayout.ofRecords(
                XmlSettings.of(options).withSchema() == null
                        ? FileLayout.TypesFrom.SAMPLE
                        : FileLayout.TypesFrom.OPTIONS);
    }
}
