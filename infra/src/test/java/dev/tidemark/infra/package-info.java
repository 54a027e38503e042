@NullMarked
package dev.tidemark.infra;

import org.jspecify.annotations.NullMarked;
