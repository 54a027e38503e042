package dev.tidemark.cli;

import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.data.SchemaMerge;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.Formats;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Samples of a format whose records or files tell their columns, tried with the reader that runs will use.
///
/// @param schema    of all of them
/// @param badRecord what a run would say of the first one that it would reject
record DraftedRecords(Schema schema, Optional<String> badRecord) {

    /// @throws UsageException when a run would refuse a sample, or no record of one can be read
    static DraftedRecords of(List<Path> files, String format, FormatOptions options) {
        List<SampledSchema> schemas = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        for (Path file : files) {
            TriedSample tried = TriedSample.of(new SampleFile(file), format, options);
            tried.badRecord().ifPresent(bad::add);
            if (tried.rows() == 0 && tried.badRecord().isPresent()) {
                throw new UsageException("The sample " + Shown.of(file) + " has no record that a run can read: "
                        + tried.badRecord().get() + "."
                        + (format.equals("json") ? " A record is an object with fields, {\"name\": value}." : "")
                        + " Convert the file, or name another one.");
            }
            schemas.add(tried.sampled());
        }
        return new DraftedRecords(writable(files, schemas), bad.stream().findFirst());
    }

    /// What no column could hold is found before the first run.
    private static Schema writable(List<Path> files, List<SampledSchema> samples) {
        String named = (files.size() == 1 ? "The sample " + Shown.of(files.getFirst()) : "The samples")
                + " cannot be drafted from: ";
        try {
            Schema schema = SchemaMerge.merge(samples);
            if (schema.size() == 0) {
                throw new UsageException(named + "no record has a field. Name a file whose records have some.");
            }
            Formats.load().writer("parquet").check(schema, FormatOptions.NONE);
            return schema;
        } catch (UsageException refused) {
            throw refused;
        } catch (TidemarkException refused) {
            throw new UsageException(named + refused.getMessage());
        }
    }
}
