/// What a listing of an object store says.
@NullMarked
package dev.tidemark.listing;

import org.jspecify.annotations.NullMarked;
