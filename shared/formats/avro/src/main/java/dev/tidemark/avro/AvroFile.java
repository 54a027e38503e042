package dev.tidemark.avro;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/// A container file being written, in blocks of some hundred kilobytes.
final class AvroFile implements FileWriter {

    /// Large enough for zstd to find what repeats, small enough for a range to have many.
    private static final int BLOCK_BYTES = 256 << 10;
    /// Room that one large row made is not kept for all that follow.
    private static final int KEPT_BYTES = 4 * BLOCK_BYTES;

    private final StagedOutput output;
    private final String schema;
    private final AvroCodec codec;
    private final AvroBuffer block = new AvroBuffer();
    private long records;
    private byte @Nullable [] sync;

    AvroFile(StagedOutput output, Schema schema, AvroCodec codec) {
        this.output = output;
        this.schema = schema.toString();
        this.codec = codec;
    }

    @Override
    public void append(Batch batch, int[] rows, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            for (ColumnVector column : batch.columns()) {
                Encoders.write(column, rows[i], block);
            }
            records++;
            if (block.length() >= BLOCK_BYTES) {
                endBlock();
            }
        }
    }

    @Override
    public long bufferedBytes() {
        return block.capacity();
    }

    @Override
    public void flush() throws IOException {
        endBlock();
        block.drop();
    }

    private void endBlock() throws IOException {
        if (records == 0) {
            return;
        }
        byte[] marker = header();
        byte[] packed = codec.compress(block.bytes(), block.length());
        AvroBuffer frame = new AvroBuffer();
        frame.writeLong(records);
        frame.writeLong(packed.length);
        output.write(frame.bytes(), 0, frame.length());
        output.write(packed, 0, packed.length);
        output.write(marker, 0, marker.length);
        if (block.capacity() > KEPT_BYTES) {
            block.drop();
        } else {
            block.clear();
        }
        records = 0;
    }

    /// Written before the first block, whose bytes the sync marker is drawn from: the same rows make the same
    /// file, and data that happens to hold its own hash is not to be feared.
    private byte[] header() throws IOException {
        byte[] known = sync;
        if (known != null) {
            return known;
        }
        byte[] marker = marker();
        AvroBuffer header = new AvroBuffer();
        header.write(new byte[] {'O', 'b', 'j', 1}, 0, 4);
        header.writeLong(2);
        text(header, "avro.schema");
        text(header, schema);
        text(header, "avro.codec");
        text(header, codec.codecName());
        header.writeLong(0);
        header.write(marker, 0, marker.length);
        output.write(header.bytes(), 0, header.length());
        sync = marker;
        return marker;
    }

    private byte[] marker() {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            md5.update(schema.getBytes(StandardCharsets.UTF_8));
            md5.update(block.bytes(), 0, block.length());
            return md5.digest();
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has MD5", missing);
        }
    }

    private static void text(AvroBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeSized(bytes, 0, bytes.length);
    }

    @Override
    public void finish() throws IOException {
        flush();
        header();
    }
}
