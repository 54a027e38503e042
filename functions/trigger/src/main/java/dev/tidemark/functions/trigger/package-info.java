/// Turns messages into runs, and sweeps. Wiring only.
@NullMarked
package dev.tidemark.functions.trigger;

import org.jspecify.annotations.NullMarked;
