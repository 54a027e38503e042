package dev.tidemark.run;

import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.catalog.CatalogMerge;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.SchemaChange;
import dev.tidemark.catalog.SchemaRefusedException;
import dev.tidemark.catalog.SerDe;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.job.UpdateBehavior;
import dev.tidemark.partition.HivePath;
import dev.tidemark.partition.Partition;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.Catalog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a commit will do to the tables of a job. Refuses before anything becomes visible.
final class CatalogPlanning {

    private final JobContext context;
    private final Catalog catalog;
    private final Map<String, CatalogChange> changes = new LinkedHashMap<>();

    /// @param owed changes of an earlier commit that are still to be applied; this one's come on top
    CatalogPlanning(JobContext context, List<CatalogChange> owed) {
        this.context = context;
        this.catalog = context.ports().catalog();
        owed.forEach(change -> changes.put(change.table().fullName(), change));
    }

    /// @param results   the results of all chunks; schemas merge in the order of flows
    /// @param published the files that will be visible: those of a split object that is left out are not among them
    List<CatalogChange> changes(List<ChunkResult> results, List<StagedFile> published) {
        Set<StagedFile> counted = new HashSet<>(published);
        for (Flow flow : context.job().flows()) {
            List<ChunkResult> own = results.stream()
                    .filter(result -> result.flow().equals(flow.name()))
                    .toList();
            for (int i = 0; i < flow.sinks().size(); i++) {
                Sink sink = flow.sinks().get(i);
                CatalogTarget target = sink.catalog();
                if (target != null && target.enableUpdateCatalog() && !own.isEmpty()) {
                    add(sink, i, target, own, counted);
                }
            }
        }
        return List.copyOf(changes.values());
    }

    private void add(Sink sink, int index, CatalogTarget target, List<ChunkResult> results, Set<StagedFile> published) {
        String name = Schema.fold(target.fullName());
        CatalogChange earlier = changes.get(name);
        Optional<Table> found = catalog.table(Schema.fold(target.database()), Schema.fold(target.table()));
        Schema schema = results.getFirst().sinkSchemas().get(index);
        List<Field> files = CatalogMerge.lowerCase(name, dataColumns(schema, sink));
        List<StagedFile> staged = results.stream()
                .flatMap(result -> result.files().stream())
                .filter(file -> file.kind() == StagedFile.Kind.DATA && file.sink() == index)
                .filter(published::contains)
                .toList();
        Table before = earlier != null ? earlier.table() : found.orElse(null);
        List<SchemaChange> schemaChanges = new ArrayList<>(earlier == null ? List.of() : earlier.schemaChanges());
        List<String> warnings = new ArrayList<>(earlier == null ? List.of() : earlier.warnings());
        List<CatalogPartition> partitions = new ArrayList<>(earlier == null ? List.of() : earlier.partitions());
        boolean cascade = earlier != null && earlier.cascade();
        Table table;
        if (before == null) {
            if (staged.isEmpty()) {
                return;
            }
            table = new Table(
                    Schema.fold(target.database()),
                    Schema.fold(target.table()),
                    files,
                    keys(sink, schema),
                    context.sinkRoot(sink),
                    FlowShape.sinkFormat(sink),
                    SerDe.of(FlowShape.sinkFormat(sink)).asParameters(),
                    0);
        } else {
            checkKeys(name, before, sink);
            if (target.updateBehavior() == UpdateBehavior.LOG && !CatalogMerge.fits(before.columns(), files)) {
                warnings.add("Table " + name + " is left as it is (updateBehavior LOG): the files' columns "
                        + new Schema(files) + " do not fit " + new Schema(before.columns()) + ".");
                changes.put(name, new CatalogChange(before, partitions, schemaChanges, cascade, warnings));
                return;
            }
            CatalogMerge.Merged merged = CatalogMerge.merge(before, files);
            schemaChanges.addAll(merged.schemaChanges());
            cascade |= merged.cascade();
            table = before.withColumns(merged.columns());
        }
        addPartitions(sink, staged, table, partitions);
        changes.put(name, new CatalogChange(table, partitions, schemaChanges, cascade, warnings));
    }

    private void addPartitions(Sink sink, List<StagedFile> staged, Table table, List<CatalogPartition> partitions) {
        Map<Partition, CatalogPartition> added = new LinkedHashMap<>();
        for (StagedFile file : staged) {
            Partition partition = file.partition();
            if (!partition.keys().isEmpty()) {
                added.computeIfAbsent(
                        partition,
                        key -> new CatalogPartition(
                                key.values(), folder(context.sinkRoot(sink), key), table.columns()));
            }
        }
        for (CatalogPartition partition : added.values()) {
            if (partitions.stream().noneMatch(other -> other.values().equals(partition.values()))) {
                partitions.add(partition);
            }
        }
    }

    static String folder(String root, Partition partition) {
        String path = HivePath.path(partition);
        return root + path + (path.isEmpty() || path.endsWith("/") ? "" : "/");
    }

    /// A partition column is never a data column: its values are in the folders' names.
    static List<Field> dataColumns(Schema rows, Sink sink) {
        return rows.fields().stream()
                .filter(field -> sink.partitionKeys().stream()
                        .noneMatch(key -> Schema.fold(key).equals(Schema.fold(field.name()))))
                .toList();
    }

    /// Keys keep the type that they have in the rows, so that engines compare dates as dates and numbers as numbers.
    private static List<Field> keys(Sink sink, Schema rows) {
        return sink.partitionKeys().stream()
                .map(key -> new Field(
                        Schema.fold(key), rows.find(key).map(Field::type).orElse(DataType.STRING)))
                .toList();
    }

    /// Compares a sink's keys with its table's, before any data is written.
    static void checkKeys(String table, Table before, Sink sink) {
        List<String> have = before.partitionKeys().stream().map(Field::name).toList();
        List<String> want = sink.partitionKeys().stream().map(Schema::fold).toList();
        if (!have.equals(want)) {
            throw new SchemaRefusedException(
                    table,
                    "its partition keys are %s, in this order, and the job's are %s. Make them equal."
                            .formatted(have, want));
        }
    }
}
