/// Listing, bookmark and job become chunks. Pure.
@NullMarked
package dev.tidemark.plan;

import org.jspecify.annotations.NullMarked;
