package dev.tidemark.json;

import dev.tidemark.run.FormatColumns;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.transform.SinkColumns;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The formats at hand and the options each of them knows, by which `formatOptions` are checked.
///
/// A job file may also name a format that this build cannot read or write (a job for a later version, or for another
/// package of functions); its options are then taken as they are and the run refuses it.
///
/// @param sources options by format, of what can be read
/// @param sinks   options by format, of what can be written
/// @param columns what those can hold
public record FormatCatalogue(
        Map<String, List<FormatOption>> sources, Map<String, List<FormatOption>> sinks, SinkColumns columns) {

    static final List<String> READ = List.of("avro", "csv", "grokLog", "ion", "json", "orc", "parquet", "xml");
    static final List<String> WRITTEN = List.of("avro", "csv", "ion", "json", "orc", "parquet", "xml");
    static final List<String> COLUMNAR = List.of("orc", "parquet");

    public FormatCatalogue {
        sources = Map.copyOf(sources);
        sinks = Map.copyOf(sinks);
    }

    /// Formats that hold whatever comes.
    public FormatCatalogue(Map<String, List<FormatOption>> sources, Map<String, List<FormatOption>> sinks) {
        this(sources, sinks, SinkColumns.ALL);
    }

    /// What `ServiceLoader` found.
    public static FormatCatalogue of(Iterable<FormatReader> readers, Iterable<FormatWriter> writers) {
        Map<String, List<FormatOption>> sources = new TreeMap<>();
        readers.forEach(reader -> sources.put(reader.format(), reader.options()));
        Map<String, List<FormatOption>> sinks = new TreeMap<>();
        Map<String, FormatWriter> byFormat = new TreeMap<>();
        writers.forEach(writer -> {
            sinks.put(writer.format(), writer.options());
            byFormat.put(writer.format(), writer);
        });
        return new FormatCatalogue(sources, sinks, new FormatColumns(byFormat));
    }

    List<String> readable() {
        TreeSet<String> names = new TreeSet<>(READ);
        names.addAll(sources.keySet());
        return List.copyOf(names);
    }

    List<String> writable() {
        TreeSet<String> names = new TreeSet<>(WRITTEN);
        names.addAll(sinks.keySet());
        return List.copyOf(names);
    }

    /// The options of a source of `format`, or null when they are not known here.
    @Nullable
    List<FormatOption> sourceOptions(String format) {
        return sources.get(format);
    }

    @Nullable
    List<FormatOption> sinkOptions(String format) {
        return sinks.get(format);
    }
}
