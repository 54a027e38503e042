package dev.tidemark.avro;

import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.AvroTypeException;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.jspecify.annotations.Nullable;

/// An Avro object container file (Avro specification, "Object Container Files"), front to back.
///
/// The file ends where the object does, right behind a block's sync marker; anything else is damage, and an
/// empty block is none.
final class ContainerFile implements AutoCloseable {

    private static final byte[] MAGIC = {'O', 'b', 'j', 1};
    private static final int SYNC_BYTES = 16;
    private static final int MOST_METADATA_BYTES = 64 << 20;
    private static final int BUFFER_BYTES = 64 << 10;
    private static final String SCHEMA = "avro.schema";
    private static final String CODEC = "avro.codec";
    private static final int LONGEST_NAME = SCHEMA.length();

    private final ObjectInput input;
    private final byte[] sync;
    private final AvroCodec codec;
    private final Schema schema;
    private InputStream in;
    private long position;
    private long blockStart;
    private boolean inBlocks;

    /// Reads the header.
    ///
    /// @throws UnreadableObjectException when there is none, or not a whole one
    static ContainerFile open(ObjectInput input) throws IOException {
        InputStream in = new BufferedInputStream(input.stream(0), BUFFER_BYTES);
        try {
            return new ContainerFile(input, in);
        } catch (RuntimeException | IOException refused) {
            in.close();
            throw refused;
        }
    }

    private ContainerFile(ObjectInput input, InputStream in) throws IOException {
        this.input = input;
        this.in = in;
        if (input.sizeBytes() == 0) {
            throw damaged("it is empty, and an Avro file has a header at least", null);
        }
        if (!Arrays.equals(bytes(MAGIC.length), MAGIC)) {
            throw damaged(
                    "it does not begin with 'Obj' and the version 1, so it is no Avro file. Set format to what it"
                            + " is, or leave it out with exclusions",
                    null);
        }
        Map<String, byte[]> metadata = metadata();
        this.sync = bytes(SYNC_BYTES);
        byte[] codecName = metadata.get(CODEC);
        String name = codecName == null ? "null" : new String(codecName, StandardCharsets.UTF_8);
        this.codec = AvroCodec.named(name)
                .orElseThrow(() -> damaged(
                        "its blocks are compressed by '" + name + "', which is not known: null, deflate, snappy, bzip2,"
                                + " xz and zstandard are",
                        null));
        this.schema = schema(metadata.get(SCHEMA));
        this.blockStart = position;
        this.inBlocks = true;
    }

    private Schema schema(byte @Nullable [] json) {
        if (json == null) {
            throw damaged("its header has no avro.schema", null);
        }
        try {
            // Files of other languages have names that Java's own check refuses.
            return new Schema.Parser(NameValidator.NO_VALIDATION)
                    .setValidateDefaults(false)
                    .parse(new String(json, StandardCharsets.UTF_8));
        } catch (SchemaParseException | AvroTypeException wrong) {
            throw damaged("its header has no right schema: " + wrong.getMessage(), wrong);
        } catch (RuntimeException | StackOverflowError wrong) {
            // The parser meets JSON of the wrong form with whatever it stumbles over.
            throw damaged("its header has no right schema: " + wrong, wrong);
        }
    }

    Schema schema() {
        return schema;
    }

    AvroCodec codec() {
        return codec;
    }

    /// Where the last block that was read begins.
    long blockStart() {
        return blockStart;
    }

    /// What is needed of it; a header may have any amount of other things.
    private Map<String, byte[]> metadata() throws IOException {
        Map<String, byte[]> metadata = new TreeMap<>();
        for (long count = number(); count != 0; count = number()) {
            if (count < 0) {
                number();
                count = -count;
            }
            for (long i = 0; i < count; i++) {
                String name = new String(sized(LONGEST_NAME), StandardCharsets.UTF_8);
                if (name.equals(SCHEMA) || name.equals(CODEC)) {
                    metadata.put(name, sized(MOST_METADATA_BYTES));
                } else {
                    sized(0);
                }
            }
        }
        return metadata;
    }

    /// @param most longer ones are read over, and none is what is answered
    private byte[] sized(int most) throws IOException {
        long length = number();
        if (length < 0 || length > Math.min(MOST_METADATA_BYTES, input.sizeBytes()) - position) {
            throw damaged(
                    "its header claims " + length + " bytes of metadata where there are not as many, or more than "
                            + (MOST_METADATA_BYTES >> 20) + " MB in all",
                    null);
        }
        if (length > most) {
            pass(length);
            return new byte[0];
        }
        return bytes((int) length);
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw damaged(
                    "it ends at byte " + (position + bytes.length) + ", in the middle of "
                            + (inBlocks ? "a block" : "its header") + ": it was truncated",
                    null);
        }
        position += count;
        return bytes;
    }

    private void pass(long count) throws IOException {
        try {
            in.skipNBytes(count);
        } catch (EOFException cut) {
            throw damaged("it ends in the middle of its header: it was truncated", cut);
        }
        position += count;
    }

    private long number() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = in.read();
            if (next < 0) {
                throw damaged("it ends at byte " + position + ", in the middle of a block: it was truncated", null);
            }
            position++;
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return (value >>> 1) ^ -(value & 1);
            }
        }
        throw damaged("at byte " + position + " stands a number of more than 64 bits", null);
    }

    /// Goes to the first block that starts at or behind `from`.
    void seek(long from) throws IOException {
        if (from <= position) {
            return;
        }
        in.close();
        long start = Math.max(position, from) - SYNC_BYTES;
        position = start;
        if (start >= input.sizeBytes()) {
            in = InputStream.nullInputStream();
            position = input.sizeBytes();
            return;
        }
        in = new BufferedInputStream(input.stream(start), BUFFER_BYTES);
        byte[] window = new byte[SYNC_BYTES];
        int filled = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            position++;
            if (filled == SYNC_BYTES) {
                System.arraycopy(window, 1, window, 0, SYNC_BYTES - 1);
                filled--;
            }
            window[filled++] = (byte) next;
            if (filled == SYNC_BYTES && Arrays.equals(window, sync)) {
                return;
            }
        }
    }

    /// One block.
    ///
    /// @param records how many it says it holds
    /// @param data    decompressed
    record Block(long records, byte[] data) {}

    /// The next block that starts before `to`, or null.
    @Nullable
    Block next(long to) throws IOException {
        if (position >= to || position >= input.sizeBytes()) {
            return null;
        }
        blockStart = position;
        long records = number();
        long length = number();
        if (records < 0 || length < 0 || length > AvroCodec.MOST_BYTES) {
            throw damaged(
                    "the block at byte " + blockStart + " claims " + records + " records in " + length
                            + " bytes (at most " + (AvroCodec.MOST_BYTES >> 20) + " MB are read)",
                    null);
        }
        if (length > input.sizeBytes() - position - SYNC_BYTES) {
            throw damaged(
                    "the block at byte " + blockStart + " goes on beyond the object's end: it was truncated", null);
        }
        byte[] block = bytes((int) length);
        if (!Arrays.equals(bytes(SYNC_BYTES), sync)) {
            throw damaged("behind the block at byte " + blockStart + " the sync marker is missing", null);
        }
        try {
            return new Block(records, codec.decompress(block));
        } catch (IOException wrong) {
            throw damaged("the block at byte " + blockStart + ": " + wrong.getMessage(), wrong);
        }
    }

    UnreadableObjectException damaged(String reason, @Nullable Throwable cause) {
        return new UnreadableObjectException(input.location(), reason, cause);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException ignored) {
            // Nothing is lost by a stream that was read and does not close.
        }
    }
}
