package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.spi.Catalog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What [Catalog] promises. Every catalog's test extends it.
public abstract class CatalogContract {

    private static final Field ID = new Field("id", DataType.BIGINT);
    private static final Field NOTE = new Field("note", DataType.STRING);
    private static final List<Field> KEYS =
            List.of(new Field("day", DataType.DATE), new Field("region", DataType.STRING));

    /// The catalog under test, the same one throughout a test.
    protected abstract Catalog catalog();

    /// A database that no other test uses.
    protected abstract String database();

    /// Another catalog over the same tables, as a second job has it.
    protected abstract Catalog another();

    /// Whether a write is bound to its version also at the very moment it is made; emulators of Glue do not look.
    protected boolean comparesVersionsWhenWriting() {
        return true;
    }

    @Test
    void anUnknownTableIsAbsentAndHasNoPartitions() {
        assertThat(catalog().table(database(), "none")).isEmpty();
        assertThat(catalog().partitions(database(), "none")).isEmpty();
    }

    @Test
    void aTableComesBackAsItWasWrittenWithItsKeysInOrder() {
        Table table = table(List.of(ID, NOTE));
        assertThat(catalog().writeTable(table)).isTrue();

        Table read = read();
        assertThat(withoutNote(read).atVersion(0)).isEqualTo(table);
        assertThat(read.unseenColumns()).isEmpty();
        assertThat(read.version()).isPositive();
        assertThat(another().table(database(), "t")).contains(read);
    }

    /// A catalog that may hide columns notes them beside what the writer said.
    private static Table withoutNote(Table read) {
        Map<String, String> parameters = new TreeMap<>(read.parameters());
        parameters.remove(Table.COLUMNS_NOTE);
        return new Table(
                read.database(),
                read.name(),
                read.columns(),
                read.partitionKeys(),
                read.location(),
                read.format(),
                parameters,
                read.version());
    }

    @Test
    void nestedTypesAndDecimalsComeBack() {
        DataType nested = new DataType.Struct(List.of(
                new Field("amount", DataType.decimal(38, 9)),
                new Field("tags", new DataType.Array(new DataType.Map(DataType.TIMESTAMP)))));
        assertThat(catalog().writeTable(table(List.of(ID, new Field("nested", nested)))))
                .isTrue();
        assertThat(read().columns().getLast().type()).isEqualTo(nested);
    }

    @Test
    void parametersOfOtherProgramsAreKept() {
        Table table = new Table(
                database(), "t", List.of(ID), List.of(), "file:///t/", "parquet", Map.of("owner", "somebody's"), 0);
        assertThat(catalog().writeTable(table)).isTrue();
        assertThat(catalog().writeTable(read().withColumns(List.of(ID, NOTE)))).isTrue();
        assertThat(read().parameters()).containsEntry("owner", "somebody's");
        assertThat(read().columns()).containsExactly(ID, NOTE);
    }

    @Test
    void creatingWhatIsThereIsAConflictAndChangesNothing() {
        assertThat(catalog().writeTable(table(List.of(ID)))).isTrue();
        Table before = read();
        assertThat(another().writeTable(table(List.of(NOTE)))).isFalse();
        assertThat(read()).isEqualTo(before);
    }

    @Test
    void aWriteFromAnOlderVersionIsAConflictAndChangesNothing() {
        assertThat(catalog().writeTable(table(List.of(ID)))).isTrue();
        Table seenByBoth = read();
        assertThat(another().writeTable(seenByBoth.withColumns(List.of(ID, NOTE))))
                .isTrue();
        assertThat(catalog().writeTable(seenByBoth.withColumns(List.of(ID, new Field("x", DataType.INT)))))
                .isFalse();
        assertThat(read().columns()).containsExactly(ID, NOTE);
        assertThat(read().version()).isNotEqualTo(seenByBoth.version());
    }

