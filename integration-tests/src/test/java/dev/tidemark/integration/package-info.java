/// The packaged command and the house's rules, seen from outside.
@NullMarked
package dev.tidemark.integration;

import org.jspecify.annotations.NullMarked;
