package dev.tidemark.cli;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnknownFormatException;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the reader that runs will use says of a sample's first megabyte.
///
/// @param sampled   its columns
/// @param rows      records that it reads
/// @param badRecord what a run would say of the first one that it would reject
record TriedSample(SampledSchema sampled, long rows, Optional<String> badRecord) {

    private static final int SAMPLE_BYTES = 1 << 20;
    private static final int MOST_BATCHES = 16;

    /// @throws UsageException when a run would refuse the whole file
    static TriedSample of(ObjectInput sample, String format, FormatOptions options) {
        FormatReader reader = reader(format);
        // Others have no ranges, or none under these options, or are compressed under another name.
        long to = format.equals("csv") ? SAMPLE_BYTES : ReadTask.END;
        List<BadRecord> bad = new ArrayList<>();
        long rows = 0;
        try {
            SampledSchema sampled = reader.sample(sample, SAMPLE_BYTES, options, Set.of());
            List<ColumnSpec> columns = sampled.schema().fields().stream()
                    .map(field -> ColumnSpec.of(field.name(), field.type()))
                    .toList();
            ReadTask task = new ReadTask(sample, 0, to, columns, options, ZoneOffset.UTC, null);
            try (BatchReader batches = reader.open(task, bad::add)) {
                // Compressed files are read from their start on, however far they go.
                for (int read = 0; read < MOST_BATCHES; read++) {
                    Batch batch = batches.next();
                    if (batch == null) {
                        break;
                    }
                    rows += batch.rows();
                }
            }
            return new TriedSample(sampled, rows, bad.stream().findFirst().map(record -> said(sample, record)));
        } catch (TidemarkException refused) {
            throw new UsageException(String.valueOf(refused.getMessage()));
        } catch (IOException e) {
            throw new UsageException("Cannot read " + sample.location() + ": " + e + ".");
        }
    }

    private static String said(ObjectInput sample, BadRecord record) {
        String name = sample.location().substring(sample.location().lastIndexOf('/') + 1);
        return Shown.of("%s at byte %d: %s".formatted(name, record.offset(), record.reason()));
    }

    /// @throws UsageException when this build cannot read it
    private static FormatReader reader(String format) {
        try {
            return Formats.load().reader(format);
        } catch (UnknownFormatException unbuilt) {
            throw new UsageException(String.valueOf(unbuilt.getMessage()));
        }
    }
}
