/// Answers of other engines, made once by hand and committed as resources of the tests that use them.
@NullMarked
package dev.tidemark.oracles;

import org.jspecify.annotations.NullMarked;
