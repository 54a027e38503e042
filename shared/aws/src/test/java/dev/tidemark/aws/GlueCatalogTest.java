package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.catalog.CatalogMerge;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.SchemaRefusedException;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.spi.StorageUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What no emulator enforces. Answers are those of the AWS Glue Web API Reference: BatchCreatePartition (at most 100
/// entries; "Errors": PartitionErrors in a 200), BatchUpdatePartition, UpdateTable (VersionId, SkipArchive,
/// ConcurrentModificationException), GetTable (TargetTable of a resource link), GetPartitions (NextToken).
final class GlueCatalogTest {

    private static final Field ID = new Field("id", DataType.BIGINT);
    private static final Field NEW = new Field("x", DataType.INT);
    private static final String STORAGE = "\"StorageDescriptor\":{\"Location\":\"s3://b/%s\",\"Compressed\":true,"
            + "\"Columns\":[{\"Name\":\"id\",\"Type\":\"bigint\",\"Comment\":\"the key\"}],"
            + "\"SerdeInfo\":{\"SerializationLibrary\":\"org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe\","
            + "\"Parameters\":{\"theirs\":\"1\"}}}";

    private final CannedAws aws = new CannedAws();
    private final GlueCatalog catalog = new GlueCatalog(aws.clients().glue(), aws.attempts());

    private static CannedAws.Reply database() {
        return CannedAws.ok("{\"Database\":{\"Name\":\"lake\"}}");
    }

    private static CannedAws.Reply table(int version) {
        return CannedAws.ok(
                ("{\"Table\":{\"Name\":\"t\",\"DatabaseName\":\"lake\",\"VersionId\":\"%d\",\"Owner\":\"ann\","
                                + "\"Description\":\"kept\",\"Retention\":5,\"TableType\":\"EXTERNAL_TABLE\","
                                + "\"PartitionKeys\":[{\"Name\":\"day\",\"Type\":\"string\"}],"
                                + "\"Parameters\":{\"classification\":\"parquet\",\"EXTERNAL\":\"TRUE\",\"note\":\"n\"},%s}}")
                        .formatted(version, STORAGE.formatted("t")));
    }

    private static String partition(String day, String folder) {
        return "{\"Values\":[\"%s\"],\"Parameters\":{\"p\":\"1\"},%s}".formatted(day, STORAGE.formatted(folder));
    }

    private static String failed(String day, String code) {
        return "{\"PartitionValues\":[\"%s\"],\"ErrorDetail\":{\"ErrorCode\":\"%s\",\"ErrorMessage\":\"canned\"}}"
                .formatted(day, code);
    }

    private static CannedAws.Reply errors(String... errors) {
        return CannedAws.ok("{\"Errors\":[" + String.join(",", errors) + "]}");
    }

    private static CannedAws.Reply found(String... partitions) {
        return CannedAws.ok("{\"Partitions\":[" + String.join(",", partitions) + "]}");
    }

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
    /// of
    /// each batch is never registered.
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

    @Test
    void resourceLinksAreFollowedToDatabaseAndTable() {
        aws.then(
                CannedAws.ok("{\"Database\":{\"Name\":\"lake\",\"TargetDatabase\":{\"CatalogId\":\"111122223333\","
                        + "\"DatabaseName\":\"shared\"}}}"),
                CannedAws.ok("{\"Table\":{\"Name\":\"t\",\"TargetTable\":{\"CatalogId\":\"444455556666\","
                        + "\"DatabaseName\":\"far\",\"Name\":\"strikes\"}}}"),
                table(3),
                errors());

        assertThat(add(wanted(0, 1))).isEmpty();
        assertThat(aws.sent().get(1).text()).contains("\"CatalogId\":\"111122223333\"", "\"DatabaseName\":\"shared\"");
        assertThat(aws.sent().get(2).text()).contains("\"CatalogId\":\"444455556666\"", "\"Name\":\"strikes\"");
        assertThat(aws.sent().getLast().text()).contains("\"CatalogId\":\"444455556666\"", "\"DatabaseName\":\"far\"");
    }

    /// A twin that asks for its own account's catalog sends no CatalogId.
    @Test
    void aTableOfAnotherAccountsCatalogIsAskedForThere() {
        GlueCatalog theirs =
                new GlueCatalog(aws.clients().glue(), aws.attempts(), Map.of("lake.t", "111122223333"), Instant::now);
        aws.then(database(), table(3), table(3), CannedAws.ok("{}"), database());
        Table read = theirs.table("lake", "t").orElseThrow();

        assertThat(theirs.writeTable(read.withColumns(List.of(ID, NEW)))).isTrue();

        assertThat(aws.sent()).allSatisfy(sent -> assertThat(sent.text()).contains("\"CatalogId\":\"111122223333\""));
        aws.then(CannedAws.json(400, "EntityNotFoundException", ""));
        assertThat(theirs.table("lake", "other")).isEmpty();
        assertThat(aws.sent().getLast().text()).as("another table of that name").doesNotContain("CatalogId");
    }

    /// Lake Formation: GetTable leaves out columns without a grant. A twin that writes back what it saw drops `secret`.
    @Test
    void columnsThatWereThereWhenWeWroteLastAreMissed() {
        aws.then(database(), table(3), table(3), CannedAws.ok("{}"));
        Table read = catalog.table("lake", "t").orElseThrow();
        Field secret = new Field("secret, odd", DataType.STRING);
        assertThat(catalog.writeTable(read.withColumns(List.of(ID, secret)))).isTrue();
        String note = aws.sent().getLast().json("tidemark.columns").replace("\\\\", "\\");
        assertThat(note).isEqualTo("id,secret\\, odd");

        aws.then(CannedAws.ok(
                ("{\"Table\":{\"Name\":\"t\",\"VersionId\":\"4\",\"TableType\":\"EXTERNAL_TABLE\",\"Parameters\":"
                                + "{\"classification\":\"parquet\",\"tidemark.columns\":\"id,secret\\\\, odd\"},%s}}")
                        .formatted(STORAGE.formatted("t"))));
        Table seen = catalog.table("lake", "t").orElseThrow();

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

    /// A warm function lives for hours. A twin that keeps a link for its life goes on with the old database.
    @Test
    void aLinkThatWasMovedIsFollowedAfterAFewMinutes() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        GlueCatalog warm = new GlueCatalog(aws.clients().glue(), aws.attempts(), Map.of(), now::get);
        aws.then(link("old"), table(3), table(3));
        assertThat(warm.table("lake", "t")).isPresent();
        assertThat(warm.table("lake", "t")).isPresent();
        now.set(Instant.EPOCH.plus(GlueNames.LINKS_LAST));
        aws.then(link("new"), table(3));
        assertThat(warm.table("lake", "t")).isPresent();

        assertThat(aws.sent().stream()
                        .filter(sent -> sent.action().equals("GetTable"))
                        .map(sent -> sent.json("DatabaseName")))
                .containsExactly("old", "old", "new");
    }

    private static CannedAws.Reply link(String database) {
        return CannedAws.ok("{\"Database\":{\"Name\":\"lake\",\"TargetDatabase\":{\"CatalogId\":\"111122223333\","
                + "\"DatabaseName\":\"" + database + "\"}}}");
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
