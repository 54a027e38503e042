/// Programs that measure what Tidemark promises, each with a `main`.
@NullMarked
package dev.tidemark.benchmarks;

import org.jspecify.annotations.NullMarked;
