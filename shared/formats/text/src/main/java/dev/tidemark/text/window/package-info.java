/// The bytes of an object that a text reader has at hand, a window that moves forward.
@NullMarked
package dev.tidemark.text.window;

import org.jspecify.annotations.NullMarked;
