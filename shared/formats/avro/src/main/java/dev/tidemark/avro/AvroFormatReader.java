package dev.tidemark.avro;

import dev.tidemark.data.SampledSchema;
import dev.tidemark.reading.FileSchema;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileLayout;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads `avro`: object container files (docs/reference/avro.md).
public final class AvroFormatReader implements FormatReader {

    static final FormatOption VERSION = new FormatOption(
            "version",
            FormatOption.Kind.CHOICE,
            List.of("1.7", "1.8"),
            "accepted for jobs from Glue, no effect: logical types are always read and written");

    @Override
    public String format() {
        return "avro";
    }

    @Override
    public List<FormatOption> options() {
        return List.of(VERSION);
    }

    /// Blocks end in a marker that is not found in data, so any range can be read.
    @Override
    public boolean splittable(String key, FormatOptions options) {
        return true;
    }

    @Override
    public BatchReader open(ReadTask task, BadRecords bad) throws IOException {
        return new AvroBatchReader(task, bad);
    }

    @Override
    public SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known)
            throws IOException {
        try (ContainerFile file = ContainerFile.open(input)) {
            Set<String> nullOnly = new HashSet<>();
            return FileSchema.of(
                    input.location(), AvroTypes.columns(input.location(), file.schema(), nullOnly), nullOnly);
        }
    }

    @Override
    public FileLayout layout(ObjectInput input, FormatOptions options) throws IOException {
        try (ContainerFile file = ContainerFile.open(input)) {
            return AvroLayout.of(file, input.sizeBytes());
        }
    }
}
