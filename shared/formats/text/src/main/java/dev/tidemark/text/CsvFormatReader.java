package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.SampledSchema;
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
import java.util.Set;

/// CSV as RFC 4180 has it, with Glue's options (`docs/reference/csv.md`).
public final class CsvFormatReader implements FormatReader {

    private static final int BUFFER_BYTES = 1 << 20;
    private static final int BATCH_ROWS = 4096;

    @Override
    public String format() {
        return "csv";
    }

    @Override
    public List<FormatOption> options() {
        return CsvOptions.SOURCE;
    }

    @Override
    public boolean splittable(String key, FormatOptions options) {
        CsvOptions known = CsvOptions.of(options);
        return !known.multiLine() && known.text().parsedAsIs() && !Compression.compressedName(key);
    }

    @Override
    public BatchReader open(ReadTask task, BadRecords bad) throws IOException {
        return CsvBatchReader.open(task, bad, BUFFER_BYTES, BATCH_ROWS);
    }

    @Override
    public SampledSchema sample(ObjectInput input, long maxBytes, FormatOptions options, Set<String> known)
            throws IOException {
        return CsvSample.of(input, maxBytes, options, known);
    }

    @Override
    public FileLayout layout(ObjectInput input, FormatOptions options) {
        return FileLayout.ofRecords(
                options.flag("inferSchema", false) ? FileLayout.TypesFrom.SAMPLE : FileLayout.TypesFrom.HEADER);
    }
}
