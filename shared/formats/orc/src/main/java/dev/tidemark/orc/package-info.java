/// ORC, read and written as columns. Streams, run lengths and the structures around them are decoded and made here
/// (docs/decisions/0020-orc-by-our-own-codecs.md); other libraries only compress.
@NullMarked
package dev.tidemark.orc;

import org.jspecify.annotations.NullMarked;
