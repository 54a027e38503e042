@NullMarked
package dev.tidemark.avro;

import org.jspecify.annotations.NullMarked;
