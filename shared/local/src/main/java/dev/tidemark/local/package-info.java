/// The ports on the local file system.
@NullMarked
package dev.tidemark.local;

import org.jspecify.annotations.NullMarked;
