/// LocalStack for tests. Nobody depends on it but tests of the profile `localstack`, by its being there.
@NullMarked
package dev.tidemark.localstack;

import org.jspecify.annotations.NullMarked;
