/// Test classes that need what is package-private there.
@NullMarked
package dev.tidemark.local;

import org.jspecify.annotations.NullMarked;
