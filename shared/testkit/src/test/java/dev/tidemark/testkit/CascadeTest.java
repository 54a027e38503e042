package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.run.CommitRecord;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Settlement;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Two jobs share a table, and each widens another column of it and of all its partitions.
class CascadeTest {

    private static final Field PLAIN_A = new Field("a", DataType.INT);
    private static final Field PLAIN_B = new Field("b", DataType.INT);
    private static final Field WIDE_A = new Field("a", DataType.BIGINT);
    private static final Field WIDE_B = new Field("b", DataType.BIGINT);

    @Test
    void partitionsHaveTheTablesColumnsHoweverTwoCascadesMeet() {
        assertThat(firstFailure(UnaryOperator.identity())).isNull();
    }

    @Test
    void theInterleavingsFindD0TableNotReadAgain() {
        assertThat(firstFailure(CascadeTest::withoutReadingAgain)).isNotNull();
    }

    private static @Nullable Throwable firstFailure(UnaryOperator<Ports> broken) {
        boolean moreOfOne = true;
        for (int i = 0; moreOfOne; i++) {
            boolean moreOfOther = true;
            for (int j = 0; moreOfOther; j++) {
                MemoryCatalog catalog = new MemoryCatalog();
                Table table = table(PLAIN_A, PLAIN_B);
                boolean _ = catalog.writeTable(table);
                for (String day : List.of("1", "2")) {
                    var partition = new CatalogPartition(List.of(day), "mem:///shared/d=" + day + "/", table.columns());
                    var _ = catalog.writePartitions("lake", "shared", List.of(partition), false);
                }
                try (Actor one = settler(catalog, table(WIDE_A, PLAIN_B), broken);
                        Actor other = settler(catalog, table(PLAIN_A, WIDE_B), broken)) {
                    moreOfOne = one.move(i) == i && !one.ended();
                    moreOfOther = other.move(j) == j && !other.ended();
                    int _ = one.finish();
                    int _ = other.finish();
                    List<Field> columns =
                            catalog.table("lake", "shared").orElseThrow().columns();
                    assertThat(columns).containsExactly(WIDE_A, WIDE_B);
                    assertThat(catalog.partitions("lake", "shared"))
                            .hasSize(2)
                            .allMatch(partition -> partition.columns().equals(columns));
                } catch (AssertionError wrong) {
                    return new AssertionError("one %d calls, other %d calls: %s".formatted(i, j, wrong), wrong);
                }
            }
        }
        return null;
    }

    private static Table table(Field... columns) {
        return new Table(
                "lake",
                "shared",
                List.of(columns),
                List.of(new Field("d", DataType.STRING)),
                "mem:///shared/",
                "csv",
                Map.of(),
                0);
    }

    /// Settles a commit of a job of its own whose record widens the shared table; moves by calls of the catalog.
    private static Actor settler(MemoryCatalog catalog, Table wanted, UnaryOperator<Ports> broken) {
        ProtocolWorld world = new ProtocolWorld(true);
        world.decide("A");
        return new Actor(tap -> {
            Ports tapped = TappedPorts.of(withCatalog(world.ports, catalog), tap);
            Ports onlyCatalog = withCatalog(world.ports, tapped.catalog());
            new Settlement(world.context(broken.apply(widening(onlyCatalog, wanted)))).settle();
        });
    }

    private static Ports withCatalog(Ports ports, dev.tidemark.spi.Catalog catalog) {
        return new Ports(
                ports.objects(), ports.staging(), ports.state(), catalog, ports.codec(), ports.clock(), ports.random());
    }

    @NullUnmarked // reflection hands objects through that may be null
    private static Ports widening(Ports ports, Table wanted) {
        CatalogChange change = new CatalogChange(wanted, List.of(), List.of(), true, List.of());
        return TwinPorts.withCodec(ports, "readRecord", (real, in) -> {
            CommitRecord record = (CommitRecord) real.call(in);
            return new CommitRecord(
                    record.runId(),
                    record.attempt(),
                    record.base(),
                    record.files(),
                    record.remove(),
                    List.of(change),
                    record.next(),
                    record.wake(),
                    record.inputs(),
                    record.report());
        });
    }

    /// After its cascade it takes the table to be as it knew it.
    @NullUnmarked // reflection hands objects through that may be null
    private static Ports withoutReadingAgain(Ports ports) {
        Table[] known = new Table[1];
        boolean[] cascaded = new boolean[1];
        Ports writing = TwinPorts.withCatalog(ports, "writeTable", (real, in) -> {
            known[0] = (Table) in[0];
            return real.call(in);
        });
        Ports cascading = TwinPorts.withCatalog(writing, "writePartitions", (real, in) -> {
            cascaded[0] = true;
            return real.call(in);
        });
        return TwinPorts.withCatalog(
                cascading, "table", (real, in) -> cascaded[0] ? java.util.Optional.of(known[0]) : real.call(in));
    }
}
