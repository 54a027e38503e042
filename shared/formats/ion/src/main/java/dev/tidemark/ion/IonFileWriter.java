package dev.tidemark.ion;

import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import com.amazon.ion.system.IonWriterBuilder;
import dev.tidemark.compression.Compression;
import dev.tidemark.data.Batch;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Rows as Ion structs.
///
/// Binary Ion is held until its table of symbols can be written in front: blocks of some hundred kilobytes, each
/// with a version marker and a table of its own.
final class IonFileWriter implements FileWriter {

    private static final int BLOCK_BYTES = 512 << 10;
    /// Of ion-java's own buffers for values and symbols.
    private static final int OVERHEAD_BYTES = 64 << 10;

    private static final byte[] MARKER = {(byte) 0xE0, 1, 0, (byte) 0xEA};

    private final StagedOutput output;
    private final Schema schema;
    private final boolean text;
    private final Compression compression;
    private final IonValues values;
    private @Nullable OutputStream encoded;
    private @Nullable IonWriter writer;
    private long blockBytes;

    IonFileWriter(StagedOutput output, Schema schema, boolean text, Compression compression) {
        this.output = output;
        this.schema = schema;
        this.text = text;
        this.compression = compression;
        this.values = new IonValues();
    }

    private OutputStream encoded() throws IOException {
        OutputStream open = encoded;
        if (open == null) {
            // ion-java hands over a few bytes at a time.
            open = new BufferedOutputStream(compression.encode(output), OVERHEAD_BYTES);
            encoded = open;
            if (!text) {
                // A file without rows is a binary one all the same.
                open.write(MARKER);
            }
        }
        return open;
    }

    private IonWriter writer() throws IOException {
        IonWriter open = writer;
        if (open == null) {
            open = text
                    ? IonTextWriterBuilder.standard()
                            .withCharset(StandardCharsets.UTF_8)
                            .withWriteTopLevelValuesOnNewLines(true)
                            .withInitialIvmHandling(IonWriterBuilder.InitialIvmHandling.SUPPRESS)
                            .build(new KeptOpen(encoded()))
                    : IonBinaryWriterBuilder.standard().build(new KeptOpen(encoded()));
            writer = open;
        }
        return open;
    }

    @Override
    public void append(Batch batch, int[] rows, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            IonWriter open = writer();
            open.stepIn(IonType.STRUCT);
            blockBytes += values.row(schema.fields(), batch.columns(), rows[i], open);
            open.stepOut();
            if (blockBytes >= BLOCK_BYTES) {
                flush();
            }
        }
    }

    @Override
    public long bufferedBytes() {
        return blockBytes == 0 ? 0 : blockBytes + OVERHEAD_BYTES;
    }

    @Override
    public void flush() throws IOException {
        IonWriter open = writer;
        writer = null;
        blockBytes = 0;
        if (open != null) {
            open.close();
            if (text) {
                encoded().write('\n');
            }
        }
    }

    @Override
    public void finish() throws IOException {
        flush();
        encoded().close();
    }

    /// What the library closes is not the file.
    private static final class KeptOpen extends OutputStream {

        private final OutputStream out;

        KeptOpen(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }
    }
}
