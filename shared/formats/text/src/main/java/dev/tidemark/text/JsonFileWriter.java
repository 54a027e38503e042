package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.data.Batch;
import dev.tidemark.data.JsonRows;
import dev.tidemark.data.JsonText;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// Rows as JSON lines.
final class JsonFileWriter implements FileWriter {

    private static final int FLUSH_BYTES = 64 << 10;

    private final StagedOutput output;
    private final Compression compression;
    private final JsonText json = new JsonText();
    private final JsonRows objects;
    private @Nullable OutputStream encoded;

    JsonFileWriter(StagedOutput output, Schema schema, Compression compression) {
        this.output = output;
        this.compression = compression;
        this.objects = new JsonRows(json, schema.fields());
    }

    @Override
    public void append(Batch batch, int[] rows, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            objects.write(batch.columns(), rows[i]);
            json.writeByte('\n');
            if (json.length() >= FLUSH_BYTES) {
                flush();
            }
        }
    }

    @Override
    public long bufferedBytes() {
        return json.capacity();
    }

    private OutputStream encoded() throws IOException {
        OutputStream open = encoded;
        if (open == null) {
            open = compression.encode(output);
            encoded = open;
        }
        return open;
    }

    @Override
    public void flush() throws IOException {
        encoded().write(json.bytes(), 0, json.length());
        json.clear();
    }

    @Override
    public void finish() throws IOException {
        flush();
        encoded().close();
    }
}
