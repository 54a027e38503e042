package dev.tidemark.aws;

import dev.tidemark.catalog.CatalogPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.BatchGetPartitionResponse;
import software.amazon.awssdk.services.glue.model.BatchUpdatePartitionRequestEntry;
import software.amazon.awssdk.services.glue.model.ErrorDetail;
import software.amazon.awssdk.services.glue.model.Partition;
import software.amazon.awssdk.services.glue.model.PartitionInput;
import software.amazon.awssdk.services.glue.model.PartitionValueList;

/// Writes partitions of one table in batches. Glue answers 200 to a batch of which entries failed: the errors of each
/// answer are read, and entries that may pass are sent again.
final class GluePartitions {

    /// Of BatchCreatePartition and BatchUpdatePartition ("Array Members: Maximum number of 100 items").
    static final int MOST_ENTRIES = 100;

    private static final String EXISTS = "AlreadyExistsException";
    private static final String MISSING = "EntityNotFoundException";

    private final GlueClient client;
    private final Attempts attempts;
    private final GlueNames.Found table;
    private final String fullName;

    GluePartitions(GlueClient client, Attempts attempts, GlueNames.Found table, String fullName) {
        this.client = client;
        this.attempts = attempts;
        this.table = table;
        this.fullName = fullName;
    }

    /// Entries by their values, and the codes of those that failed.
    private record Failed(List<String> values, @Nullable ErrorDetail error) {

        /// Null where Glue says nothing but that it failed.
        @Nullable
        String code() {
            return error == null ? null : error.errorCode();
        }
    }

    /// @return those that exist with another location
    List<CatalogPartition> add(List<CatalogPartition> partitions) {
        List<CatalogPartition> elsewhere = new ArrayList<>();
        inBatches(partitions, batch -> {
            List<CatalogPartition> existing = new ArrayList<>();
            Map<List<String>, CatalogPartition> again = new LinkedHashMap<>();
            for (Failed failed : create(batch.values())) {
                CatalogPartition partition = find(batch, failed);
                if (EXISTS.equals(failed.code())) {
                    existing.add(partition);
                } else {
                    checkPassing("register", failed);
                    again.put(failed.values, partition);
                }
            }
            if (!existing.isEmpty()) {
                Map<List<String>, Partition> found = get(existing);
                for (CatalogPartition partition : existing) {
                    Partition there = found.get(GlueTables.values(partition.values()));
                    if (there == null) {
                        // Deleted since.
                        again.put(GlueTables.values(partition.values()), partition);
                    } else if (!GlueTables.read(fullName, there).location().equals(partition.location())) {
                        elsewhere.add(GlueTables.read(fullName, there));
                    }
                }
            }
            return again;
        });
        return elsewhere;
    }

    /// Gives partitions new columns; what does not exist is created.
    ///
    /// @return those that exist with another location
    List<CatalogPartition> replace(List<CatalogPartition> partitions) {
        List<CatalogPartition> elsewhere = new ArrayList<>();
        List<CatalogPartition> missing = new ArrayList<>();
        inBatches(partitions, batch -> {
            Map<List<String>, Partition> found = get(batch.values());
            List<BatchUpdatePartitionRequestEntry> entries = new ArrayList<>();
            for (CatalogPartition partition : batch.values()) {
                List<String> values = GlueTables.values(partition.values());
                Partition there = found.get(values);
                if (there == null) {
                    missing.add(partition);
                } else if (!GlueTables.read(fullName, there).location().equals(partition.location())) {
                    elsewhere.add(GlueTables.read(fullName, there));
                } else if (!GlueTables.read(fullName, there).equals(partition)) {
                    entries.add(BatchUpdatePartitionRequestEntry.builder()
                            .partitionValueList(values)
                            .partitionInput(GlueTables.changed(
                                    partition, there, table.table().name()))
                            .build());
                }
            }
            Map<List<String>, CatalogPartition> again = new LinkedHashMap<>();
            for (Failed failed : update(entries)) {
                if (!MISSING.equals(failed.code())) {
                    checkPassing("change", failed);
                }
                again.put(failed.values, find(batch, failed));
            }
            return again;
        });
        elsewhere.addAll(add(missing));
        return elsewhere;
    }

