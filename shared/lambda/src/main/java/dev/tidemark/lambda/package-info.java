/// What the Lambda functions share: messages, settings, logs, metrics, deployed jobs.
@NullMarked
package dev.tidemark.lambda;

import org.jspecify.annotations.NullMarked;
