package dev.tidemark.ion;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedOutput;
import java.util.List;

/// Writes `ion`: one struct a row (docs/reference/ion.md).
public final class IonFormatWriter implements FormatWriter {

    @Override
    public String format() {
        return "ion";
    }

    @Override
    public List<FormatOption> options() {
        return List.of(
                new FormatOption(
                        "encoding",
                        FormatOption.Kind.CHOICE,
                        List.of("binary", "text"),
                        "binary unless given; text writes one struct a line"),
                new FormatOption(
                        "compression",
                        FormatOption.Kind.CHOICE,
                        Compression.CHOICES,
                        "how files are compressed as a whole; none unless given"),
                new FormatOption(
                        "compressionType",
                        FormatOption.Kind.CHOICE,
                        Compression.CHOICES,
                        "another name of compression"));
    }

    @Override
    public String extension(FormatOptions options) {
        Compression compression = Compression.of(options);
        return compression == Compression.NONE ? "ion" : "ion." + compression.extension();
    }

    /// Every type has a form in Ion.
    @Override
    public void check(Schema schema, FormatOptions options) {}

    @Override
    public FileWriter create(StagedOutput output, Schema schema, FormatOptions options) {
        boolean text = options.text("encoding", "binary").equalsIgnoreCase("text");
        return new IonFileWriter(output, schema, text, Compression.of(options));
    }
}
