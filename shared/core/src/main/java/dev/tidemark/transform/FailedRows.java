package dev.tidemark.transform;

import dev.tidemark.data.Batch;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// The rows of one batch that a transform could not work on; each is reported once.
final class FailedRows {

    private static final int SHOWN = 120;

    private final int rows;
    private final BitSet failed = new BitSet();

    FailedRows(int rows) {
        this.rows = rows;
    }

    /// How a message begins: which step of the job file says what cannot be worked out.
    ///
    /// @param text the expression
    static String where(String step, String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return step + " \"" + (line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line) + "\": ";
    }

    void add(Batch batch, int row, @Nullable String column, String message, RowContext context) {
        if (!failed.get(row)) {
            failed.set(row);
            context.reject(batch, row, column, message);
        }
    }

    boolean contains(int row) {
        return failed.get(row);
    }

    /// The batch without the failed rows.
    Batch without(Batch batch) {
        if (failed.isEmpty()) {
            return batch;
        }
        int[] selected = new int[rows];
        int count = 0;
        for (int row = failed.nextClearBit(0); row < rows; row = failed.nextClearBit(row + 1)) {
            selected[count++] = row;
        }
        return batch.select(selected, count);
    }
}
