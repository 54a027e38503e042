/// Logs: lines that a grok pattern takes apart (docs/reference/formats.md).
@NullMarked
package dev.tidemark.text.grok;

import org.jspecify.annotations.NullMarked;
