package dev.tidemark.ion;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Reads `ion`, text and binary (docs/reference/ion.md).
public final class IonFormatReader implements FormatReader {

    @Override
    public String format() {
        return "ion";
    }

    @Override
    public List<FormatOption> options() {
        return List.of(
                new FormatOption(
                        "duplicateKeys",
                        FormatOption.Kind.CHOICE,
                        List.of("last", "first", "fail"),
                        "which value counts when a struct has a name twice; fail makes it a bad record"),
                new FormatOption(
                        "compression",
                        FormatOption.Kind.TEXT,
                        List.of(),
                        "accepted, no effect: compression is found by the first bytes"),
                new FormatOption(
                        "compressionType",
                        FormatOption.Kind.TEXT,
                        List.of(),
                        "accepted, no effect: compression is found by the first bytes"));
    }

    static IonRow.DuplicateKeys duplicateKeys(FormatOptions options) {
        return IonRow.DuplicateKeys.valueOf(
                options.text("duplicateKeys", "last").toUpperCase(Locale.ROOT));
    }

    /// A record has the fields that it has.
    @Override
    public boolean listsColumns() {
        return false;
    }

    /// Never: symbols are named by tables that stand anywhere before them.
    @Override
    public boolean splittable(String key, FormatOptions options) {
        return false;
    }

    @Override
    public BatchReader open(ReadTask task, BadRecords bad) throws IOException {
        if (!task.whole()) {
            throw new IllegalArgumentException(task.input().location() + " is Ion and cannot be split");
        }
        return new IonBatchReader(task, bad, new IonRecords(task.input(), Compression.open(task.input())));
    }

    @Override
    public SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known)
            throws IOException {
        try (IonRecords records = new IonRecords(input, Compression.open(input))) {
            return new IonSample(input.location(), records).of(maxBytes);
        }
    }
}
