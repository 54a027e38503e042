package dev.tidemark.data;

import java.util.Arrays;

/// The records behind the rows of a batch, as they stand in the object or, where its format has no text, as
/// JSON.
public interface RawRecords {

    /// A copy of the record behind a row.
    byte[] get(int row);

    /// Those behind the rows `selected[0..count)`.
    default RawRecords select(int[] selected, int count) {
        int[] rows = Arrays.copyOf(selected, count);
        RawRecords all = this;
        return row -> all.get(rows[row]);
    }

    /// Records that lie in a reader's buffer.
    ///
    /// @param bytes  the buffer
    /// @param start  per row, first byte of the record
    /// @param length per row, length of the record in bytes without its line end
    record Bytes(byte[] bytes, int[] start, int[] length) implements RawRecords {

        @Override
        public byte[] get(int row) {
            return Arrays.copyOfRange(bytes, start[row], start[row] + length[row]);
        }

        @Override
        public RawRecords select(int[] selected, int count) {
            int[] starts = new int[count];
            int[] lengths = new int[count];
            for (int i = 0; i < count; i++) {
                starts[i] = start[selected[i]];
                lengths[i] = length[selected[i]];
            }
            return new Bytes(bytes, starts, lengths);
        }
    }
}
