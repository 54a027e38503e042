package dev.tidemark.infra;

import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.Sink;
import dev.tidemark.job.UpdateBehavior;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a job's role may do to tables: those of its sinks, by what its job file has done to them.
final class TableRights {

    private final StageNames names;
    private final String account;
    private final Set<String> databases = new TreeSet<>();
    private final Set<String> read = new TreeSet<>();
    private final Set<String> registered = new TreeSet<>();
    private final Set<String> changed = new TreeSet<>();

    private TableRights(StageNames names, String account) {
        this.names = names;
        this.account = account;
    }

    static List<Grant> of(Job job, StageNames names) {
        Map<String, TableRights> catalogs = new TreeMap<>();
        for (Flow flow : job.flows()) {
            for (Sink sink : flow.sinks()) {
                CatalogTarget table = sink.catalog();
                if (table != null) {
                    String account = table.catalogId() == null ? names.account() : table.catalogId();
                    catalogs.computeIfAbsent(account, id -> new TableRights(names, id))
                            .add(table);
                }
            }
        }
        List<Grant> grants = new ArrayList<>();
        catalogs.values().forEach(catalog -> catalog.grant(grants));
        return grants;
    }

    private void add(CatalogTarget table) {
        String database = table.database().toLowerCase(Locale.ROOT);
        String arn = arn("table/" + database + "/" + table.table().toLowerCase(Locale.ROOT));
        databases.add(database);
        // A plan compares sink and table also where nothing of the table is changed.
        read.add(arn);
        if (table.enableUpdateCatalog()) {
            registered.add(arn);
            if (table.updateBehavior() == UpdateBehavior.UPDATE_IN_DATABASE) {
                changed.add(arn);
            }
        }
    }

    private void grant(List<Grant> grants) {
        // Sids are told apart by the account where it is not the stage's own.
        String whose = account.equals(names.account()) ? "" : "Of" + account;
        grants.add(Grant.of("Tables" + whose, List.of("glue:GetDatabase", "glue:GetTable"), on(read)));
        if (!registered.isEmpty()) {
            grants.add(Grant.of(
                    "Partitions" + whose,
                    List.of(
                            "glue:CreateDatabase",
                            "glue:CreateTable",
                            "glue:GetPartitions",
                            "glue:BatchCreatePartition",
                            "glue:BatchGetPartition"),
                    on(registered)));
        }
        if (!changed.isEmpty()) {
            grants.add(Grant.of(
                    "ChangedTables" + whose, List.of("glue:UpdateTable", "glue:BatchUpdatePartition"), on(changed)));
        }
    }

    /// Glue asks for the right on a table, on its database and on the catalog.
    private List<String> on(Set<String> tables) {
        List<String> resources = new ArrayList<>();
        resources.add(arn("catalog"));
        databases.forEach(database -> resources.add(arn("database/" + database)));
        resources.addAll(tables);
        return resources;
    }

    private String arn(String resource) {
        return names.glueArn(account, resource);
    }
}
