package dev.tidemark.orc;

import dev.tidemark.data.ColumnVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Which values of a vector are written, and where the groups of rows end in them.
///
/// @param at   their places in order; null: all from `from` on
/// @param ends per group, how many values there are in it and those before
record Rows(int @Nullable [] at, int from, int[] ends) {

    static Rows all(int count, int group) {
        int[] ends = new int[(count + group - 1) / group];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = Math.min(count, (i + 1) * group);
        }
        return new Rows(null, 0, ends);
    }

    int count() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    int groups() {
        return ends.length;
    }

    int start(int group) {
        return group == 0 ? 0 : ends[group - 1];
    }

    int place(int index) {
        int[] places = at;
        return places == null ? from + index : places[index];
    }

    /// Those that are not null.
    Rows withoutNulls(ColumnVector vector) {
        int[] places = new int[count()];
        int[] found = new int[ends.length];
        int size = 0;
        for (int group = 0; group < ends.length; group++) {
            for (int i = start(group); i < ends[group]; i++) {
                int place = place(i);
                if (!vector.isNull(place)) {
                    places[size++] = place;
                }
            }
            found[group] = size;
        }
        return new Rows(Arrays.copyOf(places, size), 0, found);
    }

    boolean anyNull(ColumnVector vector) {
        if (!vector.hasNulls()) {
            return false;
        }
        for (int i = 0; i < count(); i++) {
            if (vector.isNull(place(i))) {
                return true;
            }
        }
        return false;
    }

    /// The elements of these lists or maps.
    Rows elements(Lengths lists) {
        int[] found = new int[ends.length];
        int total = 0;
        for (int group = 0; group < ends.length; group++) {
            for (int i = start(group); i < ends[group]; i++) {
                total += lists.length(place(i));
            }
            found[group] = total;
        }
        int[] places = new int[total];
        int size = 0;
        for (int i = 0; i < count(); i++) {
            int place = place(i);
            int start = lists.start(place);
            for (int element = 0; element < lists.length(place); element++) {
                places[size++] = start + element;
            }
        }
        return new Rows(places, 0, found);
    }

    /// Where the elements of a list lie.
    interface Lengths {
        int start(int row);

        int length(int row);
    }
}
