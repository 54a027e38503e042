package dev.tidemark.ion;

import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import com.amazon.ion.system.IonWriterBuilder;
import dev.tidemark.compression.Compression;
import dev.tidemark.compression.EncodedFile;
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

    private final EncodedFile file;
    private final Schema schema;
    private final boolean text;
    private final IonValues values;
    private boolean begun;
    private @Nullable IonWriter writer;
    private long blockBytes;

    IonFileWriter(StagedOutput output, Schema schema, boolean text, Compression compression) {
        this.file = compression.encode(output);
        this.schema = schema;
        this.text = text;
        this.values = new IonValues();
    }

    private EncodedFile encoded() throws IOException {
        if (!begun && !text) {
            // A file without rows is a binary one all the same.
            file.write(MARKER);
        }
        begun = true;
        return file;
    }

    private IonWriter writer() throws IOException {
        IonWriter open = writer;
        if (open == null) {
            open = text
                    ? IonTextWriterBuilder.standard()
                            .withCharset(StandardCharsets.UTF_8)
                            .withWriteTopLevelValuesOnNewLines(true)
                            .withInitialIvmHandling(IonWriterBuilder.InitialIvmHandling.SUPPRESS)
                            .build(kept())
                    : IonBinaryWriterBuilder.standard().build(kept());
            writer = open;
        }
        return open;
    }

    /// ion-java hands over a few bytes at a time.
    private OutputStream kept() throws IOException {
        return new BufferedOutputStream(new KeptOpen(encoded()), OVERHEAD_BYTES);
    }

    @Override
    public void append(Batch batch, int[] rows, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            IonWriter open = writer();
            open.stepIn(IonType.STRUCT);
            blockBytes += values.row(schema.fields(), batch.columns(), rows[i], open);
            open.stepOut();
            if (blockBytes >= BLOCK_BYTES) {
                drain();
            }
        }
    }

    @Override
    public long bufferedBytes() {
        return blockBytes == 0 ? 0 : blockBytes + OVERHEAD_BYTES;
    }

    @Override
    public long heldBytes() {
        return bufferedBytes() + file.heldBytes();
    }

    @Override
    public void flush() throws IOException {
        drain();
        file.endMember();
    }

    private void drain() throws IOException {
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
        drain();
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
