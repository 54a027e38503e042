/// Behind the state Commit. Wiring only.
@NullMarked
package dev.tidemark.functions.commit;

import org.jspecify.annotations.NullMarked;
