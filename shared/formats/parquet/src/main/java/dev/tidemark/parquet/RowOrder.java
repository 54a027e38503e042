package dev.tidemark.parquet;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.parquet.ParquetOptions.SortColumn;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.SortingColumn;

/// The order in which the rows of a row group are written.
///
/// @param keys the columns it goes by, the first one first
record RowOrder(List<Key> keys) {

    private static final int SHORT = 16;

    RowOrder {
        keys = List.copyOf(keys);
    }

    /// @param index of the leaf
    record Key(Leaf leaf, int index, boolean descending) {}

    /// @throws ParquetOptionException when a name is no column of single values
    static RowOrder of(List<SortColumn> columns, Layout layout) {
        List<Key> keys = new ArrayList<>();
        for (SortColumn column : columns) {
            int index = layout.single(column.name(), "sortBy");
            keys.add(new Key(layout.leaves().get(index), index, column.descending()));
        }
        return new RowOrder(keys);
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    /// As the row group says it.
    List<SortingColumn> described() {
        return keys.stream()
                .map(key -> new SortingColumn(key.index(), key.descending(), !key.descending()))
                .toList();
    }

    /// The rows `0..count` in order; equal ones stay as they are.
    int[] rows(List<ColumnVector> columns, int count) {
        List<Bounds> values = keys.stream()
                .map(key -> new Bounds(key.leaf(), columns.get(key.leaf().column())))
                .toList();
        int[] rows = new int[count];
        for (int row = 0; row < count; row++) {
            rows[row] = row;
        }
        sort(rows, new int[count], 0, count, values, columns);
        return rows;
    }

    private void sort(int[] rows, int[] room, int from, int to, List<Bounds> values, List<ColumnVector> columns) {
        if (to - from <= SHORT) {
            insert(rows, from, to, values, columns);
            return;
        }
        int middle = (from + to) >>> 1;
        sort(rows, room, from, middle, values, columns);
        sort(rows, room, middle, to, values, columns);
        if (compare(rows[middle - 1], rows[middle], values, columns) <= 0) {
            return;
        }
        System.arraycopy(rows, from, room, from, middle - from);
        int left = from;
        int right = middle;
        for (int at = from; left < middle; at++) {
            boolean takeRight = right < to && compare(rows[right], room[left], values, columns) < 0;
            rows[at] = takeRight ? rows[right++] : room[left++];
        }
    }

    private void insert(int[] rows, int from, int to, List<Bounds> values, List<ColumnVector> columns) {
        for (int i = from + 1; i < to; i++) {
            int row = rows[i];
            int at = i;
            while (at > from && compare(row, rows[at - 1], values, columns) < 0) {
                rows[at] = rows[at - 1];
                at--;
            }
            rows[at] = row;
        }
    }

    private int compare(int one, int two, List<Bounds> values, List<ColumnVector> columns) {
        for (int i = 0; i < keys.size(); i++) {
            ColumnVector column = columns.get(keys.get(i).leaf().column());
            int order;
            if (column.isNull(one) || column.isNull(two)) {
                order = Boolean.compare(column.isNull(two), column.isNull(one));
            } else {
                order = values.get(i).compare(one, two);
            }
            if (order != 0) {
                return keys.get(i).descending() ? -order : order;
            }
        }
        return 0;
    }
}
