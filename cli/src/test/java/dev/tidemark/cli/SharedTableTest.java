package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.Catalog;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two jobs that write to one table, and a job that leaves its table alone.
class SharedTableTest {

    @TempDir
    private Path folder;

    private Desk desk;
    private final AtomicInteger refusals = new AtomicInteger();

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("SharedTableTest").random());
        desk.write("job.yaml", Desk.JOB);
        desk.write("other.yaml", other("colour", "UPDATE_IN_DATABASE"));
        desk.addFile("a.csv", "id,amount\n1,500\n");
        desk.write("lake/other/day=o1/a.csv", "id,colour\n2,red\n");
    }

    @Test
    void bothJobsColumnsAreInATableThatBothCreate() {
        meetAtTheTable(false);
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(refusals).hasPositiveValue();
        assertThat(table()).contains("\"amount\"").contains("\"colour\"");
        assertThat(partitions()).contains("d0").contains("o1");
    }

    @Test
    void bothJobsColumnsAreInATableThatBothWiden() {
        desk.write(
                "job.yaml",
                Desk.JOB.replace(", { name: amount, type: int }", "").replace("amount", "id"));
        desk.write("lake/raw/day=d0/a.csv", "id\n500\n");
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(table()).doesNotContain("\"amount\"");
        desk.write("job.yaml", Desk.JOB);
        desk.addFile("b.csv", "id,amount\n1,500\n");
        meetAtTheTable(false);
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(refusals).hasPositiveValue();
        assertThat(table()).contains("\"amount\"").contains("\"colour\"");
    }

    /// The broken twin: a catalog that takes a change made from an older version.
    @Test
    void withACatalogThatComparesNoVersionsTheOtherJobsColumnIsLost() {
        meetAtTheTable(true);
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(table()).contains("\"amount\"").doesNotContain("\"colour\"");
    }

    @Test
    void underLogPartitionsOfFittingFilesAreAddedAndTheTableStays() {
        Desk.Said _ = desk.done("run", "JOB");
        String table = table();
        desk.write(
                "other.yaml", other("amount", "LOG").replace("name: amount, type: string", "name: amount, type: int"));
        desk.write("lake/other/day=o1/a.csv", "id,amount\n2,7\n");
        assertThat(runOther()).isEmpty();
        assertThat(table()).isEqualTo(table);
        assertThat(partitions()).contains("o1");
        // A subset of the table's columns fits too.
        desk.write(
                "other.yaml",
                other("amount", "LOG")
                        .replace(", { name: amount, type: string }", "")
                        .replace("job: other", "job: less")
                        .replace("/other/", "/less/"));
        desk.write("lake/less/day=o2/a.csv", "id\n2\n");
        Desk.Said _ = desk.done("run", folder.resolve("other.yaml").toString());
        assertThat(table()).isEqualTo(table);
        assertThat(partitions()).contains("o2");
    }

    @Test
    void underLogFilesThatDoNotFitLeaveTheCatalogAloneAndTheReportSaysSo() {
        Desk.Said _ = desk.done("run", "JOB");
        Map<String, String> catalog = catalog();
        desk.write("other.yaml", other("colour", "LOG"));
        assertThat(runOther())
                .contains("lake.orders")
                .contains("updateBehavior LOG")
                .contains("colour");
        assertThat(catalog()).isEqualTo(catalog);
        assertThat(desk.rows()).hasSize(2);
        // The broken twin: the same files under the other behaviour.
        desk.write("other.yaml", other("colour", "UPDATE_IN_DATABASE").replace("job: other", "job: twin"));
        assertThat(runOther()).isEmpty();
        assertThat(catalog()).isNotEqualTo(catalog);
    }

    private static String other(String column, String updateBehavior) {
        return Desk.JOB
                .replace("job: orders", "job: other")
                .replace("/raw/", "/other/")
                .replace("name: amount, type: int", "name: " + column + ", type: string")
                .replace("amount is null or amount >= 100", "id > 0")
                .replace("table: orders", "table: orders, updateBehavior: " + updateBehavior);
    }

    /// @return the warnings of the report, as one text
    private String runOther() {
        JsonNode flow = desk.done("run", folder.resolve("other.yaml").toString(), "--json")
                .document()
                .path("flows")
                .path(0);
        StringBuilder text = new StringBuilder();
        flow.path("warnings").forEach(line -> text.append(line.asText()).append('\n'));
        return text.toString();
    }

    /// The other job runs as a whole right before this one writes the table, of which it has read an older version.
    private void meetAtTheTable(boolean blind) {
        AtomicInteger writes = new AtomicInteger();
        desk.around(ports -> new Ports(
                ports.objects(),
                ports.staging(),
                ports.state(),
                new Meeting(ports.catalog(), blind, writes),
                ports.codec(),
                ports.clock(),
                ports.random()));
    }

    private final class Meeting implements Catalog {

        private final Catalog catalog;
        private final boolean blind;
        private final AtomicInteger writes;

        Meeting(Catalog catalog, boolean blind, AtomicInteger writes) {
            this.catalog = catalog;
            this.blind = blind;
            this.writes = writes;
        }

        @Override
        public Optional<Table> table(String database, String name) {
            return catalog.table(database, name);
        }

        @Override
        public boolean writeTable(Table table) {
            if (writes.incrementAndGet() == 1) {
                Desk.Said _ = desk.done("run", folder.resolve("other.yaml").toString());
                if (!catalog.writeTable(table)) {
                    refusals.incrementAndGet();
                    Table now = catalog.table(table.database(), table.name()).orElseThrow();
                    return blind && catalog.writeTable(table.atVersion(now.version()));
                }
                return true;
            }
            return catalog.writeTable(table);
        }

        @Override
        public List<CatalogPartition> partitions(String database, String name) {
            return catalog.partitions(database, name);
        }

        @Override
        public List<CatalogPartition> writePartitions(
                String database, String name, List<CatalogPartition> partitions, boolean replace) {
            return catalog.writePartitions(database, name, partitions, replace);
        }
    }

    private Map<String, String> catalog() {
        Map<String, String> files = new TreeMap<>();
        desk.snapshot().forEach((name, bytes) -> {
            if (name.startsWith(".tidemark/catalog/")) {
                files.put(name, bytes);
            }
        });
        return files;
    }

    private String partitions() {
        StringBuilder text = new StringBuilder();
        catalog().keySet().stream()
                .filter(name -> name.contains("partitions") && Files.isRegularFile(folder.resolve(name)))
                .forEach(name -> text.append(read(name)));
        return text.toString();
    }

    private String table() {
        return read(".tidemark/catalog/lake/orders.json");
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