    @Test
    void ofManyWritersOfOneVersionExactlyOneWins() throws Exception {
        assertThat(catalog().writeTable(table(List.of(ID)))).isTrue();
        Table seen = read();
        List<Callable<Boolean>> writers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Catalog own = i % 2 == 0 ? catalog() : another();
            Table wanted = seen.withColumns(List.of(ID, new Field("x" + i, DataType.INT)));
            writers.add(() -> own.writeTable(wanted));
        }
        int won = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<Boolean> writer : threads.invokeAll(writers)) {
                won += writer.get() ? 1 : 0;
            }
        }
        assertThat(won).isBetween(1, comparesVersionsWhenWriting() ? 1 : 8);
    }

    @Test
    void moreThanAHundredPartitionsAreWrittenWhateverABatchTakes() {
        catalog().writeTable(table(List.of(ID)));
        List<CatalogPartition> many = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            many.add(partition(List.of(ID), "2026-01-01", "r" + i));
        }
        assertThat(write(many, false)).isEmpty();
        assertThat(partitions()).containsExactlyInAnyOrderElementsOf(many);
    }

    @Test
    void anIdenticalPartitionIsFineAndStaysAsItWas() {
        catalog().writeTable(table(List.of(ID)));
        CatalogPartition old = partition(List.of(ID), "2026-01-01", "eu");
        assertThat(write(List.of(old), false)).isEmpty();
        // Its columns are those of its day: only a cascade changes them.
        CatalogPartition again = partition(List.of(ID, NOTE), "2026-01-01", "eu");
        CatalogPartition fresh = partition(List.of(ID, NOTE), "2026-01-02", "eu");
        assertThat(write(List.of(again, fresh), false)).isEmpty();
        assertThat(partitions()).containsExactlyInAnyOrder(old, fresh);
    }

    @Test
    void aPartitionAtAnotherLocationIsReportedAndLeftWhileTheOthersAreWritten() {
        catalog().writeTable(table(List.of(ID)));
        CatalogPartition there = new CatalogPartition(values("2026-01-01", "eu"), "file:///elsewhere/", List.of(ID));
        assertThat(write(List.of(there), false)).isEmpty();
        CatalogPartition fresh = partition(List.of(ID), "2026-01-02", "eu");
        for (boolean replace : new boolean[] {false, true}) {
            assertThat(write(List.of(partition(List.of(ID), "2026-01-01", "eu"), fresh), replace))
                    .containsExactly(there);
            assertThat(partitions()).containsExactlyInAnyOrder(there, fresh);
        }
    }

    @Test
    void aCascadeChangesColumnsAndNothingElse() {
        catalog().writeTable(table(List.of(ID)));
        write(List.of(partition(List.of(ID), "2026-01-01", "eu"), partition(List.of(ID), "2026-01-02", "eu")), false);
        CatalogPartition wider = partition(List.of(ID, NOTE), "2026-01-01", "eu");
        assertThat(write(List.of(wider), true)).isEmpty();
        assertThat(partitions()).containsExactlyInAnyOrder(wider, partition(List.of(ID), "2026-01-02", "eu"));
    }

    @Test
    void valuesAreRawTextAndNullIsItsOwn() {
        catalog().writeTable(table(List.of(ID)));
        List<CatalogPartition> odd = new ArrayList<>();
        for (String value : new @Nullable String[] {
            null, "NULL", "null", "a/b", "a=b", "100%", "%2F", "x:y", " sp ", "ü", "ß", "a+b", "..", "it's", "t\tb",
            "\"q\"", "[z]"
        }) {
            odd.add(new CatalogPartition(values("2026-01-01", value), "file:///t/" + odd.size() + "/", List.of(ID)));
        }
        assertThat(write(odd, false)).isEmpty();
        assertThat(partitions()).containsExactlyInAnyOrderElementsOf(odd);
        assertThat(another().partitions(database(), "t")).containsExactlyInAnyOrderElementsOf(odd);
    }

    @Test
    void tablesAndTheirPartitionsDoNotMix() {
        catalog().writeTable(table(List.of(ID)));
        write(List.of(partition(List.of(ID), "2026-01-01", "eu")), false);
        assertThat(catalog().partitions(database(), "t2")).isEmpty();
        assertThat(catalog().table(database() + "2", "t")).isEmpty();
    }

    private Table table(List<Field> columns) {
        return new Table(database(), "t", columns, KEYS, "file:///t/", "parquet", Map.of("serde.library", "x"), 0);
    }

    private Table read() {
        return catalog().table(database(), "t").orElseThrow();
    }

    private List<CatalogPartition> partitions() {
        return catalog().partitions(database(), "t");
    }

    private List<CatalogPartition> write(List<CatalogPartition> partitions, boolean replace) {
        return catalog().writePartitions(database(), "t", partitions, replace);
    }

    private static CatalogPartition partition(List<Field> columns, String day, String region) {
        return new CatalogPartition(values(day, region), "file:///t/day=" + day + "/region=" + region + "/", columns);
    }

    private static List<@Nullable String> values(String day, @Nullable String region) {
        return Arrays.asList(day, region);
    }
}
