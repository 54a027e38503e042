package dev.tidemark.aws;

/// What a request costs in US dollars: list prices of us-east-1 without free tiers, as the pages "Amazon S3 pricing",
/// "Amazon DynamoDB pricing" (on demand), "AWS Glue pricing" (Data Catalog) and "AWS Step Functions pricing" say in
/// November 2026. Other regions differ by some percent. Storage, transfer and the time of functions are not in it.
public final class ListPrices {

    private static final double S3_WRITE = 0.005 / 1_000;
    private static final double S3_READ = 0.0004 / 1_000;
    private static final double DYNAMO_WRITE = 0.625 / 1_000_000;
    private static final double DYNAMO_READ = 0.125 / 1_000_000;
    private static final double GLUE_REQUEST = 1.0 / 1_000_000;

    private ListPrices() {}

    /// @param service   as reports name it: `s3`
    /// @param items     how many items a transaction writes; otherwise 1
    /// @param itemBytes size of the largest body that a write sends, which decides how many units it takes
    public static double of(String service, String operation, int items, long itemBytes) {
        return switch (service) {
            case "s3" -> s3(operation);
            case "dynamodb" -> dynamo(operation, items, itemBytes);
            case "glue" -> GLUE_REQUEST;
            default -> 0;
        };
    }

    private static double s3(String operation) {
        return switch (operation) {
            case "GetObject", "HeadObject", "HeadBucket" -> S3_READ;
            case "DeleteObject", "DeleteObjects", "AbortMultipartUpload" -> 0;
            default -> S3_WRITE;
        };
    }

    /// A unit of writing is a kilobyte, in a transaction it takes two; consistent reads take a unit for four kilobytes.
    private static double dynamo(String operation, int items, long itemBytes) {
        long units = Math.max(1, (itemBytes + 1_023) / 1_024);
        return switch (operation) {
            case "GetItem", "Query" -> DYNAMO_READ;
            case "TransactWriteItems" -> DYNAMO_WRITE * 2 * Math.max(items, units);
            default -> DYNAMO_WRITE * units;
        };
    }
}
