/// Tables, partitions, and the difference that a commit makes to them. Pure.
@NullMarked
package dev.tidemark.catalog;

import org.jspecify.annotations.NullMarked;
