package dev.tidemark.parquet;

import dev.tidemark.data.ColumnVector;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/// What is known about the pages of one column chunk: bounds, nulls and where they lie.
final class ChunkStatistics {

    private final Leaf leaf;
    private final ColumnVector vector;
    private final Bounds whole;
    private final List<Bounds> pages = new ArrayList<>();
    private final List<Boolean> nullPages = new ArrayList<>();
    private final List<Long> nullCounts = new ArrayList<>();
    private final List<PageLocation> locations = new ArrayList<>();
    private long nulls;

    ChunkStatistics(Leaf leaf, ColumnVector vector) {
        this.leaf = leaf;
        this.vector = vector;
        this.whole = new Bounds(leaf, vector);
    }

    void addPage(Bounds bounds, int valueCount, int nullCount, PageLocation location) {
        pages.add(bounds);
        whole.include(bounds);
        nullPages.add(valueCount == 0);
        nullCounts.add((long) nullCount);
        nulls += nullCount;
        locations.add(location);
    }

    Statistics statistics() {
        Statistics statistics = new Statistics().setNull_count(nulls);
        if (whole.known()) {
            BoundBytes least = BoundBytes.least(leaf, vector, whole.min());
            statistics.setMin_value(least.bytes()).setIs_min_value_exact(least.exact());
            BoundBytes greatest = BoundBytes.greatest(leaf, vector, whole.max());
            if (greatest != null) {
                statistics.setMax_value(greatest.bytes()).setIs_max_value_exact(greatest.exact());
            }
        }
        return statistics;
    }

    OffsetIndex offsetIndex() {
        return new OffsetIndex(locations);
    }

    /// Null when a page has values but no bounds (a NaN among them, or text that cannot be cut): the format has no way
    /// to say
    /// so.
    @Nullable
    ColumnIndex columnIndex() {
        List<ByteBuffer> mins = new ArrayList<>();
        List<ByteBuffer> maxes = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            Bounds page = pages.get(i);
            if (nullPages.get(i)) {
                mins.add(ByteBuffer.allocate(0));
                maxes.add(ByteBuffer.allocate(0));
                continue;
            }
            BoundBytes greatest = page.known() ? BoundBytes.greatest(leaf, vector, page.max()) : null;
            if (greatest == null) {
                return null;
            }
            mins.add(ByteBuffer.wrap(BoundBytes.least(leaf, vector, page.min()).bytes()));
            maxes.add(ByteBuffer.wrap(greatest.bytes()));
        }
        return new ColumnIndex(nullPages, mins, maxes, order()).setNull_counts(nullCounts);
    }

    private BoundaryOrder order() {
        boolean ascending = true;
        boolean descending = true;
        Bounds before = null;
        for (Bounds page : pages) {
            if (!page.known()) {
                continue;
            }
            if (before != null) {
                int mins = whole.compare(before.min(), page.min());
                int maxes = whole.compare(before.max(), page.max());
                ascending &= mins <= 0 && maxes <= 0;
                descending &= mins >= 0 && maxes >= 0;
            }
            before = page;
        }
        return ascending ? BoundaryOrder.ASCENDING : descending ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED;
    }
}
