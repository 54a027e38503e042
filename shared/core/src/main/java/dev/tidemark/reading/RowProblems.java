package dev.tidemark.reading;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The rows of one batch that are not taken, each with the first of its problems. One thread.
public final class RowProblems {

    private final TreeMap<Integer, Conversion.Problem> byRow = new TreeMap<>();

    /// @param path   the column and the place in it
    /// @param reason one sentence
    public void add(int row, String path, String reason) {
        byRow.putIfAbsent(row, new Conversion.Problem(path, reason));
    }

    public void clear() {
        byRow.clear();
    }

    boolean isEmpty() {
        return byRow.isEmpty();
    }

    Conversion.@Nullable Problem of(int row) {
        return byRow.get(row);
    }
}
