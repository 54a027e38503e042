package dev.tidemark.data;

/// For each row of a batch: its record number, byte offset and raw bytes in the object it was read from.
///
/// @param object       full location of the object, `s3://…` or `file:///…`
/// @param etag         version of the object that was read
/// @param recordNumber per row, counted from 1 over data records (a header is none); 0 where unknown (split
/// objects)
/// @param offset       per row, byte offset of the record in the decoded (decompressed) object; of the block,
/// stripe or row group it lies in where the format has such
/// @param raw          the records themselves, valid as long as the batch is
public record RowOrigin(String object, String etag, long[] recordNumber, long[] offset, RawRecords raw) {

    public RowOrigin select(int[] selected, int count) {
        long[] numbers = new long[count];
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = recordNumber[selected[i]];
            offsets[i] = offset[selected[i]];
        }
        return new RowOrigin(object, etag, numbers, offsets, raw.select(selected, count));
    }

    /// A copy of the record's bytes.
    public byte[] rawRecord(int row) {
        return raw.get(row);
    }
}
