/// Ports in memory, contracts that every port must pass, and what breaks ports on purpose.
@NullMarked
package dev.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
