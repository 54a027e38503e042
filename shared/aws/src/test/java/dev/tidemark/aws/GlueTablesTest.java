package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.glue.model.StorageDescriptor;

/// How tables and partitions are made in Glue.
class GlueTablesTest {

    private static final List<Field> COLUMNS = List.of(new Field("id", DataType.BIGINT));
    private static final List<Field> KEYS = List.of(new Field("day", DataType.STRING));

    private static StorageDescriptor table(String format) {
        return GlueTables.create(new Table("lake", "t", COLUMNS, KEYS, "s3://b/t/", format, Map.of(), 0))
                .storageDescriptor();
    }

    private static StorageDescriptor partition(StorageDescriptor table) {
        return GlueTables.create(
                        new CatalogPartition(List.of("d1"), "s3://b/t/day=d1/", COLUMNS),
                        software.amazon.awssdk.services.glue.model.Table.builder()
                                .name("t")
                                .storageDescriptor(table)
                                .build())
                .storageDescriptor();
    }

    /// Athena and Hive read ORC by position unless the SerDe says otherwise, and they ask the partition's.
    @Test
    void orcIsReadByNameInTablesAndPartitions() {
        StorageDescriptor table = table("orc");
        for (StorageDescriptor storage : List.of(table, partition(table))) {
            assertThat(storage.serdeInfo().serializationLibrary())
                    .isEqualTo("org.apache.hadoop.hive.ql.io.orc.OrcSerde");
            assertThat(storage.serdeInfo().parameters()).containsEntry("orc.column.index.access", "false");
        }
    }

    /// The twin: the SerDe of another format has no such parameter.
    @Test
    void aTableOfAnotherFormatDoesNotSayIt() {
        assertThat(partition(table("parquet")).serdeInfo().parameters()).doesNotContainKey("orc.column.index.access");
    }
}
