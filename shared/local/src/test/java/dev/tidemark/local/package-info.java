/// The local ports against their contracts, and what only files can do.
@NullMarked
package dev.tidemark.local;

import org.jspecify.annotations.NullMarked;
