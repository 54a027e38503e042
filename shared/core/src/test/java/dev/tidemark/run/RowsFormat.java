package dev.tidemark.run;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedOutput;
import dev.tidemark.spi.StagedUpload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Files of one text line a row, in memory; remembers which files were flushed, and how full they were.
final class RowsFormat implements FormatWriter {

    record Flush(String target, long bytes, long largestOther) {}

    final Map<String, Upload> uploads = new LinkedHashMap<>();
    final List<Flush> flushes = new ArrayList<>();
    private final Map<StagedOutput, LinesWriter> writers = new LinkedHashMap<>();

    static final class Upload implements StagedUpload {
        final String target;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Upload(String target) {
            this.target = target;
        }

        @Override
        public void write(byte[] from, int start, int length) {
            bytes.write(from, start, length);
        }

        @Override
        public long position() {
            return bytes.size();
        }

        @Override
        public Handle finish() {
            return new Handle("hidden " + target, List.of());
        }

        @Override
        public void abort() {}

        List<String> lines() {
            return bytes.toString(StandardCharsets.UTF_8).lines().toList();
        }
    }

    /// What an open encoder of a file takes beside its rows.
    int encoderBytes;

    Upload open(String target) {
        Upload upload = new Upload(target);
        uploads.put(target, upload);
        return upload;
    }

    long heldBytes() {
        return writers.values().stream().mapToLong(FileWriter::heldBytes).sum();
    }

    long bufferedBytes() {
        return writers.values().stream().mapToLong(FileWriter::bufferedBytes).sum();
    }

    @Override
    public String format() {
        return "rows";
    }

    @Override
    public List<FormatOption> options() {
        return List.of();
    }

    @Override
    public String extension(FormatOptions options) {
        return "rows";
    }

    @Override
    public void check(Schema schema, FormatOptions options) {}

    @Override
    public FileWriter create(StagedOutput output, Schema schema, FormatOptions options) {
        LinesWriter writer = new LinesWriter((Upload) output);
        writers.put(output, writer);
        return writer;
    }

    private final class LinesWriter implements FileWriter {

        private final Upload output;
        private final StringBuilder lines = new StringBuilder();

        LinesWriter(Upload output) {
            this.output = output;
        }

        @Override
        public void append(Batch batch, int[] rows, int count) {
            for (int i = 0; i < count; i++) {
                for (ColumnVector column : batch.columns()) {
                    lines.append(text(column, rows[i])).append('|');
                }
                lines.append('\n');
            }
        }

        private static String text(ColumnVector column, int row) {
            if (column.isNull(row)) {
                return "null";
            }
            return column instanceof IntVector ints ? String.valueOf(ints.get(row)) : ((BytesVector) column).text(row);
        }

        @Override
        public long bufferedBytes() {
            return lines.length();
        }

        @Override
        public long heldBytes() {
            return lines.isEmpty() ? 0 : lines.length() + encoderBytes;
        }

        @Override
        public void flush() throws IOException {
            long largestOther = writers.values().stream()
                    .filter(writer -> writer != this)
                    .mapToLong(FileWriter::bufferedBytes)
                    .max()
                    .orElse(0);
            flushes.add(new Flush(output.target, bufferedBytes(), largestOther));
            byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
            output.write(bytes, 0, bytes.length);
            lines.setLength(0);
        }

        @Override
        public void finish() throws IOException {
            flush();
        }
    }
}
