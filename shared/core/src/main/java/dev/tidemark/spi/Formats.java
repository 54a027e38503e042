package dev.tidemark.spi;

import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/// The formats on the class path by name.
public record Formats(Map<String, FormatReader> readers, Map<String, FormatWriter> writers) {

    public Formats {
        readers = Map.copyOf(readers);
        writers = Map.copyOf(writers);
    }

    /// All that ServiceLoader finds.
    public static Formats load() {
        Map<String, FormatReader> readers = new HashMap<>();
        Map<String, FormatWriter> writers = new HashMap<>();
        ServiceLoader.load(FormatReader.class).forEach(reader -> readers.put(reader.format(), reader));
        ServiceLoader.load(FormatWriter.class).forEach(writer -> writers.put(writer.format(), writer));
        return new Formats(readers, writers);
    }

    /// @throws UnknownFormatException naming those that can be read
    public FormatReader reader(String format) {
        FormatReader reader = readers.get(format);
        if (reader == null) {
            throw new UnknownFormatException("read", format, new TreeSet<>(readers.keySet()));
        }
        return reader;
    }

    /// @throws UnknownFormatException naming those that can be written
    public FormatWriter writer(String format) {
        FormatWriter writer = writers.get(format);
        if (writer == null) {
            throw new UnknownFormatException("write", format, new TreeSet<>(writers.keySet()));
        }
        return writer;
    }
}
