package dev.tidemark.orc;

import dev.tidemark.spi.UnreadableObjectException;
import org.jspecify.annotations.Nullable;

/// What is being read, for errors: a file, or a column of it by its path.
record Place(String location, @Nullable String column) {

    static Place file(String location) {
        return new Place(location, null);
    }

    Place in(String path) {
        return new Place(location, path);
    }

    /// @param what is wrong, as part of a sentence: "a stream claims 3 GB"
    UnreadableObjectException damaged(String what) {
        return damaged(what, null);
    }

    UnreadableObjectException damaged(String what, @Nullable Throwable cause) {
        return new UnreadableObjectException(
                location,
                (column == null ? "the ORC file is damaged: " : "column '" + column + "' is damaged: ") + what
                        + ". Copy the file again or have it made anew; to go on without it name it in exclusions",
                cause);
    }

    /// Something that is right and that this reader does not do.
    UnreadableObjectException refused(String what, String wayOut) {
        return new UnreadableObjectException(
                location, (column == null ? "" : "column '" + column + "' ") + what + ". " + wayOut, null);
    }
}
