@NullMarked
package dev.tidemark.text.grok;

import org.jspecify.annotations.NullMarked;
