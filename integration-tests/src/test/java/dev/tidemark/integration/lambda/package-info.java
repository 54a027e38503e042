/// The functions as the state machine calls them, over ports in memory and in virtual time.
@NullMarked
package dev.tidemark.integration.lambda;

import org.jspecify.annotations.NullMarked;
