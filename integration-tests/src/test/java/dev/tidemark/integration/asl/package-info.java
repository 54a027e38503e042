/// A strict runner of the part of the Amazon States Language that Tidemark's state machine uses: what it does not
/// implement it refuses, so that a passing test means something. Judges the deployed file itself.
@NullMarked
package dev.tidemark.integration.asl;

import org.jspecify.annotations.NullMarked;
