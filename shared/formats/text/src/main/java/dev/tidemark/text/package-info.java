/// Formats that are text: CSV and JSON, and the compressions that text comes in.
@NullMarked
package dev.tidemark.text;

import org.jspecify.annotations.NullMarked;
