/// Avro object container files, read into columns and written from them.
@NullMarked
package dev.tidemark.avro;

import org.jspecify.annotations.NullMarked;
