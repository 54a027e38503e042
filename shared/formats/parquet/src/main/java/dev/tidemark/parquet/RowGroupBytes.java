package dev.tidemark.parquet;

import dev.tidemark.parquet.ChunkBytes.Region;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fetches what is wanted of one row group after the other: neighbouring pieces with one request, and pieces that are
/// together too
/// large for that window by window.
final class RowGroupBytes {

    /// Compressed bytes of a row group that are held at once.
    static final long MOST_HELD = 64L << 20;
    /// Bytes between two pieces that are cheaper read than left out with another request: a 64th of what is held.
    private static final int GAPS = 64;

    private static final long LEAST_WINDOW = 256 << 10;

    private static final byte[] NONE = {};

    private final FileBytes file;
    private final long mostHeld;
    /// What the requests of a row group went to, for those of the next one.
    private final List<byte[]> rooms = new ArrayList<>();

    RowGroupBytes(FileBytes file, long mostHeld) {
        this.file = file;
        this.mostHeld = mostHeld;
    }

    /// What is wanted of one column chunk.
    ///
    /// @param start  of the chunk
    /// @param end    of the chunk
    /// @param places of its pages; null: all of it is wanted
    record Wanted(long start, long end, @Nullable PagePlaces places) {

        List<Region> regions(RowRanges rows) {
            return places == null ? List.of(new Region(start, end)) : places.regions(rows, start);
        }
    }

    private record Piece(int chunk, int index, Region region) {}

    /// One for each of `chunks`; those of the row group before are not valid any more.
    ///
    /// @param rows that are wanted
    List<ChunkBytes> of(List<Wanted> chunks, RowRanges rows) throws IOException {
        List<List<Region>> regions = new ArrayList<>();
        List<Piece> pieces = new ArrayList<>();
        long total = 0;
        for (Wanted chunk : chunks) {
            List<Region> own = new ArrayList<>(chunk.regions(rows));
            for (int i = 0; i < own.size(); i++) {
                pieces.add(new Piece(regions.size(), i, own.get(i)));
                total += own.get(i).end() - own.get(i).start();
            }
            regions.add(own);
        }
        int window = 0;
        if (total > mostHeld) {
            window = (int) Math.max(Math.min(LEAST_WINDOW, mostHeld), mostHeld / chunks.size());
        } else {
            together(pieces, regions);
        }
        List<ChunkBytes> found = new ArrayList<>();
        for (List<Region> own : regions) {
            found.add(new ChunkBytes(file, own, window));
        }
        return found;
    }

    private void together(List<Piece> pieces, List<List<Region>> regions) throws IOException {
        List<Piece> sorted = new ArrayList<>(pieces);
        sorted.sort(Comparator.comparingLong(piece -> piece.region().start()));
        int from = 0;
        int request = 0;
        while (from < sorted.size()) {
            long start = sorted.get(from).region().start();
            long end = sorted.get(from).region().end();
            int to = from + 1;
            while (to < sorted.size()
                    && sorted.get(to).region().start() <= end + mostHeld / GAPS
                    && Math.max(end, sorted.get(to).region().end()) - start <= 2 * mostHeld) {
                end = Math.max(end, sorted.get(to).region().end());
                to++;
            }
            byte[] bytes = file.read(start, (int) (end - start), request < rooms.size() ? rooms.get(request) : NONE);
            if (request == rooms.size()) {
                rooms.add(bytes);
            } else if (bytes.length > rooms.get(request).length) {
                rooms.set(request, bytes);
            }
            request++;
            for (Piece piece : sorted.subList(from, to)) {
                regions.get(piece.chunk()).set(piece.index(), piece.region().in(bytes, start));
            }
            from = to;
        }
    }
}