    /// @param work answers the entries that are to be tried again
    private void inBatches(
            List<CatalogPartition> partitions,
            Function<Map<List<String>, CatalogPartition>, Map<List<String>, CatalogPartition>> work) {
        for (int from = 0; from < partitions.size(); from += MOST_ENTRIES) {
            Map<List<String>, CatalogPartition> batch = new LinkedHashMap<>();
            partitions
                    .subList(from, Math.min(from + MOST_ENTRIES, partitions.size()))
                    .forEach(partition -> batch.put(GlueTables.values(partition.values()), partition));
            for (int made = 1; !batch.isEmpty(); made++) {
                Map<List<String>, CatalogPartition> again = work.apply(batch);
                batch.keySet().retainAll(again.keySet());
                if (!batch.isEmpty() && (made == Attempts.MOST || !attempts.rest(made))) {
                    throw AwsAnswers.unavailable(
                            "write %d partitions of table %s, the first %s"
                                    .formatted(
                                            batch.size(),
                                            fullName,
                                            batch.keySet().iterator().next()),
                            made,
                            "those entries failed inside Glue");
                }
            }
        }
    }

    private List<Failed> create(Iterable<CatalogPartition> partitions) {
        List<PartitionInput> inputs = new ArrayList<>();
        partitions.forEach(partition -> inputs.add(GlueTables.create(partition, table.table())));
        return attempts
                .call(
                        "register partitions of table " + fullName,
                        () -> client.batchCreatePartition(
                                request -> request.catalogId(table.database().catalogId())
                                        .databaseName(table.database().name())
                                        .tableName(table.table().name())
                                        .partitionInputList(inputs)))
                .errors()
                .stream()
                .map(error -> new Failed(error.partitionValues(), error.errorDetail()))
                .toList();
    }

    private List<Failed> update(List<BatchUpdatePartitionRequestEntry> entries) {
        if (entries.isEmpty()) {
            return List.of();
        }
        return attempts
                .call(
                        "change partitions of table " + fullName,
                        () -> client.batchUpdatePartition(
                                request -> request.catalogId(table.database().catalogId())
                                        .databaseName(table.database().name())
                                        .tableName(table.table().name())
                                        .entries(entries)))
                .errors()
                .stream()
                .map(error -> new Failed(error.partitionValueList(), error.errorDetail()))
                .toList();
    }

    private Map<List<String>, Partition> get(Iterable<CatalogPartition> partitions) {
        List<PartitionValueList> wanted = new ArrayList<>();
        partitions.forEach(partition -> wanted.add(PartitionValueList.builder()
                .values(GlueTables.values(partition.values()))
                .build()));
        Map<List<String>, Partition> found = new HashMap<>();
        List<PartitionValueList> left = wanted;
        for (int made = 1; !left.isEmpty(); made++) {
            List<PartitionValueList> asked = left;
            BatchGetPartitionResponse answer = attempts.call(
                    "read partitions of table " + fullName,
                    () -> client.batchGetPartition(
                            request -> request.catalogId(table.database().catalogId())
                                    .databaseName(table.database().name())
                                    .tableName(table.table().name())
                                    .partitionsToGet(asked)));
            answer.partitions().forEach(partition -> found.put(partition.values(), partition));
            left = answer.unprocessedKeys();
            if (!left.isEmpty() && (made == Attempts.MOST || !attempts.rest(made))) {
                throw AwsAnswers.unavailable(
                        "read partitions of table " + fullName, made, left.size() + " were left unprocessed");
            }
        }
        return found;
    }

    private CatalogPartition find(Map<List<String>, CatalogPartition> batch, Failed failed) {
        CatalogPartition partition = batch.get(failed.values);
        if (partition == null) {
            throw new IllegalStateException("Glue reports an error of a partition that was not sent: " + failed);
        }
        return partition;
    }

    private void checkPassing(String verb, Failed failed) {
        ErrorDetail error = failed.error;
        if (!AwsAnswers.unknownCode(failed.code())) {
            throw AwsAnswers.refusal(
                    "%s partition %s of table %s".formatted(verb, failed.values, fullName),
                    failed.code(),
                    error == null ? null : error.errorMessage());
        }
    }
}
