/// Test classes that need what is package-private there.
@NullMarked
package dev.tidemark.cli;

import org.jspecify.annotations.NullMarked;
