package dev.tidemark.data;

import java.util.Arrays;

/// For each row of a batch: its record number, byte offset and raw bytes in the object it was read from.
///
/// The raw bytes lie in the reader's buffer and are valid as long as the batch is.
///
/// @param object       full location of the object, `s3://…` or `file:///…`
/// @param etag         version of the object that was read
/// @param recordNumber per row, counted from 1 over data records (a header is none); 0 where unknown (split objects)
/// @param offset       per row, byte offset of the record in the decoded (decompressed) object
/// @param raw          buffer that holds the records
/// @param rawStart     per row, first byte of the record in `raw`
/// @param rawLength    per row, length of the record in bytes without its line end
public record RowOrigin(
        String object, String etag, long[] recordNumber, long[] offset, byte[] raw, int[] rawStart, int[] rawLength) {

    public RowOrigin select(int[] selected, int count) {
        long[] numbers = new long[count];
        long[] offsets = new long[count];
        int[] starts = new int[count];
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            int row = selected[i];
            numbers[i] = recordNumber[row];
            offsets[i] = offset[row];
            starts[i] = rawStart[row];
            lengths[i] = rawLength[row];
        }
        return new RowOrigin(object, etag, numbers, offsets, raw, starts, lengths);
    }

    /// A copy of the record's bytes.
    public byte[] rawRecord(int row) {
        return Arrays.copyOfRange(raw, rawStart[row], rawStart[row] + rawLength[row]);
    }
}
