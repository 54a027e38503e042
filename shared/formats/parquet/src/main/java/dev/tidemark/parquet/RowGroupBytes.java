package dev.tidemark.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;

/// Fetches what is wanted of one row group: neighbouring chunks with one request, and chunks that are together too
/// large for that piece by piece.
final class RowGroupBytes {

    /// Compressed bytes of a row group that are held at once.
    static final long MOST_HELD = 64L << 20;
    /// Bytes between two chunks that are cheaper read than left out with another request.
    private static final long GAP = 1 << 20;
    private static final long LEAST_WINDOW = 256 << 10;
    /// Files of parquet-mr before 1.2.9 leave the dictionary's header out of a chunk's length (PARQUET-816).
    private static final int LEFT_OUT = 100;

    private final FileBytes file;
    private final long mostHeld;

    RowGroupBytes(FileBytes file, long mostHeld) {
        this.file = file;
        this.mostHeld = mostHeld;
    }

    private record Range(int index, long start, long end) {}

    /// One for each of `chunks`.
    List<ChunkBytes> of(List<ColumnMetaData> chunks, List<Place> places, Footer footer) throws IOException {
        List<Range> ranges = new ArrayList<>();
        long total = 0;
        for (int i = 0; i < chunks.size(); i++) {
            Range range = range(i, chunks.get(i), places.get(i), footer);
            ranges.add(range);
            total += range.end() - range.start();
        }
        ChunkBytes[] found = new ChunkBytes[chunks.size()];
        if (total > mostHeld) {
            int window = (int) Math.max(Math.min(LEAST_WINDOW, mostHeld), mostHeld / chunks.size());
            for (Range range : ranges) {
                found[range.index()] = new ChunkBytes(file, range.start(), range.end(), new byte[0], 0, 0, window);
            }
        } else {
            together(ranges, found);
        }
        return List.of(found);
    }

    private Range range(int index, ColumnMetaData chunk, Place place, Footer footer) {
        long start = Footer.start(chunk);
        long length = chunk.getTotal_compressed_size();
        if (start < 4 || length < 0 || start > file.sizeBytes() || length > file.sizeBytes() - start) {
            throw place.damaged(
                    "its chunk of " + length + " bytes at " + start + " is not within the file's " + file.sizeBytes());
        }
        long end = start + length;
        return new Range(
                index, start, footer.leavesOutHeaders() ? Math.min(file.sizeBytes() - 8, end + LEFT_OUT) : end);
    }

    private void together(List<Range> ranges, ChunkBytes[] found) throws IOException {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(Range::start));
        int from = 0;
        while (from < sorted.size()) {
            long start = sorted.get(from).start();
            long end = sorted.get(from).end();
            int to = from + 1;
            while (to < sorted.size()
                    && sorted.get(to).start() <= end + GAP
                    && Math.max(end, sorted.get(to).end()) - start <= 2 * mostHeld) {
                end = Math.max(end, sorted.get(to).end());
                to++;
            }
            byte[] bytes = file.read(start, (int) (end - start));
            for (Range range : sorted.subList(from, to)) {
                found[range.index()] = new ChunkBytes(
                        file,
                        range.start(),
                        range.end(),
                        bytes,
                        (int) (range.start() - start),
                        (int) (range.end() - start),
                        0);
            }
            from = to;
        }
    }
}
