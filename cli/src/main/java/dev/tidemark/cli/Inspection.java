package dev.tidemark.cli;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.JsonRows;
import dev.tidemark.data.JsonText;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileLayout;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is in one file, found with the reader that runs use.
///
/// @param options     by their own names
/// @param compression of the file as a whole: `none`, `gzip` …
/// @param rows        good records; -1 where only the first were read
/// @param badRecords  records that a run would reject
/// @param firstBad    what a run would say of the first of them
/// @param first       the first good records: an object of JSON each, as the `json` sink writes it
/// @param cells       the same, each value on its own, in the columns' order
record Inspection(
        String location,
        long sizeBytes,
        String format,
        Map<String, String> options,
        String compression,
        boolean splittable,
        Schema schema,
        FileLayout layout,
        long rows,
        long badRecords,
        Optional<String> firstBad,
        List<String> warnings,
        List<byte[]> first,
        List<List<String>> cells) {

    private static final int SAMPLE_BYTES = 1 << 20;
    private static final Set<String> WHOLE_COMPRESSED = Set.of("csv", "json", "xml", "grokLog", "ion");

    /// What is wanted of a file.
    ///
    /// @param first how many records are kept
    /// @param quick whether reading ends with these
    record Wish(int first, boolean quick) {}

    /// @throws dev.tidemark.data.TidemarkException what a run would say of the file as a whole
    static Inspection of(ObjectInput input, FormatReader reader, Map<String, String> given, Wish wish)
            throws IOException {
        FormatOptions options = new FormatOptions(given);
        FileLayout layout = reader.layout(input, options);
        SampledSchema sampled = reader.sample(input, SAMPLE_BYTES, options, Set.of());
        Pass pass = new Pass(input, reader, options, wish, sampled.schema());
        pass.read();
        if (!pass.newFields.isEmpty()) {
            // As runs do that meet a field behind the sample: they begin anew, with it.
            sampled = reader.sample(input, Long.MAX_VALUE, options, Set.of());
            pass = new Pass(input, reader, options, wish, sampled.schema());
            pass.read();
        }
        return new Inspection(
                input.location(),
                input.sizeBytes(),
                reader.format(),
                given,
                compression(input, reader.format()),
                reader.splittable(input.location(), options),
                sampled.schema(),
                layout,
                pass.ended ? pass.rows : -1,
                pass.badRecords,
                Optional.ofNullable(pass.firstBad),
                List.copyOf(pass.warnings),
                pass.first,
                pass.cells);
    }

    private static String compression(ObjectInput input, String format) throws IOException {
        if (!WHOLE_COMPRESSED.contains(format)) {
            return "none";
        }
        Compression.Opened opened = Compression.openKnown(input);
        try (InputStream _ = opened.stream()) {
            return opened.compression().name().toLowerCase(Locale.ROOT);
        }
    }

    /// One reading of the file.
    private static final class Pass implements ReadTask.Notices {

        private final ObjectInput input;
        private final FormatReader reader;
        private final FormatOptions options;
        private final Wish wish;
        private final Schema schema;
        private final Set<String> newFields = new TreeSet<>();
        private final Set<String> warnings = new TreeSet<>();
        private final List<byte[]> first = new ArrayList<>();
        private final List<List<String>> cells = new ArrayList<>();
        private final JsonText json = new JsonText();
        private long rows;
        private long badRecords;
        private @Nullable String firstBad;
        private boolean ended;

        Pass(ObjectInput input, FormatReader reader, FormatOptions options, Wish wish, Schema schema) {
            this.input = input;
            this.reader = reader;
            this.options = options;
            this.wish = wish;
            this.schema = schema;
        }

        void read() throws IOException {
            List<ColumnSpec> columns = schema.fields().stream()
                    .map(field -> ColumnSpec.of(field.name(), field.type()))
                    .toList();
            ReadTask task =
                    new ReadTask(input, 0, ReadTask.END, columns, options, ZoneOffset.UTC, newFields::add, this);
            try (BatchReader batches = reader.open(task, this::bad)) {
                while (!wish.quick() || first.size() < wish.first()) {
                    Batch batch = batches.next();
                    if (batch == null) {
                        ended = true;
                        return;
                    }
                    rows += batch.rows();
                    keep(batch);
                }
            }
        }

        private void bad(BadRecord record) {
            badRecords++;
            if (firstBad == null) {
                firstBad = Shown.of("byte %d: %s%s"
                        .formatted(
                                record.offset(),
                                record.column() == null ? "" : "column '" + record.column() + "': ",
                                record.reason()));
            }
        }

        private void keep(Batch batch) {
            JsonRows whole = new JsonRows(json, schema.fields());
            for (int row = 0; row < batch.rows() && first.size() < wish.first(); row++) {
                json.clear();
                whole.write(batch.columns(), row);
                first.add(json.toBytes());
                List<String> values = new ArrayList<>();
                for (int i = 0; i < schema.size(); i++) {
                    json.clear();
                    new JsonRows(json, List.of(schema.field(i))).write(List.of(batch.column(i)), row);
                    values.add(value(i));
                }
                cells.add(values);
            }
        }

        /// Of an object with one field, or with none where it is null.
        private String value(int column) {
            int from = 1 + JsonText.quotedName(schema.field(column).name()).length;
            return json.length() <= from
                    ? "null"
                    : new String(json.bytes(), from, json.length() - from - 1, StandardCharsets.UTF_8);
        }

        @Override
        public void finerThanMicros(String column) {
            warnings.add("timestamps of '" + column + "' have digits below the microsecond, which are dropped");
        }

        @Override
        public void unknownNestedField(String path) {
            warnings.add("the field '" + path + "' is in no column's type and left out");
        }

        @Override
        public void duplicateKeys(long count) {
            warnings.add(count + " names stand in one object again");
        }

        @Override
        public void annotations(long count) {
            warnings.add(count + " annotations are dropped");
        }
    }
}
