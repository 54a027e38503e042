/// The whole declaration of a job: from where, how shaped, to where. Plain values; the codec in `dev.tidemark.json`
/// reads them from a job file and has checked what can be checked without looking at the data.
@NullMarked
package dev.tidemark.job;

import org.jspecify.annotations.NullMarked;
