package dev.tidemark.run;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.transform.TransformCompiler;
import dev.tidemark.transform.TransformPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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

    static FlowShape of(Flow flow, List<ColumnSpec> columns, Functions functions, Consumer<String> warnings) {
        SourceOptions options = flow.source().options();
        SourceColumns source = new SourceColumns(columns, options.partitionKeys(), functions);
        TransformCompiler compiler = new TransformCompiler(functions, warnings);
        TransformPipeline common = compiler.compile(flow.transforms(), source.schema());
        List<TransformPipeline> sinks = new ArrayList<>();
        for (Sink sink : flow.sinks()) {
            sinks.add(compiler.compile(sink.transforms(), common.output()));
        }
        String format = options.format();
        if (format == null) {
            throw new IllegalArgumentException("flow " + flow.name() + " has no source format");
        }
        return new FlowShape(
                format, new FormatOptions(options.formatOptions().values()), source, common, List.copyOf(sinks));
    }

    static String sinkFormat(Sink sink) {
        return sink.format() == null ? DEFAULT_FORMAT : sink.format();
    }
}
