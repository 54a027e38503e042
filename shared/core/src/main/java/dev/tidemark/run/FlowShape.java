package dev.tidemark.run;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.expression.Functions;
import dev.tidemark.expression.References;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.plan.Chunk;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.Formats;
import dev.tidemark.transform.FlowCheck;
import dev.tidemark.transform.TransformCompiler;
import dev.tidemark.transform.TransformPipeline;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A flow's transforms fitted to its columns: made by the planner to refuse early, and again by each worker.
///
/// @param source the columns that the transforms start from
/// @param common transforms before the sinks
/// @param sinks  transforms of each sink after the common ones
record FlowShape(
        String sourceFormat,
        FormatOptions sourceOptions,
        SourceColumns source,
        TransformPipeline common,
        List<TransformPipeline> sinks) {

    /// What a sink that names no format writes.
    static final String DEFAULT_FORMAT = "parquet";

    /// Formats whose files say all their columns in a header or a footer. Of others a sample is looked at.
    private static final Set<String> NAMES_UP_FRONT = Set.of("avro", "csv", "orc", "parquet");

    static FlowShape of(
            Flow flow, List<ColumnSpec> columns, List<Field> keys, Functions functions, Consumer<String> warnings) {
        SourceOptions options = flow.source().options();
        SourceColumns source = new SourceColumns(columns, keys, functions);
        TransformCompiler compiler = new TransformCompiler(functions, warnings);
        TransformPipeline common = compiler.compile(flow.transforms(), source.schema(), nullOnly(columns, keys));
        List<TransformPipeline> sinks = new ArrayList<>();
        for (Sink sink : flow.sinks()) {
            sinks.add(compiler.compile(sink.transforms(), common.output(), common.nullOnly()));
        }
        String format = options.format();
        if (format == null) {
            throw new IllegalArgumentException("flow " + flow.name() + " has no source format");
        }
        return new FlowShape(
                format, new FormatOptions(options.formatOptions().values()), source, common, List.copyOf(sinks));
    }

    /// Where [#holdNothing]: no transforms, and sinks without a column.
    static FlowShape ofNothing(Flow flow, List<Field> keys, Functions functions) {
        SourceOptions options = flow.source().options();
        TransformPipeline none = new TransformCompiler(functions, _ -> {}).compile(List.of(), Schema.EMPTY);
        return new FlowShape(
                String.valueOf(options.format()),
                new FormatOptions(options.formatOptions().values()),
                new SourceColumns(List.of(), keys, functions),
                none,
                flow.sinks().stream().map(_ -> none).toList());
    }

    /// Whether nobody knows a column yet, as all objects that would tell have no bytes. Then what the job says of
    /// columns is not wrong: the objects have no record for it.
    static boolean holdNothing(List<ColumnSpec> columns, List<Chunk> chunks) {
        return columns.isEmpty() && chunks.stream().allMatch(chunk -> chunk.sizeBytes() == 0);
    }

    /// What does not fit the columns, all of it.
    static List<Mistake> mistakes(
            Flow flow, List<ColumnSpec> columns, List<Field> keys, Functions functions, Formats formats) {
        Schema source = new SourceColumns(columns, keys, functions).schema();
        boolean sampled =
                !NAMES_UP_FRONT.contains(String.valueOf(flow.source().options().format()));
        return FlowCheck.ofPlan(
                flow, source, nullOnly(columns, keys), sampled, functions, new FormatColumns(formats.writers()));
    }

    /// Folded names of the columns in which no sample has a value.
    private static Set<String> nullOnly(List<ColumnSpec> columns, List<Field> keys) {
        Set<String> nullOnly = new HashSet<>();
        for (ColumnSpec column : columns) {
            if (column.nullOnly()) {
                nullOnly.add(Schema.fold(column.name()));
            }
        }
        // A folder's value hides the file's column.
        keys.forEach(key -> nullOnly.remove(Schema.fold(key.name())));
        return nullOnly;
    }

    /// The flow's partition keys: as declared, else those of its folders, as text.
    static List<Field> keys(Flow flow, Chunk chunk) {
        List<Field> declared = flow.source().options().partitionKeys();
        if (!declared.isEmpty()) {
            return declared;
        }
        return chunk.inputs().getFirst().partition().keys().stream()
                .map(key -> new Field(key, DataType.STRING))
                .toList();
    }

    /// Whether an expression asks for record numbers, which ranges of an object cannot know.
    static boolean usesInputRecord(Flow flow) {
        return usesInputRecord(flow.transforms())
                || flow.sinks().stream().anyMatch(sink -> usesInputRecord(sink.transforms()));
    }

    private static boolean usesInputRecord(List<TransformSpec> steps) {
        return steps.stream()
                .flatMap(step -> switch (step) {
                    case TransformSpec.Filter filter -> Stream.of(filter.expression());
                    case TransformSpec.Derive derive ->
                        derive.derivations().stream().map(TransformSpec.Derivation::expression);
                    case TransformSpec.ApplyMapping _,
                            TransformSpec.SelectFields _,
                            TransformSpec.DropFields _,
                            TransformSpec.RenameField _,
                            TransformSpec.DropNullFields _,
                            TransformSpec.ResolveChoice _,
                            TransformSpec.Explode _,
                            TransformSpec.Unnest _,
                            TransformSpec.Custom _ -> Stream.<ExpressionText>empty();
                })
                .anyMatch(text -> References.usesInputRecord(ExpressionParser.parse(text.text())));
    }

    static String sinkFormat(Sink sink) {
        return sink.format() == null ? DEFAULT_FORMAT : sink.format();
    }
}
