/// Other people's files and what other libraries read of them.
@NullMarked
package dev.tidemark.conformance;

import org.jspecify.annotations.NullMarked;
