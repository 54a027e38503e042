/// The command `tidemark`.
@NullMarked
package dev.tidemark.cli;

import org.jspecify.annotations.NullMarked;
