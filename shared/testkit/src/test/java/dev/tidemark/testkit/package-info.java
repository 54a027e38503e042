/// The commit protocol under crashes, races and seeded mistakes.
@NullMarked
package dev.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
