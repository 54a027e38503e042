package dev.tidemark.text;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The schema of a CSV object's first bytes: the header's names (or `col0`, `col1` …), all of them text unless
/// `inferSchema` asks for more.
final class CsvSample {

    private static final int BUFFER_BYTES = 256 << 10;
    private static final int BATCH_ROWS = 1024;

    private CsvSample() {}

    /// @throws UnreadableObjectException when the header is no text, or is one of another separator
    static SampledSchema of(ObjectInput input, long maxBytes, FormatOptions formatOptions, Set<String> known)
            throws IOException {
        CsvOptions options = CsvOptions.of(formatOptions);
        List<String> names = names(input, formatOptions, options, known);
        List<ColumnSpec> columns =
                names.stream().map(name -> ColumnSpec.of(name, DataType.STRING)).toList();
        List<CsvInference> inferred = new ArrayList<>();
        names.forEach(_ -> inferred.add(new CsvInference()));
        ReadTask task = new ReadTask(input, 0, maxBytes, columns, formatOptions, ZoneOffset.UTC, null);
        // Wrong records are for the reader of the whole object to report.
        try (BatchReader reader = CsvBatchReader.open(task, maxBytes, _ -> {}, BUFFER_BYTES, BATCH_ROWS)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (int i = 0; i < inferred.size(); i++) {
                    inferred.get(i).add((BytesVector) batch.column(i));
                }
            }
        }
        List<Field> fields = new ArrayList<>();
        Set<String> nullOnly = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            CsvInference column = inferred.get(i);
            fields.add(new Field(names.get(i), options.inferSchema() ? column.type() : DataType.STRING));
            // Without inference a column is declared to be text, whatever it holds.
            if (options.inferSchema() && column.onlyNulls()) {
                nullOnly.add(names.get(i));
            }
        }
        return new SampledSchema(new Schema(fields), true, nullOnly);
    }

    private static List<String> names(
            ObjectInput input, FormatOptions formatOptions, CsvOptions options, Set<String> known) throws IOException {
        ReadTask task = new ReadTask(input, 0, ReadTask.END, List.of(), formatOptions, ZoneOffset.UTC, null);
        CsvSource source = CsvSource.open(task, options, BUFFER_BYTES);
        try (CsvBuffer _ = source.buffer()) {
            CsvHeader header = source.preamble().header();
            if (header != null) {
                header.refuseOtherSeparator(input.location(), name -> known.contains(Schema.fold(name)));
                return header.names();
            }
            List<String> numbered = new ArrayList<>();
            for (int i = 0; i < source.preamble().fields(); i++) {
                numbered.add("col" + i);
            }
            return numbered;
        }
    }
}
