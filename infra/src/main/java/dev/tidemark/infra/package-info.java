/// What a stage of Tidemark consists of on AWS: stacks, one construct a job, and the rights of each job.
@NullMarked
package dev.tidemark.infra;

import org.jspecify.annotations.NullMarked;
