/// Batch in, batch out: the steps of a flow between its reader and its sinks. Pure.
@NullMarked
package dev.tidemark.transform;

import org.jspecify.annotations.NullMarked;
