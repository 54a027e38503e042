/// Behind the states Probe and Process. Wiring only.
@NullMarked
package dev.tidemark.functions.process;

import org.jspecify.annotations.NullMarked;
