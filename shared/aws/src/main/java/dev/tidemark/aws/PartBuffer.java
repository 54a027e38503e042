package dev.tidemark.aws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// The bytes of a part that is not uploaded yet, in blocks that grow with it, and in a temporary file when memory is
/// short. One thread. Holds no file handle between calls.
final class PartBuffer {

    private static final int FIRST_BLOCK = 16 << 10;
    private static final int LARGEST_BLOCK = 1 << 20;

    private final PartBudget budget;
    private final List<byte[]> blocks = new ArrayList<>();
    private final CRC32 crc = new CRC32();
    private int usedOfLast;
    private long inMemory;
    private long inFile;
    private @Nullable Path file;

    PartBuffer(PartBudget budget) {
        this.budget = budget;
    }

    long size() {
        return inFile + inMemory;
    }

    String crc32() {
        return Checksums.text(crc);
    }

    void add(byte[] bytes, int from, int length) {
        crc.update(bytes, from, length);
        int at = from;
        int left = length;
        while (left > 0) {
            if (blocks.isEmpty() || usedOfLast == blocks.getLast().length) {
                int next = blocks.isEmpty() ? FIRST_BLOCK : Math.min(LARGEST_BLOCK, 2 * blocks.getLast().length);
                blocks.add(new byte[next]);
                budget.take(next);
                usedOfLast = 0;
            }
            byte[] last = blocks.getLast();
            int some = Math.min(left, last.length - usedOfLast);
            System.arraycopy(bytes, at, last, usedOfLast, some);
            usedOfLast += some;
            inMemory += some;
            at += some;
            left -= some;
        }
    }

    /// Moves what is in memory to the temporary file.
    void spill() throws IOException {
        if (inMemory == 0) {
            return;
        }
        if (file == null) {
            file = budget.newFile();
        }
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            for (int i = 0; i < blocks.size(); i++) {
                out.write(blocks.get(i), 0, used(i));
            }
        }
        inFile += inMemory;
        dropBlocks();
    }

    /// All bytes from the first on; may be asked for again.
    InputStream open() {
        List<InputStream> parts = new ArrayList<>();
        if (file != null) {
            try {
                parts.add(Files.newInputStream(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        for (int i = 0; i < blocks.size(); i++) {
            parts.add(new ByteArrayInputStream(blocks.get(i), 0, used(i)));
        }
        return new SequenceInputStream(Collections.enumeration(parts));
    }

    /// Empties it for the next part; the temporary file is deleted.
    void clear() {
        dropBlocks();
        crc.reset();
        inFile = 0;
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            file = null;
        }
    }

    private int used(int block) {
        return block == blocks.size() - 1 ? usedOfLast : blocks.get(block).length;
    }

    private void dropBlocks() {
        blocks.forEach(block -> budget.give(block.length));
        blocks.clear();
        inMemory = 0;
        usedOfLast = 0;
    }
}
