/// The ports on S3, DynamoDB and the Glue Data Catalog: the only package that knows the AWS SDK.
@NullMarked
package dev.tidemark.aws;

import org.jspecify.annotations.NullMarked;
