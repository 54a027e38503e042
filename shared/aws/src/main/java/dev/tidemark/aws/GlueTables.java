package dev.tidemark.aws;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.glue.model.Column;
import software.amazon.awssdk.services.glue.model.Partition;
import software.amazon.awssdk.services.glue.model.PartitionInput;
import software.amazon.awssdk.services.glue.model.StorageDescriptor;
import software.amazon.awssdk.services.glue.model.TableInput;

/// Tables and partitions as Glue has them, and ours.
///
/// What is written starts from what was read: comments, owners, parameters and SerDe stay as they are.
final class GlueTables {

    /// Hive's name of a partition whose value is null.
    private static final String NULL_VALUE = "__HIVE_DEFAULT_PARTITION__";

    private GlueTables() {}

    /// @param name as the job says it; a resource link's target may have another
    static Table read(String database, String name, software.amazon.awssdk.services.glue.model.Table found) {
        String fullName = database + "." + name;
        refuseOthers(fullName, found);
        StorageDescriptor storage = found.storageDescriptor();
        return new Table(
                database,
                name,
                fields(fullName, storage.columns()),
                fields(fullName, found.partitionKeys()),
                folder(storage.location()),
                GlueSerDe.format(found)
                        .orElseThrow(() -> new CatalogTableRefusedException(
                                fullName,
                                "its SerDe is " + storage.serdeInfo() + ", and Tidemark writes tables of "
                                        + String.join(", ", GlueSerDe.FORMATS) + ". Name another table")),
                GlueSerDe.parameters(found),
                version(found));
    }

    private static void refuseOthers(String fullName, software.amazon.awssdk.services.glue.model.Table found) {
        Map<String, String> parameters = found.hasParameters() ? found.parameters() : Map.of();
        String type = String.valueOf(found.tableType()).toUpperCase(Locale.ROOT);
        String kind = parameters.getOrDefault("table_type", "").toUpperCase(Locale.ROOT);
        String provider =
                parameters.getOrDefault("spark.sql.sources.provider", "").toLowerCase(Locale.ROOT);
        String what = null;
        if (kind.equals("ICEBERG") || kind.equals("DELTA") || kind.equals("HUDI")) {
            what = "it is a table of " + kind;
        } else if (provider.equals("delta") || provider.equals("hudi") || provider.equals("iceberg")) {
            what = "it is a table of " + provider;
        } else if (type.equals("VIRTUAL_VIEW")) {
            what = "it is a view";
        } else if (type.equals("GOVERNED")) {
            what = "it is a governed table";
        } else if (found.storageDescriptor() == null) {
            what = "it has no storage of its own";
        }
        if (what != null) {
            throw new CatalogTableRefusedException(
                    fullName, what + ", whose files only its own kind of writer may add. Name another table");
        }
    }

    /// Glue counts from 0, and 0 is ours for a table that is not there.
    static long version(software.amazon.awssdk.services.glue.model.Table found) {
        return found.versionId() == null ? 1 : Long.parseLong(found.versionId()) + 1;
    }

    static String versionId(long version) {
        return Long.toString(version - 1);
    }

    static TableInput create(Table table) {
        StorageDescriptor storage = GlueSerDe.storage(table)
                .columns(columns(table.columns(), List.of()))
                .location(table.location())
                .build();
        return TableInput.builder()
                .name(table.name())
                .tableType("EXTERNAL_TABLE")
                .parameters(GlueSerDe.created(table))
                .partitionKeys(columns(table.partitionKeys(), List.of()))
                .storageDescriptor(GlueSerDe.withAvroSchema(storage, table.name(), table.columns()))
                .build();
    }

    static TableInput changed(Table table, software.amazon.awssdk.services.glue.model.Table found) {
        return TableInput.builder()
                .name(found.name())
                .description(found.description())
                .owner(found.owner())
                .lastAccessTime(found.lastAccessTime())
                .lastAnalyzedTime(found.lastAnalyzedTime())
                .retention(found.retention())
                .tableType(found.tableType())
                .viewOriginalText(found.viewOriginalText())
                .viewExpandedText(found.viewExpandedText())
                .parameters(GlueSerDe.changed(table, found))
                .partitionKeys(found.hasPartitionKeys() ? found.partitionKeys() : null)
                .storageDescriptor(changed(found.storageDescriptor(), found.name(), table.columns()))
                .build();
    }

    /// Columns and what is made of them; location, SerDe and everything else as they were (CA-03).
    private static StorageDescriptor changed(StorageDescriptor before, String table, List<Field> columns) {
        StorageDescriptor after =
                before.toBuilder().columns(columns(columns, before.columns())).build();
        return GlueSerDe.withAvroSchema(after, table, columns);
    }

    static PartitionInput create(CatalogPartition partition, software.amazon.awssdk.services.glue.model.Table table) {
        return PartitionInput.builder()
                .values(values(partition.values()))
                .storageDescriptor(changed(table.storageDescriptor(), table.name(), partition.columns()).toBuilder()
                        .location(partition.location())
                        .build())
                .build();
    }

    static PartitionInput changed(CatalogPartition partition, Partition found, String table) {
        return PartitionInput.builder()
                .values(found.values())
                .lastAccessTime(found.lastAccessTime())
                .lastAnalyzedTime(found.lastAnalyzedTime())
                .parameters(found.hasParameters() ? found.parameters() : null)
                .storageDescriptor(changed(found.storageDescriptor(), table, partition.columns()))
                .build();
    }

    static CatalogPartition read(String fullName, Partition found) {
        List<@Nullable String> values = new ArrayList<>();
        found.values().forEach(value -> values.add(value.equals(NULL_VALUE) ? null : value));
        return new CatalogPartition(
                values,
                folder(found.storageDescriptor().location()),
                fields(fullName, found.storageDescriptor().columns()));
    }

    static List<String> values(List<@Nullable String> values) {
        return values.stream()
                .map(value -> value == null || value.isEmpty() ? NULL_VALUE : value)
                .toList();
    }

    /// A column whose type is the same keeps its comment, and its type's own spelling (`varchar(10)`).
    private static List<Column> columns(List<Field> fields, List<Column> before) {
        List<Column> columns = new ArrayList<>();
        for (Field field : fields) {
            Column old = before.stream()
                    .filter(column -> column.name().equalsIgnoreCase(field.name()))
                    .findFirst()
                    .orElse(null);
            if (old == null) {
                columns.add(Column.builder()
                        .name(field.name())
                        .type(field.type().toString())
                        .build());
            } else if (DataTypeParser.parse(old.type()).equals(field.type())) {
                columns.add(old);
            } else {
                columns.add(old.toBuilder().type(field.type().toString()).build());
            }
        }
        return columns;
    }

    private static List<Field> fields(String fullName, List<Column> columns) {
        List<Field> fields = new ArrayList<>();
        for (Column column : columns) {
            try {
                fields.add(new Field(column.name(), DataTypeParser.parse(column.type())));
            } catch (IllegalArgumentException e) {
                throw new CatalogTableRefusedException(fullName, "column '" + column.name() + "': " + e.getMessage());
            }
        }
        return fields;
    }

    private static String folder(@Nullable String location) {
        return location == null || location.isEmpty() || location.endsWith("/")
                ? String.valueOf(location)
                : location + "/";
    }
}
