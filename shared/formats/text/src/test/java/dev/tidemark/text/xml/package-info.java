@NullMarked
package dev.tidemark.text.xml;

import org.jspecify.annotations.NullMarked;
