package dev.tidemark.orc;

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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Reads `orc` of any writer: only the streams of the columns that are asked for (docs/reference/orc.md).
public final class OrcFormatReader implements FormatReader {

    /// Footers are short.
    private static final int SAMPLED = 10_000;

    /// Glue has none for reading; those of its sinks stand in many a source all the same.
    private static final List<FormatOption> OPTIONS = List.of(
            noEffect("compression", "files say themselves how they are compressed"),
            noEffect("stripeSize", "stripes are as the file has them"));

    private final long mostHeld;

    /// For ServiceLoader.
    public OrcFormatReader() {
        this(Stripe.MOST_HELD);
    }

    /// @param mostHeld compressed bytes of a stripe that are held at once; of larger ones windows of their streams
    OrcFormatReader(long mostHeld) {
        this.mostHeld = mostHeld;
    }

    private static FormatOption noEffect(String name, String why) {
        return new FormatOption(name, FormatOption.Kind.TEXT, List.of(), "accepted, no effect: " + why);
    }

    @Override
    public String format() {
        return "orc";
    }

    @Override
    public List<FormatOption> options() {
        return OPTIONS;
    }

    @Override
    public int sampledObjects() {
        return SAMPLED;
    }

    /// By stripes, however they are compressed.
    @Override
    public boolean splittable(String key, FormatOptions options) {
        return true;
    }

    @Override
    public BatchReader open(ReadTask task, BadRecords bad) throws IOException {
        return OrcBatchReader.open(task, bad, mostHeld);
    }

    @Override
    public FileLayout layout(ObjectInput input, FormatOptions options) throws IOException {
        FileBytes file = new FileBytes(input);
        Tail tail = Tail.read(file);
        Map<String, String> types = new TreeMap<>();
        FileTree.of(tail, file.place()).forEach(column -> types.put(column.name(), column.stored()));
        return new FileLayout(
                FileLayout.TypesFrom.FILE,
                tail.codec() == Codec.NONE
                        ? List.of("uncompressed")
                        : List.of(tail.codec().name().toLowerCase(Locale.ROOT)),
                tail.writer(),
                "stripe",
                tail.stripes().stream()
                        .map(stripe -> new FileLayout.Part(
                                stripe.offset(),
                                stripe.rows(),
                                stripe.indexLength() + stripe.dataLength() + stripe.footerLength()))
                        .toList(),
                types);
    }

    @Override
    public SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known)
            throws IOException {
        FileBytes file = new FileBytes(input);
        List<Node> columns = FileTree.of(Tail.read(file), file.place());
        columns.forEach(column -> FileTree.check(column, file.place()));
        return FileSchema.of(input.location(), FileTree.fields(columns), Set.of());
    }
}
