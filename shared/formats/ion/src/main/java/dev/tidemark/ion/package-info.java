/// Amazon Ion 1.0, text and binary.
///
/// [Slices] cuts the top-level values out of an object's bytes, ion-java reads what is inside of them. So each record
/// has its place and its bytes, nothing is read beyond the size that a record may have, and in text a wrong record
/// leaves its neighbours alone.
@NullMarked
package dev.tidemark.ion;

import org.jspecify.annotations.NullMarked;
