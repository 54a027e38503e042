package dev.tidemark.run;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.job.BookmarkMode;

/// What a plan knows of earlier runs of a flow.
///
/// @param mode     the run's bookmark mode; under DISABLE the bookmark is not looked at
/// @param bookmark what was taken in
/// @param firstRun whether no generation was ever made for the flow: then `initial` counts, and a path without any
///                 object is a mistake. Not the same as an empty bookmark: a reset leaves that too
public record BookmarkView(BookmarkMode mode, Bookmark bookmark, boolean firstRun) {

    /// Reads everything.
    public static final BookmarkView NONE = new BookmarkView(BookmarkMode.DISABLE, Bookmark.EMPTY, true);

    Bookmark known() {
        return mode == BookmarkMode.DISABLE ? Bookmark.EMPTY : bookmark;
    }
}
