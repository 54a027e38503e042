/// Partition keys and values, and the only code that escapes or reads `k=v/`.
@NullMarked
package dev.tidemark.partition;

import org.jspecify.annotations.NullMarked;
