package dev.tidemark.parquet;

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
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Parquet of any writer: pages to columns, page by page, only of the columns that are asked for.
public final class ParquetFormatReader implements FormatReader {

    /// Footers are short.
    private static final int SAMPLED = 10_000;

    private final long mostHeld;

    /// For ServiceLoader.
    public ParquetFormatReader() {
        this(RowGroupBytes.MOST_HELD);
    }

    /// @param mostHeld compressed bytes of a row group that are held at once; of larger ones windows of their columns
    ParquetFormatReader(long mostHeld) {
        this.mostHeld = mostHeld;
    }

    @Override
    public String format() {
        return "parquet";
    }

    /// Glue has none for reading; those of its sinks stand in many a source all the same.
    private static final List<FormatOption> OPTIONS = List.of(
            noEffect("compression", "pages say themselves how they are compressed"),
            noEffect("blockSize", "row groups are as the file has them"),
            noEffect("pageSize", "pages are as the file has them"),
            noEffect("useGlueParquetWriter", "it is about writing"));

    private static FormatOption noEffect(String name, String why) {
        return new FormatOption(name, FormatOption.Kind.TEXT, List.of(), "accepted, no effect: " + why);
    }

    @Override
    public List<FormatOption> options() {
        return OPTIONS;
    }

    @Override
    public int sampledObjects() {
        return SAMPLED;
    }

    /// By row groups, whatever the pages are compressed with.
    @Override
    public boolean splittable(String key, FormatOptions options) {
        return true;
    }

    @Override
    public BatchReader open(ReadTask task, BadRecords bad) throws IOException {
        return ParquetBatchReader.open(task, bad, mostHeld);
    }

    @Override
    public SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known)
            throws IOException {
        FileBytes file = new FileBytes(input);
        Footer footer = Footer.read(file);
        FileTree.Columns columns = FileTree.of(footer.elements(), file.place());
        List<String> nullOnly = new ArrayList<>();
        for (Node node : columns.nodes()) {
            FileTree.check(node, file.place());
            FileTree.nullOnly(node, node.name(), nullOnly);
        }
        checkNames(columns.fields(), file.place());
        return new SampledSchema(new Schema(columns.fields()), true, Set.copyOf(nullOnly));
    }

    @Override
    public FileLayout layout(ObjectInput input, FormatOptions options) throws IOException {
        return ParquetLayout.of(new FileBytes(input));
    }

    private static void checkNames(List<Field> fields, Place file) {
        Set<String> seen = new HashSet<>();
        for (Field field : fields) {
            if (!seen.add(Schema.fold(field.name()))) {
                String first = fields.stream()
                        .map(Field::name)
                        .filter(name -> Schema.fold(name).equals(Schema.fold(field.name())))
                        .findFirst()
                        .orElseThrow();
                throw file.refused(
                        "it has the columns '" + first + "' and '" + field.name() + "', which are equal but for case",
                        "Names match case-insensitively: rename one where the file is made, or name it in exclusions");
            }
        }
    }
}
