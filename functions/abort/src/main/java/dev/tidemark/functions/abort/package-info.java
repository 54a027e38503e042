/// Behind the state Abort. Wiring only.
@NullMarked
package dev.tidemark.functions.abort;

import org.jspecify.annotations.NullMarked;
