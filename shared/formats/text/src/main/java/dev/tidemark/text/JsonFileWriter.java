package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.compression.EncodedFile;
import dev.tidemark.data.Batch;
import dev.tidemark.data.JsonRows;
import dev.tidemark.data.JsonText;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;

/// Rows as JSON lines.
final class JsonFileWriter implements FileWriter {

    private static final int FLUSH_BYTES = 64 << 10;

    private final EncodedFile file;
    private final JsonText json = new JsonText();
    private final JsonRows objects;

    JsonFileWriter(StagedOutput output, Schema schema, Compression compression) {
        this.file = compression.encode(output);
        this.objects = new JsonRows(json, schema.fields());
    }

    @Override
    public void append(Batch batch, int[] rows, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            objects.write(batch.columns(), rows[i]);
            json.writeByte('\n');
            if (json.length() >= FLUSH_BYTES) {
                drain();
            }
        }
    }

    @Override
    public long bufferedBytes() {
        return json.capacity();
    }

    @Override
    public long heldBytes() {
        return json.capacity() + file.heldBytes();
    }

    private void drain() throws IOException {
        file.write(json.bytes(), 0, json.length());
        json.clear();
    }

    @Override
    public void flush() throws IOException {
        drain();
        file.endMember();
    }

    @Override
    public void finish() throws IOException {
        drain();
        file.close();
    }
}
