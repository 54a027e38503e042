/// Behind the state Plan. Wiring only.
@NullMarked
package dev.tidemark.functions.plan;

import org.jspecify.annotations.NullMarked;
