/// What flows from reader to writer: types, schemas, columns. Never row objects.
@NullMarked
package dev.tidemark.data;

import org.jspecify.annotations.NullMarked;
