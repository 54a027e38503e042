package dev.tidemark.job;

import org.jspecify.annotations.Nullable;

/// One thing that is wrong in a job file.
///
/// @param path    keys from the top: `flows[0].source.formatOptions.withHedder`; empty for the file as a whole
/// @param line    counted from 1; 0 when unknown
/// @param column  counted from 1; 0 when unknown
/// @param message what is wrong
/// @param hint    what to write instead, or null
public record Mistake(
        String path,
        int line,
        int column,
        String message,
        @Nullable String hint) {

    public Place place() {
        return new Place(line, column, path);
    }

    @Override
    public String toString() {
        return place() + ": " + message + (hint == null ? "" : " " + hint);
    }
}
