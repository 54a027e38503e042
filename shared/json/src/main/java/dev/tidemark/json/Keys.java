package dev.tidemark.json;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Every key of the job file, by the part it belongs to. The JSON Schema and the reference page name the same ones;
/// tests hold them together.
final class Keys {

    static final List<String> JOB =
            List.of("job", "params", "bookmark", "concurrency", "memory", "timezone", "keepGenerations", "flows");
    static final List<String> FLOW = List.of(
            "name",
            "source",
            "transforms",
            "sink",
            "sinks",
            "onBadRecord",
            "maxBadRecords",
            "maxBadRatio",
            "quarantinePath",
            "onSchemaChange",
            "onRewrite",
            "maxRewritten",
            "maxAttempts");
    static final List<String> SOURCE = List.of(
            "s3",
            "catalog",
            "jdbc",
            "partitionKeys",
            "partitionFolders",
            "pushDownPredicate",
            "format",
            "formatOptions",
            "schema",
            "groupFiles",
            "groupSize",
            "boundedFiles",
            "boundedSize",
            "initial");
    static final List<String> SOURCE_S3 = List.of(
            "paths",
            "exclusions",
            "excludeStorageClasses",
            "recurse",
            "region",
            "expectedBucketOwner",
            "roleArn",
            "requesterPays");
    static final List<String> SOURCE_CATALOG = List.of(
            "catalogId",
            "database",
            "table",
            "catalogPartitionPredicate",
            "exclusions",
            "excludeStorageClasses",
            "region",
            "expectedBucketOwner",
            "roleArn",
            "requesterPays");
    static final List<String> SOURCE_JDBC = List.of(
            "url",
            "table",
            "query",
            "user",
            "passwordEnv",
            "secretId",
            "jobBookmarkKeys",
            "jobBookmarkKeysSortOrder",
            "hashfield",
            "hashexpression",
            "hashpartitions",
            "fetchSize",
            "settle",
            "nullKeys",
            "region",
            "roleArn");
    static final List<String> PARTITION_KEY = List.of("name", "type");
    static final List<String> COLUMN =
            List.of("name", "type", "format", "zone", "decimalSeparator", "trueValues", "falseValues");
    static final List<String> SINK = List.of(
            "path",
            "format",
            "formatOptions",
            "partitionKeys",
            "mode",
            "refresh",
            "targetFileSize",
            "catalog",
            "s3",
            "transforms");
    static final List<String> SINK_CATALOG =
            List.of("catalogId", "database", "table", "updateBehavior", "enableUpdateCatalog");
    static final List<String> SINK_S3 = List.of(
            "region", "expectedBucketOwner", "roleArn", "kmsKeyArn", "bucketKey", "acl", "storageClass", "tags");
    static final List<String> TRANSFORM = List.of(
            "applyMapping",
            "selectFields",
            "dropFields",
            "renameField",
            "dropNullFields",
            "filter",
            "derive",
            "resolveChoice",
            "explode",
            "unnest",
            "custom");
    static final List<String> RESOLVE_CHOICE = List.of("specs", "choice");
    static final List<String> EXPLODE = List.of("column", "as", "outer");
    static final List<String> UNNEST = List.of("fields", "separator");
    static final List<String> CUSTOM = List.of("name", "options");

    /// Accepted spellings of PySpark's Glue.
    static final Map<String, String> SPELLINGS =
            Map.of("push_down_predicate", "pushDownPredicate", "transformation_ctx", "name");

    private static final Map<String, List<String>> PARTS = new TreeMap<>(Map.of(
            "the top of the file", JOB,
            "a flow", FLOW,
            "source", SOURCE,
            "source.s3", SOURCE_S3,
            "source.jdbc", SOURCE_JDBC,
            "a sink", SINK,
            "sink.catalog", SINK_CATALOG,
            "sink.s3", SINK_S3));

    private Keys() {}

    /// The parts in which `key` is known, as a message names them.
    static List<String> partsWith(String key) {
        return PARTS.entrySet().stream()
                .filter(part -> part.getValue().contains(key))
                .map(Map.Entry::getKey)
                .toList();
    }
}
