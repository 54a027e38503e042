package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedOutput;
import java.util.List;

/// Writes `json`: one object a line (docs/reference/json.md).
public final class JsonWriter implements FormatWriter {

    @Override
    public String format() {
        return "json";
    }

    @Override
    public List<FormatOption> options() {
        return List.of(
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
        return compression == Compression.NONE ? "json" : "json." + compression.extension();
    }

    /// Every type has a form in JSON.
    @Override
    public void check(Schema schema, FormatOptions options) {}

    @Override
    public FileWriter create(StagedOutput output, Schema schema, FormatOptions options) {
        return new JsonFileWriter(output, schema, Compression.of(options));
    }
}
