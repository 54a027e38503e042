package dev.tidemark.aws;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;

/// Answers of Glue about a table `lake.t`, as its Web API Reference gives them.
final class CannedGlue {

    static final Field ID = new Field("id", DataType.BIGINT);
    static final Field NEW = new Field("x", DataType.INT);
    static final String STORAGE = "\"StorageDescriptor\":{\"Location\":\"s3://b/%s\",\"Compressed\":true,"
            + "\"Columns\":[{\"Name\":\"id\",\"Type\":\"bigint\",\"Comment\":\"the key\"}],"
            + "\"SerdeInfo\":{\"SerializationLibrary\":\"org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe\","
            + "\"Parameters\":{\"theirs\":\"1\"}}}";

    private CannedGlue() {}

    static CannedAws.Reply database() {
        return CannedAws.ok("{\"Database\":{\"Name\":\"lake\"}}");
    }

    static CannedAws.Reply table(int version) {
        return CannedAws.ok(
                ("{\"Table\":{\"Name\":\"t\",\"DatabaseName\":\"lake\",\"VersionId\":\"%d\",\"Owner\":\"ann\","
                                + "\"Description\":\"kept\",\"Retention\":5,\"TableType\":\"EXTERNAL_TABLE\","
                                + "\"PartitionKeys\":[{\"Name\":\"day\",\"Type\":\"string\"}],"
                                + "\"Parameters\":{\"classification\":\"parquet\",\"EXTERNAL\":\"TRUE\",\"note\":\"n\"},%s}}")
                        .formatted(version, STORAGE.formatted("t")));
    }

    static String partition(String day, String folder) {
        return "{\"Values\":[\"%s\"],\"Parameters\":{\"p\":\"1\"},%s}".formatted(day, STORAGE.formatted(folder));
    }

    static String failed(String day, String code) {
        return "{\"PartitionValues\":[\"%s\"],\"ErrorDetail\":{\"ErrorCode\":\"%s\",\"ErrorMessage\":\"canned\"}}"
                .formatted(day, code);
    }

    static CannedAws.Reply errors(String... errors) {
        return CannedAws.ok("{\"Errors\":[" + String.join(",", errors) + "]}");
    }

    static CannedAws.Reply found(String... partitions) {
        return CannedAws.ok("{\"Partitions\":[" + String.join(",", partitions) + "]}");
    }

    static CannedAws.Reply link(String database) {
        return CannedAws.ok("{\"Database\":{\"Name\":\"lake\",\"TargetDatabase\":{\"CatalogId\":\"111122223333\","
                + "\"DatabaseName\":\"" + database + "\"}}}");
    }
}
