/// XML: elements as rows, read with a streaming parser that knows no DTD, and written (docs/reference/formats.md).
@NullMarked
package dev.tidemark.text.xml;

import org.jspecify.annotations.NullMarked;
