package dev.tidemark.spi;

import dev.tidemark.data.SampledSchema;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// Reads one format. Found by ServiceLoader, held by `FormatContract` in the testkit. Stateless, safe for
/// many threads.
public interface FormatReader {

    /// The job file's name of the format: `csv`, `json`, `parquet` …
    String format();

    /// Every option that a source of this format accepts.
    List<FormatOption> options();

    /// Whether a file of this format lists all its columns up front: a header, a footer, a schema. Such a
    /// file tells its columns also where a partial schema is declared; a file that does not has those fields
    /// that its records have.
    default boolean listsColumns() {
        return true;
    }

    /// The most objects that are sampled for a schema: footers cost less than first megabytes.
    default int sampledObjects() {
        return 1_000;
    }

    /// Whether an object of this name may be read by byte ranges under these options (never true for
    /// compressed names).
    boolean splittable(String key, FormatOptions options);

    /// Opens an object or a range of it.
    ///
    /// @throws UnreadableObjectException when the object as a whole is damaged; nothing of it may be taken
    BatchReader open(ReadTask task, BadRecords bad) throws IOException;

    /// The schema of an object's first `maxBytes` bytes, for a flow that declares none.
    /// [dev.tidemark.data.SchemaMerge] makes one of many.
    ///
    /// Columns that are equal but for case make the object unreadable as a whole.
    ///
    /// @param maxBytes formats that have all columns up front read those bytes instead, however many they are
    /// @param known folded names of the columns that the job knows, declared or from earlier runs: a file
    ///              that names its columns up front and has none of them may be one that other options read
    /// @throws UnreadableObjectException when the object as a whole is damaged or not what the options say
    SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known) throws IOException;

    /// How an object is laid out, for people who look into it.
    ///
    /// @throws UnreadableObjectException when the object as a whole is damaged
    default FileLayout layout(ObjectInput input, FormatOptions options) throws IOException {
        return FileLayout.ofRecords(FileLayout.TypesFrom.SAMPLE);
    }
}
