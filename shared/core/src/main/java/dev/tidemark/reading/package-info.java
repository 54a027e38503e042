/// What readers of formats with types of their own share: from the columns that a file has to those that were
/// asked for.
@NullMarked
package dev.tidemark.reading;

import org.jspecify.annotations.NullMarked;
