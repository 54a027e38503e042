package dev.tidemark.aws;

import static dev.tidemark.aws.CannedGlue.ID;
import static dev.tidemark.aws.CannedGlue.NEW;
import static dev.tidemark.aws.CannedGlue.STORAGE;
import static dev.tidemark.aws.CannedGlue.database;
import static dev.tidemark.aws.CannedGlue.errors;
import static dev.tidemark.aws.CannedGlue.failed;
import static dev.tidemark.aws.CannedGlue.found;
import static dev.tidemark.aws.CannedGlue.partition;
import static dev.tidemark.aws.CannedGlue.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.catalog.CatalogMerge;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.SchemaRefusedException;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.spi.StorageUnavailableException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What no emulator enforces. Answers are those of the AWS Glue Web API Reference: BatchCreatePartition (at most 100
/// entries; "Errors": PartitionErrors in a 200), BatchUpdatePartition, UpdateTable (VersionId, SkipArchive,
/// ConcurrentModificationException), GetPartitions (NextToken).
final class GlueCatalogTest {

    private final CannedAws aws = new CannedAws();
    private final GlueCatalog catalog = new GlueCatalog(aws.clients().glue(), aws.attempts());

    private static CatalogPartition wanted(int day) {
        return new CatalogPartition(List.of("d" + day), "s3://b/t/day=d" + day + "/", List.of(ID));
    }

    private static List<CatalogPartition> wanted(int from, int to) {
        return IntStream.range(from, to).mapToObj(GlueCatalogTest::wanted).toList();
    }

    private List<CatalogPartition> add(List<CatalogPartition> partitions) {
        return catalog.writePartitions("lake", "t", partitions, false);
    }

    /// CA-01: 250 partitions, #57 exists with another location, #101 exists and is identical.
    @Test
    void aHundredPartitionsACallAndEveryEntrysErrorIsRead() {
        aws.then(
                database(),
                table(3),
                errors(failed("d57", "AlreadyExistsException")),
                found(partition("d57", "elsewhere")),
                errors(failed("d101", "AlreadyExistsException")),
                found(partition("d101", "t/day=d101")),
                errors());

        assertThat(add(wanted(0, 250))).extracting(CatalogPartition::location).containsExactly("s3://b/elsewhere/");

        assertThat(aws.actions())
                .containsExactly(
                        "GetDatabase",
                        "GetTable",
                        "BatchCreatePartition",
                        "BatchGetPartition",
                        "BatchCreatePartition",
                        "BatchGetPartition",
                        "BatchCreatePartition");
        assertThat(aws.sent().stream()
                        .filter(request -> request.action().equals("BatchCreatePartition"))
                        .map(request -> request.text().split("\"Values\"", -1).length - 1))
                .containsExactly(100, 100, 50);
        assertThat(aws.waits()).isEmpty();
    }

    /// A Glue whose every batch fails inside for its first entry, until that comes alone.
    ///
    /// @param registered what it took
    /// @param told       whether its answers say so
    private static CannedAws.Reply flaky(CannedAws.Sent request, Set<String> registered, boolean told) {
        return switch (request.action()) {
            case "GetDatabase" -> database();
            case "GetTable" -> table(3);
            default -> {
                List<String> days = Pattern.compile("\"Values\":\\[\"(d[0-9]+)\"]")
                        .matcher(request.text())
                        .results()
                        .map(found -> found.group(1))
                        .toList();
                registered.addAll(days.size() == 1 ? days : days.subList(1, days.size()));
                yield days.size() == 1 || !told
                        ? errors()
                        : errors(failed(days.getFirst(), "InternalServiceException"));
            }
        };
    }

    @Test
    void everyPartitionIsRegisteredThoughBatchesFailInside() {
        Set<String> registered = new TreeSet<>();
        aws.always(request -> flaky(request, registered, true));

        add(wanted(0, 250));
        assertThat(registered).hasSize(250);
    }

    /// M24, entry errors unread, as a twin: its answers of 200 have no errors in them for it to read, and a partition
    /// of each batch is never registered.
    @Test
    void aTwinThatDoesNotReadEntryErrorsLeavesPartitionsOut() {
        Set<String> registered = new TreeSet<>();
        aws.always(request -> flaky(request, registered, false));

        add(wanted(0, 250));
        assertThat(registered).hasSize(247).doesNotContain("d0", "d100", "d200");
    }

    @Test
    void anEntryThatFailedInsideGlueIsSentAgainAlone() {
        aws.then(database(), table(3), errors(failed("d1", "InternalServiceException")), errors());

        assertThat(add(wanted(0, 3))).isEmpty();
        assertThat(aws.actions()).endsWith("BatchCreatePartition", "BatchCreatePartition");
        assertThat(aws.sent().getLast().text()).contains("\"d1\"").doesNotContain("\"d0\"", "\"d2\"");
        assertThat(aws.waits()).hasSize(1);
    }

    @Test
    void anEntryThatGlueRefusesNamesItsPartition() {
        aws.then(database(), table(3), errors(failed("d1", "InvalidInputException")));

        assertThatThrownBy(() -> add(wanted(0, 3)))
                .isInstanceOf(AwsRefusedException.class)
                .hasMessageContaining("Cannot register partition [d1] of table lake.t: InvalidInputException: canned");
    }

    @Test
    void anEntryThatFailsWithoutAWordIsRefusedAndNamed() {
        aws.then(database(), table(3), errors("{\"PartitionValues\":[\"d1\"]}"));

        assertThatThrownBy(() -> add(wanted(0, 3)))
                .isInstanceOf(AwsRefusedException.class)
                .hasMessageContaining("Cannot register partition [d1] of table lake.t");
    }

    /// CA-09: throttled to the end, the files are published and not registered; the next run registers them.
    @Test
    void aCatalogThatIsThrottledIsUnavailableAfterTwelveCallsWithGrowingWaitsAndHealedByTheNext() {
        aws.then(database(), table(3));
        aws.always(request -> CannedAws.json(400, "ThrottlingException", ""));
        assertThatThrownBy(() -> add(wanted(0, 3)))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("Cannot register partitions of table lake.t: after 12 calls");
        assertThat(aws.sent()).hasSize(2 + Attempts.MOST);
        assertThat(aws.waits()).hasSize(Attempts.MOST - 1);

        aws.then(table(3), errors());
        assertThat(add(wanted(0, 3))).isEmpty();
    }

    /// An answer that was lost: the entries are there, at our own locations.
    @Test
    void aBatchWhoseAnswerWasLostIsDoneWhenItsEntriesExistWhereTheyShould() {
        aws.then(
                database(),
                table(3),
                CannedAws.lost(),
                errors(failed("d0", "AlreadyExistsException"), failed("d1", "AlreadyExistsException")),
                found(partition("d0", "t/day=d0"), partition("d1", "t/day=d1/")));

        assertThat(add(wanted(0, 2))).isEmpty();
    }

    /// CA-05: two writers, both from version 3. UpdateTable compares at the moment of writing.
    @Test
    void aTableIsChangedFromTheVersionThatWasReadAndStartsFromIt() {
        aws.then(database(), table(3), table(3), CannedAws.ok("{}"));
        Table read = catalog.table("lake", "t").orElseThrow();

        assertThat(catalog.writeTable(read.withColumns(List.of(ID, NEW)))).isTrue();

        CannedAws.Sent update = aws.sent().getLast();
        assertThat(update.action()).isEqualTo("UpdateTable");
        assertThat(update.text())
                .contains("\"VersionId\":\"3\"", "\"SkipArchive\":true")
                .contains("\"Owner\":\"ann\"", "\"Description\":\"kept\"", "\"Retention\":5")
                .contains("\"classification\":\"parquet\"", "\"EXTERNAL\":\"TRUE\"", "\"note\":\"n\"")
                .contains("{\"Name\":\"id\",\"Type\":\"bigint\",\"Comment\":\"the key\"}")
                .contains("{\"Name\":\"x\",\"Type\":\"int\"}")
                .contains("\"Compressed\":true", "\"theirs\":\"1\"", "\"Location\":\"s3://b/t\"");
    }

    @Test
    void aWriterThatComesSecondIsToldToReadAgain() {
        aws.then(database(), table(3), table(4));
        Table read = catalog.table("lake", "t").orElseThrow();
        assertThat(catalog.writeTable(read.withColumns(List.of(ID, NEW))))
                .as("moved since it was read")
                .isFalse();
        assertThat(aws.actions()).doesNotContain("UpdateTable");

        aws.then(table(3), CannedAws.json(400, "ConcurrentModificationException", ""));
        assertThat(catalog.writeTable(read.withColumns(List.of(ID, NEW))))
                .as("moved while it was written")
                .isFalse();
        assertThat(aws.waits()).isEmpty();
    }

    /// CA-09: both found the table missing; who comes second merges.
    @Test
    void aTableMadeBySomebodyElseIsAConflictAndAMissingDatabaseIsMade() {
        Table table = new Table("lake", "t", List.of(ID), List.of(), "s3://b/t/", "parquet", Map.of(), 0);
        aws.then(
                CannedAws.json(400, "EntityNotFoundException", ""),
                CannedAws.json(400, "EntityNotFoundException", ""),
                CannedAws.json(400, "AlreadyExistsException", ""),
                CannedAws.json(400, "AlreadyExistsException", ""));

        assertThat(catalog.writeTable(table)).isFalse();
        assertThat(aws.actions()).containsExactly("GetDatabase", "CreateTable", "CreateDatabase", "CreateTable");
        assertThat(aws.sent().getLast().text())
                .contains("ParquetHiveSerDe", "MapredParquetInputFormat", "\"classification\":\"parquet\"");
    }

    /// CA-03: a cascade changes columns and nothing else. D0, two cascades at once: the second starts from what the
    /// first left and finds nothing to change.
    @Test
    void aCascadeStartsFromEachPartitionAsItIs() {
        CatalogPartition wider = new CatalogPartition(List.of("d0"), "s3://b/odd/place/", List.of(ID, NEW));
        aws.then(database(), table(4), found(partition("d0", "odd/place")), errors());

        assertThat(catalog.writePartitions("lake", "t", List.of(wider), true)).isEmpty();
        CannedAws.Sent update = aws.sent().getLast();
        assertThat(update.action()).isEqualTo("BatchUpdatePartition");
        assertThat(update.text())
                .contains("\"Location\":\"s3://b/odd/place\"", "\"theirs\":\"1\"", "\"p\":\"1\"")
                .contains("{\"Name\":\"id\",\"Type\":\"bigint\",\"Comment\":\"the key\"}")
                .contains("{\"Name\":\"x\",\"Type\":\"int\"}");

        CatalogPartition same = new CatalogPartition(List.of("d0"), "s3://b/odd/place/", List.of(ID));
        aws.then(table(4), found(partition("d0", "odd/place")));
        assertThat(catalog.writePartitions("lake", "t", List.of(same), true)).isEmpty();
        assertThat(aws.actions()).endsWith("GetTable", "BatchGetPartition");
    }

    @Test
    void keysThatGlueLeftUnprocessedAreAskedForAgain() {
        aws.then(
                database(),
                table(4),
                CannedAws.ok("{\"Partitions\":[" + partition("d0", "t/day=d0")
                        + "],\"UnprocessedKeys\":[{\"Values\":[\"d1\"]}]}"),
                found(partition("d1", "t/day=d1")));

        assertThat(catalog.writePartitions("lake", "t", wanted(0, 2), true)).isEmpty();
        assertThat(aws.sent().getLast().text()).contains("\"d1\"").doesNotContain("\"d0\"");
    }

    @Test
    void partitionsComeInPages() {
        aws.then(
                database(),
                table(3),
                CannedAws.ok("{\"Partitions\":[" + partition("d0", "t/day=d0") + "],\"NextToken\":\"more\"}"),
                CannedAws.ok("{\"Partitions\":[],\"NextToken\":\"still\"}"),
                found(partition("__HIVE_DEFAULT_PARTITION__", "t/day=__HIVE_DEFAULT_PARTITION__")));

        List<CatalogPartition> partitions = catalog.partitions("lake", "t");

        assertThat(partitions).hasSize(2);
        assertThat(partitions.getLast().values()).hasSize(1).containsOnlyNulls();
        assertThat(aws.sent().getLast().json("NextToken")).isEqualTo("still");
    }

    /// A table that lacks a column since it was written last.
    ///
    /// @param note what its parameters say of the columns that were there
    private Table withoutSecret(String note) {
        aws.then(CannedAws.ok(
                ("{\"Table\":{\"Name\":\"t\",\"VersionId\":\"4\",\"TableType\":\"EXTERNAL_TABLE\",\"Parameters\":"
                                + "{\"classification\":\"parquet\"%s},%s}}")
                        .formatted(note, STORAGE.formatted("t"))));
        return catalog.table("lake", "t").orElseThrow();
    }

    private static void secretIsMissed(Table seen) {
        assertThat(seen.unseenColumns()).containsExactly("secret, odd");
        assertThatThrownBy(() -> CatalogMerge.merge(seen, List.of(ID, NEW)))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessageContaining("lake.t")
                .hasMessageContaining("column 'secret, odd'")
                .hasMessageContaining("grant SELECT on all columns")
                .hasMessageContaining("tidemark.columns");
        assertThat(CatalogMerge.merge(seen, List.of(ID)).columns())
                .as("nothing is written back")
                .containsExactly(ID);
    }

    /// Lake Formation: GetTable leaves out columns without a grant.
    @Test
    void columnsThatWereThereWhenWeWroteLastAreMissed() {
        aws.then(database(), table(3), table(3), CannedAws.ok("{}"));
        Table read = catalog.table("lake", "t").orElseThrow();
        Field secret = new Field("secret, odd", DataType.STRING);
        assertThat(catalog.writeTable(read.withColumns(List.of(ID, secret)))).isTrue();
        String note = aws.sent().getLast().json("tidemark.columns").replace("\\\\", "\\");
        assertThat(note).isEqualTo("id,secret\\, odd");

        secretIsMissed(withoutSecret(",\"tidemark.columns\":\"id,secret\\\\, odd\""));
    }

    /// It writes back what it saw, and `secret` is dropped.
    @Test
    void theTwinThatNotesNoColumnsIsCaught() {
        aws.then(database());
        assertThatThrownBy(() -> secretIsMissed(withoutSecret(""))).isInstanceOf(AssertionError.class);
    }

    @Test
    void tablesThatAreNotFoldersOfFilesAreRefused() {
        aws.then(
                database(),
                CannedAws.ok("{\"Table\":{\"Name\":\"t\",\"Parameters\":{\"table_type\":\"ICEBERG\"},"
                        + STORAGE.formatted("t") + "}}"));
        assertThatThrownBy(() -> catalog.table("lake", "t"))
                .isInstanceOf(CatalogTableRefusedException.class)
                .hasMessageContaining("Table lake.t of the Glue Data Catalog is refused: it is a table of ICEBERG");

        aws.then(CannedAws.ok("{\"Table\":{\"Name\":\"t\",\"TableType\":\"VIRTUAL_VIEW\"}}"));
        assertThatThrownBy(() -> catalog.table("lake", "t")).hasMessageContaining("it is a view");
    }

    @Test
    void anAvroTableNamesItsFilesSchema() {
        Table table = new Table("lake", "t", List.of(ID, NEW), List.of(), "s3://b/t/", "avro", Map.of(), 0);
        aws.then(database(), CannedAws.ok("{}"));

        assertThat(catalog.writeTable(table)).isTrue();
        assertThat(aws.sent().getLast().text())
                .contains("avro.schema.literal")
                .contains("{\\\"name\\\":\\\"x\\\",\\\"type\\\":[\\\"null\\\",\\\"int\\\"],\\\"default\\\":null}");
    }
}
