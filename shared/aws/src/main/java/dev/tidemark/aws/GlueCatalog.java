package dev.tidemark.aws;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.spi.Catalog;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.AlreadyExistsException;
import software.amazon.awssdk.services.glue.model.ConcurrentModificationException;
import software.amazon.awssdk.services.glue.model.EntityNotFoundException;
import software.amazon.awssdk.services.glue.model.GetPartitionsResponse;
import software.amazon.awssdk.services.glue.model.TableInput;

/// Tables of the Glue Data Catalog.
///
/// UpdateTable is bound to the version that was read: of two writers one reads again and merges. No archive of old
/// versions is kept: a table takes at most 100,000 of them.
public final class GlueCatalog implements Catalog {

    private final GlueClient client;
    private final Attempts attempts;
    private final GlueNames names;

    GlueCatalog(GlueClient client, Attempts attempts) {
        this(client, attempts, Map.of(), InstantSource.system());
    }

    /// @param catalogIds as of [GlueNames]
    GlueCatalog(GlueClient client, Attempts attempts, Map<String, String> catalogIds, InstantSource clock) {
        this.client = client;
        this.attempts = attempts;
        this.names = new GlueNames(client, attempts, catalogIds, clock);
    }

    @Override
    public Optional<Table> table(String database, String name) {
        return names.table(database, name).map(found -> GlueTables.read(database, name, found.table()));
    }

    @Override
    public boolean writeTable(Table table) {
        return table.version() == 0 ? create(table) : update(table);
    }

    /// Two first runs may both find the table missing; who comes second merges (CA-09).
    private boolean create(Table table) {
        TableInput input = GlueTables.create(table);
        GlueNames.Database database = names.database(table.database(), table.name());
        return attempts.call("create the table " + table.fullName(), () -> {
            try {
                try {
                    create(database, input);
                } catch (EntityNotFoundException noDatabase) {
                    createDatabase(database);
                    create(database, input);
                }
                return true;
            } catch (AlreadyExistsException exists) {
                return false;
            }
        });
    }

    private void create(GlueNames.Database database, TableInput input) {
        client.createTable(request -> request.catalogId(database.catalogId())
                .databaseName(database.name())
                .tableInput(input));
    }

    private void createDatabase(GlueNames.Database database) {
        try {
            client.createDatabase(request ->
                    request.catalogId(database.catalogId()).databaseInput(input -> input.name(database.name())));
        } catch (AlreadyExistsException exists) {
            // Somebody else's first run was faster.
            return;
        }
    }

    private boolean update(Table table) {
        Optional<GlueNames.Found> found = names.table(table.database(), table.name());
        if (found.isEmpty() || GlueTables.version(found.get().table()) != table.version()) {
            return false;
        }
        GlueNames.Database database = found.get().database();
        TableInput input = GlueTables.changed(table, found.get().table());
        return attempts.call("change the table " + table.fullName(), () -> {
            try {
                client.updateTable(request -> request.catalogId(database.catalogId())
                        .databaseName(database.name())
                        .tableInput(input)
                        .versionId(GlueTables.versionId(table.version()))
                        .skipArchive(true));
                return true;
            } catch (ConcurrentModificationException | EntityNotFoundException moved) {
                return false;
            }
        });
    }

    @Override
    public List<CatalogPartition> partitions(String database, String name) {
        GlueNames.Found found = names.table(database, name).orElse(null);
        if (found == null) {
            return List.of();
        }
        String fullName = database + "." + name;
        List<CatalogPartition> partitions = new ArrayList<>();
        String token = null;
        do {
            String from = token;
            GetPartitionsResponse page = attempts.call(
                    "read the partitions of " + fullName,
                    () -> client.getPartitions(
                            request -> request.catalogId(found.database().catalogId())
                                    .databaseName(found.database().name())
                                    .tableName(found.table().name())
                                    .nextToken(from)));
            page.partitions().forEach(partition -> partitions.add(GlueTables.read(fullName, partition)));
            token = page.nextToken();
        } while (token != null && !token.isEmpty());
        return partitions;
    }

    @Override
    public List<CatalogPartition> writePartitions(
            String database, String name, List<CatalogPartition> partitions, boolean replace) {
        if (partitions.isEmpty()) {
            return List.of();
        }
        GlueNames.Found found = names.table(database, name)
                .orElseThrow(() -> new CatalogTableRefusedException(
                        database + "." + name, "it was deleted while its partitions were written. Run again"));
        GluePartitions writer = new GluePartitions(client, attempts, found, database + "." + name);
        return replace ? writer.replace(partitions) : writer.add(partitions);
    }
}
