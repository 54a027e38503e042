/// Objects that are compressed as a whole, read by what they hold and not by their names.
@NullMarked
package dev.tidemark.compression;

import org.jspecify.annotations.NullMarked;
