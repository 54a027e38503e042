/// What a chunk made and what a commit does. Pure values.
@NullMarked
package dev.tidemark.sink;

import org.jspecify.annotations.NullMarked;
