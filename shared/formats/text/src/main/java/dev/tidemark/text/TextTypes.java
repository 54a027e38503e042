package dev.tidemark.text;

import dev.tidemark.data.DataType;

/// The narrowest type that holds all texts of one place, by the rules of `inferSchema` of CSV. One thread.
public final class TextTypes {

    private final CsvInference inference = new CsvInference();

    /// Takes the text `bytes[from..to)`, UTF-8, into account; an empty one makes it string.
    public void add(byte[] bytes, int from, int to) {
        inference.add(bytes, from, to);
    }

    /// Whether there was no text so far.
    public boolean isEmpty() {
        return inference.onlyNulls();
    }

    public DataType type() {
        return inference.type();
    }
}
