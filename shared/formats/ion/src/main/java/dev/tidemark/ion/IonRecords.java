package dev.tidemark.ion;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.system.IonReaderBuilder;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The records of an object, each as an [IonReader] that stands at its struct.
///
/// Several records are handed to one reader, behind the symbols that are known by then. One thread.
final class IonRecords implements AutoCloseable {

    private static final int RUN_BYTES = 128 << 10;
    private static final int RUN_RECORDS = 1024;
    /// Of the tables of symbols that hold at once: each symbol takes many times its bytes when it is read.
    static final int MOST_SYMBOL_BYTES = 8 << 20;
    private static final int FIRST_BYTE_OF_MARKER = 0xE0;

    private static final IonReaderBuilder READERS =
            IonReaderBuilder.standard().withGzipDecompressionEnabled(false).immutable();

    private final IonBytes bytes;
    private final Slices slices;
    /// The version marker and tables of symbols that hold behind the last slice that was taken.
    private byte[] symbols = new byte[0];

    private int symbolBytes;

    private byte[] block = new byte[RUN_BYTES];
    private int blockBytes;
    private final long[] starts = new long[RUN_RECORDS];
    private final int[] from = new int[RUN_RECORDS];
    private final int[] to = new int[RUN_RECORDS];
    private int count;
    private int index;
    private @Nullable String problem;
    private @Nullable IonReader reader;
    /// The slice that the scanner stands at belongs to the next run.
    private boolean pending;

    IonRecords(ObjectInput input, InputStream decoded) throws IOException {
        this.bytes = new IonBytes(decoded);
        boolean opened = false;
        try {
            int first = bytes.at(0);
            if ((first == 0xFE && bytes.at(1) == 0xFF) || (first == 0xFF && bytes.at(1) == 0xFE)) {
                throw new UnreadableObjectException(
                        input.location(), "it is UTF-16; Ion text is read as UTF-8. Convert it", null);
            }
            this.slices = first == FIRST_BYTE_OF_MARKER
                    ? new BinarySlices(input.location(), bytes)
                    : new TextSlices(input.location(), bytes);
            opened = true;
        } finally {
            if (!opened) {
                decoded.close();
            }
        }
    }

    boolean isText() {
        return slices.isText();
    }

    /// Goes to the next top-level value.
    boolean next() throws IOException {
        if (++index < count) {
            return true;
        }
        return load();
    }

    private boolean load() throws IOException {
        close(reader);
        reader = null;
        problem = null;
        index = 0;
        count = 0;
        room(symbolBytes);
        System.arraycopy(symbols, 0, block, 0, symbolBytes);
        blockBytes = symbolBytes;
        while (count < RUN_RECORDS && problem == null && (pending || slices.next())) {
            pending = true;
            switch (slices.kind()) {
                case MARKER, SYMBOLS, MORE_SYMBOLS -> {
                    if (count > 0 && blockBytes + slices.end() - slices.start() > symbolBytes + RUN_BYTES) {
                        return true;
                    }
                    symbols();
                }
                case RECORD, OTHER -> {
                    boolean unread = slices.kind() == Slices.Kind.OTHER || slices.problem() != null;
                    long size = slices.end() - slices.start();
                    if (count > 0 && (unread || blockBytes + size > symbolBytes + RUN_BYTES)) {
                        return true;
                    }
                    problem = slices.kind() == Slices.Kind.OTHER ? IonProblems.NO_RECORD : slices.problem();
                    take();
                    count++;
                }
            }
            pending = false;
            bytes.release(slices.end());
        }
        return count > 0;
    }

    private void symbols() {
        boolean marker = slices.kind() == Slices.Kind.MARKER;
        if (marker) {
            symbolBytes = 0;
        } else if (slices.kind() == Slices.Kind.SYMBOLS) {
            symbolBytes = isText() ? 0 : Math.min(symbolBytes, 4);
        }
        if (count == 0) {
            // Tables that no record stands between are not kept.
            blockBytes = symbolBytes;
        }
        int length = (int) (slices.end() - slices.start());
        if (length > MOST_SYMBOL_BYTES - symbolBytes) {
            throw new UnreadableObjectException(
                    slices.location,
                    "its tables of symbols have more than " + (MOST_SYMBOL_BYTES >> 20)
                            + " MB together with the one at byte " + slices.start()
                            + ". Write its texts as strings, or begin anew with a version marker now and then",
                    null);
        }
        if (symbolBytes + length + 1 > symbols.length) {
            symbols = Arrays.copyOf(symbols, Math.max(symbols.length * 2, symbolBytes + length + 1));
        }
        bytes.copy(slices.start(), slices.end(), symbols, symbolBytes);
        symbolBytes += length;
        if (isText()) {
            symbols[symbolBytes++] = '\n';
        }
        append();
    }

    private void take() {
        starts[count] = slices.start();
        from[count] = blockBytes;
        append();
        to[count] = from[count] + (int) (slices.end() - slices.start());
    }

    private void append() {
        int length = (int) (slices.end() - slices.start());
        room(length + 1);
        bytes.copy(slices.start(), slices.end(), block, blockBytes);
        blockBytes += length;
        if (isText()) {
            block[blockBytes++] = '\n';
        }
    }

    private void room(int more) {
        if (blockBytes + more > block.length) {
            block = Arrays.copyOf(block, Math.max(block.length * 2, blockBytes + more));
        }
    }

    /// First byte of the value in the decoded object.
    long start() {
        return starts[index];
    }

    /// Why the value is no record that can be read, or null.
    @Nullable
    String problem() {
        return problem;
    }

    /// The reader at the record's struct. Whoever leaves it inside of the struct calls [#leave] or [#restart].
    ///
    /// @throws IonException when the record is no Ion
    IonReader reader() {
        IonReader open = reader;
        if (open == null) {
            open = READERS.build(block, 0, blockBytes);
            reader = open;
        }
        if (open.next() != IonType.STRUCT) {
            throw new IonException("the record is not where its first byte says");
        }
        return open;
    }

    /// Leaves a record that was not read to its end.
    void leave() {
        IonReader open = reader;
        while (open != null && open.getDepth() > 0) {
            open.stepOut();
        }
    }

    /// Goes on behind a record of text that is no Ion: a new reader does not see it nor those before it.
    void restart() {
        close(reader);
        reader = null;
        for (int i = 0; i <= index; i++) {
            Arrays.fill(block, from[i], to[i], (byte) ' ');
        }
    }

    /// A copy of the record's bytes; those of a binary record as JSON, as far as they can be read.
    byte[] raw() {
        if (isText() || problem != null) {
            return slice();
        }
        try (IonReader again = READERS.build(block, 0, to[index])) {
            for (int i = 0; i <= index; i++) {
                again.next();
            }
            return IonTexts.json(again);
        } catch (RuntimeException | IOException unread) {
            // A bad record's other fields may be damaged as well, in all the ways that IonBatchReader names.
            return slice();
        }
    }

    private byte[] slice() {
        return Arrays.copyOfRange(block, from[index], to[index]);
    }

    private static void close(@Nullable IonReader open) {
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new IllegalStateException("bytes in memory cannot fail", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        close(reader);
        reader = null;
        bytes.close();
    }
}
