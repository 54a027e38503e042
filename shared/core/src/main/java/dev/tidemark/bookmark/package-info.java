/// What was taken in: generations, segments, lookups. Pure.
@NullMarked
package dev.tidemark.bookmark;

import org.jspecify.annotations.NullMarked;
