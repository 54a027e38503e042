package dev.tidemark.job;

/// Where something stands in the job file.
///
/// @param line   counted from 1; 0 when the value has no place in a file (a default, a value made by code)
/// @param column counted from 1 in characters; 0 likewise
/// @param path   keys from the top: `flows[0].source.pushDownPredicate`; empty for the file as a whole
public record Place(int line, int column, String path) {

    public static final Place NONE = new Place(0, 0, "");

    public Place {
        if (line < 0 || column < 0) {
            throw new IllegalArgumentException("line and column must be >= 0 but are " + line + " and " + column);
        }
    }

    /// `line 9, column 26 (flows[0].source.pushDownPredicate)`, shorter where less is known.
    @Override
    public String toString() {
        String where = line == 0 ? "" : "line " + line + ", column " + column;
        if (path.isEmpty()) {
            return where.isEmpty() ? "the job file" : where;
        }
        return where.isEmpty() ? path : where + " (" + path + ")";
    }
}
