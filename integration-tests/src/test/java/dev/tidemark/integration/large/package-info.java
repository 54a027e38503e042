/// Files that are larger than the memory that reads them.
@NullMarked
package dev.tidemark.integration.large;

import org.jspecify.annotations.NullMarked;
