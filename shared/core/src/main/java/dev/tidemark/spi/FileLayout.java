package dev.tidemark.spi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How one file is laid out, for people who look into it. No run asks for it.
///
/// @param typesFrom   what says the columns' types
/// @param codecs      how data inside the file is compressed, as the file says; empty where the format has no such
/// thing
/// @param writer      who wrote it, as it names itself; null when it does not
/// @param partsCalled what its parts are called: `row group`, `block`; null where the format has none
/// @param parts       in the file's order
/// @param storedTypes the file's own types by column, in the format's words
public record FileLayout(
        TypesFrom typesFrom,
        List<String> codecs,
        @Nullable String writer,
        @Nullable String partsCalled,
        List<Part> parts,
        Map<String, String> storedTypes) {

    /// What says the columns' types where the job does not.
    public enum TypesFrom {
        /// A schema in the file.
        FILE,
        /// The values of its first records.
        SAMPLE,
        /// Nothing: a header names the columns, and all are text.
        HEADER,
        /// The source's options.
        OPTIONS
    }

    /// What is read as a whole: a row group, a block.
    ///
    /// @param offset of its first byte
    /// @param rows   as the file says
    /// @param bytes  as they lie in the file
    public record Part(long offset, long rows, long bytes) {}

    public FileLayout {
        codecs = List.copyOf(codecs);
        parts = List.copyOf(parts);
        storedTypes = new TreeMap<>(storedTypes);
    }

    /// A file that is one record behind the other.
    public static FileLayout ofRecords(TypesFrom typesFrom) {
        return new FileLayout(typesFrom, List.of(), null, null, List.of(), Map.of());
    }
}
