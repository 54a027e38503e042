package dev.tidemark.aws;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.DatabaseIdentifier;
import software.amazon.awssdk.services.glue.model.EntityNotFoundException;
import software.amazon.awssdk.services.glue.model.Table;
import software.amazon.awssdk.services.glue.model.TableIdentifier;

/// Finds tables by name, through resource links to other accounts' databases and tables.
final class GlueNames {

    private final GlueClient client;
    private final Attempts attempts;

    /// A link is not moved while a process works.
    private final Map<String, Database> databases = new ConcurrentHashMap<>();

    GlueNames(GlueClient client, Attempts attempts) {
        this.client = client;
        this.attempts = attempts;
    }

    /// @param catalogId account that owns it; null for our own
    record Database(@Nullable String catalogId, String name) {}

    /// A table where it really is.
    record Found(Database database, Table table) {}

    /// The database itself, or what it is a link to.
    Database database(String name) {
        Database known = databases.get(name);
        if (known != null) {
            return known;
        }
        Database own = new Database(null, name);
        Database found = attempts.call("read the database " + name, () -> {
            try {
                DatabaseIdentifier target = client.getDatabase(request -> request.name(name))
                        .database()
                        .targetDatabase();
                return target == null ? own : new Database(target.catalogId(), target.databaseName());
            } catch (EntityNotFoundException absent) {
                return null;
            }
        });
        if (found == null) {
            return own;
        }
        databases.put(name, found);
        return found;
    }

    Optional<Found> table(String database, String name) {
        Database at = database(database);
        Optional<Table> found = get(at, name);
        TableIdentifier target = found.map(Table::targetTable).orElse(null);
        if (target == null) {
            return found.map(table -> new Found(at, table));
        }
        Database behind = new Database(target.catalogId(), target.databaseName());
        Table table = get(behind, target.name())
                .orElseThrow(() -> new CatalogTableRefusedException(
                        database + "." + name,
                        "it is a link to %s.%s of account %s, which is not there. Ask its owner to grant it"
                                .formatted(target.databaseName(), target.name(), target.catalogId())));
        return Optional.of(new Found(behind, table));
    }

    private Optional<Table> get(Database database, String name) {
        return attempts.call("read the table " + database.name() + "." + name, () -> {
            try {
                return Optional.of(client.getTable(request -> request.catalogId(database.catalogId())
                                .databaseName(database.name())
                                .name(name))
                        .table());
            } catch (EntityNotFoundException absent) {
                return Optional.<Table>empty();
            }
        });
    }
}
