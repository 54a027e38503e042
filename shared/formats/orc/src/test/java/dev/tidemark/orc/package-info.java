@NullMarked
package dev.tidemark.orc;

import org.jspecify.annotations.NullMarked;
