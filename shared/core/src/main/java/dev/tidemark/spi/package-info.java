/// The ports: everything that Tidemark's steps ask of the outside world.
@NullMarked
package dev.tidemark.spi;

import org.jspecify.annotations.NullMarked;
