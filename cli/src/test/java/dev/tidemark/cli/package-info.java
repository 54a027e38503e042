/// The command in this process, on folders of its own.
@NullMarked
package dev.tidemark.cli;

import org.jspecify.annotations.NullMarked;
