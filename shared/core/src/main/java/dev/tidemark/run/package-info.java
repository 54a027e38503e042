/// The steps: the only callers of ports.
@NullMarked
package dev.tidemark.run;

import org.jspecify.annotations.NullMarked;
