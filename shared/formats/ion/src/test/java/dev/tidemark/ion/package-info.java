@NullMarked
package dev.tidemark.ion;

import org.jspecify.annotations.NullMarked;
