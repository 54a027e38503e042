package dev.tidemark.aws;

import static dev.tidemark.aws.CannedGlue.ID;
import static dev.tidemark.aws.CannedGlue.NEW;
import static dev.tidemark.aws.CannedGlue.database;
import static dev.tidemark.aws.CannedGlue.errors;
import static dev.tidemark.aws.CannedGlue.link;
import static dev.tidemark.aws.CannedGlue.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// Where a table is that has a name here: behind a resource link (GetDatabase's TargetDatabase, GetTable's
/// TargetTable),
/// in the catalog of another account (CatalogId).
final class GlueNamesTest {

    private final CannedAws aws = new CannedAws();

    private GlueCatalog catalog(Map<String, String> accounts, InstantSource clock) {
        return new GlueCatalog(aws.clients().glue(), aws.attempts(), accounts, clock);
    }

    @Test
    void resourceLinksAreFollowedToDatabaseAndTable() {
        aws.then(
                CannedAws.ok("{\"Database\":{\"Name\":\"lake\",\"TargetDatabase\":{\"CatalogId\":\"111122223333\","
                        + "\"DatabaseName\":\"shared\"}}}"),
                CannedAws.ok("{\"Table\":{\"Name\":\"t\",\"TargetTable\":{\"CatalogId\":\"444455556666\","
                        + "\"DatabaseName\":\"far\",\"Name\":\"strikes\"}}}"),
                table(3),
                errors());

        CatalogPartition wanted = new CatalogPartition(List.of("d0"), "s3://b/t/day=d0/", List.of(ID));
        assertThat(new GlueCatalog(aws.clients().glue(), aws.attempts())
                        .writePartitions("lake", "t", List.of(wanted), false))
                .isEmpty();
        assertThat(aws.sent().get(1).text()).contains("\"CatalogId\":\"111122223333\"", "\"DatabaseName\":\"shared\"");
        assertThat(aws.sent().get(2).text()).contains("\"CatalogId\":\"444455556666\"", "\"Name\":\"strikes\"");
        assertThat(aws.sent().getLast().text()).contains("\"CatalogId\":\"444455556666\"", "\"DatabaseName\":\"far\"");
    }

    private void theirTableIsAskedForThere(GlueCatalog theirs) {
        aws.then(database(), table(3), table(3), CannedAws.ok("{}"));
        Table read = theirs.table("lake", "t").orElseThrow();
        assertThat(theirs.writeTable(read.withColumns(List.of(ID, NEW)))).isTrue();
        assertThat(aws.sent()).allSatisfy(sent -> assertThat(sent.text()).contains("\"CatalogId\":\"111122223333\""));
    }

    @Test
    void aTableOfAnotherAccountsCatalogIsAskedForThere() {
        GlueCatalog theirs = catalog(Map.of("lake.t", "111122223333"), Instant::now);
        theirTableIsAskedForThere(theirs);
        aws.then(database(), CannedAws.json(400, "EntityNotFoundException", ""));
        assertThat(theirs.table("lake", "other")).isEmpty();
        assertThat(aws.sent().getLast().text()).as("another table of that name").doesNotContain("CatalogId");
    }

    /// It sends no CatalogId.
    @Test
    void theTwinThatAsksItsOwnAccountsCatalogIsCaught() {
        assertThatThrownBy(() -> theirTableIsAskedForThere(catalog(Map.of(), Instant::now)))
                .isInstanceOf(AssertionError.class);
    }

    /// @param clock as the catalog sees it
    private void aMovedLinkIsFollowed(AtomicReference<Instant> now, InstantSource clock) {
        GlueCatalog warm = catalog(Map.of(), clock);
        AtomicReference<String> target = new AtomicReference<>("old");
        aws.always(request -> request.action().equals("GetDatabase") ? link(target.get()) : table(3));
        assertThat(warm.table("lake", "t")).isPresent();
        assertThat(warm.table("lake", "t")).isPresent();
        target.set("new");
        now.set(Instant.EPOCH.plus(GlueNames.LINKS_LAST));
        assertThat(warm.table("lake", "t")).isPresent();

        assertThat(aws.sent().stream()
                        .filter(sent -> sent.action().equals("GetTable"))
                        .map(sent -> sent.json("DatabaseName")))
                .containsExactly("old", "old", "new");
    }

    /// A warm function lives for hours.
    @Test
    void aLinkThatWasMovedIsFollowedAfterAFewMinutes() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        aMovedLinkIsFollowed(now, now::get);
    }

    /// For it no time goes by: it goes on with the old database.
    @Test
    void theTwinThatKeepsALinkForItsLifeIsCaught() {
        assertThatThrownBy(() -> aMovedLinkIsFollowed(new AtomicReference<>(Instant.EPOCH), () -> Instant.EPOCH))
                .isInstanceOf(AssertionError.class);
    }
}
