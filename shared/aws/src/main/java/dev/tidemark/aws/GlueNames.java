package dev.tidemark.aws;

import dev.tidemark.data.Schema;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.Sink;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
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

    /// Long enough for a plan or a commit, which meet a database again and again.
    static final Duration LINKS_LAST = Duration.ofMinutes(5);

    private final GlueClient client;
    private final Attempts attempts;

    private final Map<String, String> catalogIds;

    private final InstantSource clock;

    /// A process may live for hours, and a link be moved meanwhile.
    private final Map<Database, Kept> databases = new ConcurrentHashMap<>();

    private record Kept(Database found, Instant until) {}

    /// @param catalogIds by `database.table` in lower case, the account of whose catalog it is; none: our own
    GlueNames(GlueClient client, Attempts attempts, Map<String, String> catalogIds, InstantSource clock) {
        this.client = client;
        this.attempts = attempts;
        this.clock = clock;
        this.catalogIds = Map.copyOf(catalogIds);
    }

    /// The accounts that a job names for its sinks' tables, as the constructor takes them.
    ///
    /// @throws CatalogTableRefusedException when sinks name one table in the catalogs of two accounts
    static Map<String, String> catalogIds(Job job) {
        Map<String, String> named = new HashMap<>();
        for (Flow flow : job.flows()) {
            for (Sink sink : flow.sinks()) {
                CatalogTarget table = sink.catalog();
                if (table != null) {
                    String id = table.catalogId() == null ? "" : table.catalogId();
                    String other = named.put(Schema.fold(table.fullName()), id);
                    if (other != null && !other.equals(id)) {
                        throw new CatalogTableRefusedException(
                                table.fullName(),
                                "sinks of job %s name it with catalogId %s and %s. Give one of the two another name"
                                        .formatted(job.name(), shown(other), shown(id)));
                    }
                }
            }
        }
        named.values().removeIf(String::isEmpty);
        return named;
    }

    private static String shown(String catalogId) {
        return catalogId.isEmpty() ? "none" : catalogId;
    }

    /// @param catalogId account that owns it; null for our own
    record Database(@Nullable String catalogId, String name) {}

    /// A table where it really is.
    record Found(Database database, Table table) {}

    /// The database of a table, or what it is a link to.
    Database database(String name, String table) {
        Database named = new Database(catalogIds.get(name + "." + table), name);
        Instant now = clock.instant();
        Kept known = databases.get(named);
        if (known != null && now.isBefore(known.until)) {
            return known.found;
        }
        Database found = attempts.call("read the database " + name, () -> {
            try {
                DatabaseIdentifier target = client.getDatabase(
                                request -> request.catalogId(named.catalogId()).name(name))
                        .database()
                        .targetDatabase();
                return target == null ? named : new Database(target.catalogId(), target.databaseName());
            } catch (EntityNotFoundException absent) {
                return null;
            }
        });
        if (found == null) {
            return named;
        }
        databases.put(named, new Kept(found, now.plus(LINKS_LAST)));
        return found;
    }

    Optional<Found> table(String database, String name) {
        Database at = database(database, name);
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
