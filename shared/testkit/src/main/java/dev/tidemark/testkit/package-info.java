/// In-memory ports, contract tests, decorators that count, crash and break, a seeded generator.
@NullMarked
package dev.tidemark.testkit;

import org.jspecify.annotations.NullMarked;
