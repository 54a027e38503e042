package dev.tidemark.parquet;

import java.util.ArrayList;
import java.util.List;

/// Rows of a row group, as ranges in rising order that do not touch.
record RowRanges(List<Range> ranges) {

    static final RowRanges NONE = new RowRanges(List.of());

    /// Rows `from` to `to - 1`.
    record Range(long from, long to) {}

    RowRanges {
        ranges = List.copyOf(ranges);
    }

    static RowRanges all(long rows) {
        return rows == 0 ? NONE : new RowRanges(List.of(new Range(0, rows)));
    }

    long count() {
        return ranges.stream().mapToLong(range -> range.to() - range.from()).sum();
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    boolean overlaps(long from, long to) {
        int low = 0;
        int high = ranges.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ranges.get(middle).to() <= from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < ranges.size() && ranges.get(low).from() < to;
    }

    RowRanges and(RowRanges other) {
        Builder both = new Builder();
        int i = 0;
        int j = 0;
        while (i < ranges.size() && j < other.ranges.size()) {
            Range one = ranges.get(i);
            Range two = other.ranges.get(j);
            both.add(Math.max(one.from(), two.from()), Math.min(one.to(), two.to()));
            if (one.to() < two.to()) {
                i++;
            } else {
                j++;
            }
        }
        return both.made();
    }

    RowRanges or(RowRanges other) {
        List<Range> sorted = new ArrayList<>(ranges);
        sorted.addAll(other.ranges);
        sorted.sort((one, two) -> Long.compare(one.from(), two.from()));
        Builder any = new Builder();
        sorted.forEach(range -> any.add(range.from(), range.to()));
        return any.made();
    }

    /// Takes ranges in the order of their beginnings; those that touch become one.
    static final class Builder {

        private final List<Range> made = new ArrayList<>();

        void add(long from, long to) {
            if (from >= to) {
                return;
            }
            if (!made.isEmpty() && made.getLast().to() >= from) {
                Range last = made.removeLast();
                made.add(new Range(last.from(), Math.max(last.to(), to)));
            } else {
                made.add(new Range(from, to));
            }
        }

        RowRanges made() {
            return new RowRanges(made);
        }
    }
}
