package dev.tidemark.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;

/// Where the data pages of a column chunk lie and which rows they hold, by its offset index.
///
/// @param starts   of each page in the file
/// @param lengths  of each page, its header included
/// @param firstRow of each page in the row group, and behind the last one the number of rows
record PagePlaces(long[] starts, int[] lengths, long[] firstRow) {

    /// @throws dev.tidemark.spi.UnreadableObjectException when the pages do not follow each other within `[from, to)`
    static PagePlaces of(OffsetIndex index, long rows, long from, long to, Place place) {
        List<PageLocation> pages = place.there(index.getPage_locations(), "page locations");
        long[] starts = new long[pages.size()];
        int[] lengths = new int[pages.size()];
        long[] firstRow = new long[pages.size() + 1];
        long end = from;
        for (int i = 0; i < starts.length; i++) {
            PageLocation page = pages.get(i);
            starts[i] = page.getOffset();
            lengths[i] = page.getCompressed_page_size();
            firstRow[i] = page.getFirst_row_index();
            boolean follows = i == 0 ? firstRow[0] == 0 : firstRow[i] > firstRow[i - 1];
            if (!follows || starts[i] < end || lengths[i] <= 0 || starts[i] + lengths[i] > to || firstRow[i] >= rows) {
                throw place.damaged("its offset index has a page " + i + " of row " + firstRow[i] + " at byte "
                        + starts[i] + " with " + lengths[i] + " bytes, which cannot be");
            }
            end = starts[i] + lengths[i];
        }
        if (starts.length == 0) {
            throw place.damaged("its offset index has no page");
        }
        firstRow[starts.length] = rows;
        return new PagePlaces(starts, lengths, firstRow);
    }

    int size() {
        return starts.length;
    }

    /// Rows of the pages that are marked.
    RowRanges rows(boolean[] wanted) {
        RowRanges.Builder rows = new RowRanges.Builder();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i]) {
                rows.add(firstRow[i], firstRow[i + 1]);
            }
        }
        return rows.made();
    }

    /// Index of the page that begins at this byte, or -1.
    int at(long start) {
        int found = Arrays.binarySearch(starts, start);
        return Math.max(found, -1);
    }

    /// The bytes of the chunk that pages with these rows need: what stands in front of the first page (a dictionary),
    /// then theirs.
    List<ChunkBytes.Region> regions(RowRanges rows, long chunkStart) {
        List<ChunkBytes.Region> regions = new ArrayList<>();
        long from = chunkStart;
        long to = starts[0];
        for (int i = 0; i < starts.length; i++) {
            if (rows.overlaps(firstRow[i], firstRow[i + 1])) {
                if (starts[i] != to) {
                    if (to > from) {
                        regions.add(new ChunkBytes.Region(from, to));
                    }
                    from = starts[i];
                }
                to = starts[i] + lengths[i];
            }
        }
        if (to > from) {
            regions.add(new ChunkBytes.Region(from, to));
        }
        return regions;
    }
}
