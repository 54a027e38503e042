package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The columns of files that no schema declares: from a bounded sample, and growing when the sample missed some.
class SchemaSampleTest {

    private static final String JOB = """
            job: orders
            params: { lake: ./lake }
            flows:
              - name: orders
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: day, type: string } ]
                  format: json
                sink:
                  path: "${lake}/curated/"
                  format: json
                  catalog: { database: lake, table: orders }
            """;

    private static final int MOST_SAMPLED = 1_000;

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("SchemaSampleTest").random();
        desk = new Desk(folder, random);
        desk.write("job.yaml", JOB);
    }

    @Test
    void theSampleIsTheThousandObjectsOfTheLowestKeyHash() {
        List<String> locations = new ArrayList<>();
        int files = MOST_SAMPLED + random.nextInt(1, 60);
        for (int i = 0; i < files; i++) {
            String name = Integer.toHexString(random.nextInt()) + "-" + i + ".json";
            desk.addFile(name, "{\"id\":1}\n");
            locations.add(folder.resolve("lake/raw/day=d0/" + name).toUri().toString());
        }
        Set<String> opened = ConcurrentHashMap.newKeySet();
        desk.around(ports -> MeddledObjects.around(ports, new MeddledObjects.Meddling() {
            @Override
            public void opened(String location, int open) {
                if (open == 2) {
                    opened.add(location);
                }
            }
        }));
        JsonNode _ = run();
        Set<String> lowest = locations.stream()
                .sorted(Comparator.comparing(ObjectVersion::key))
                .limit(MOST_SAMPLED)
                .collect(Collectors.toSet());
        // Those that were opened twice: by the probe and by the worker.
        assertThat(opened).isEqualTo(lowest);
        // The broken twin: a sample of the first names.
        assertThat(opened)
                .isNotEqualTo(locations.stream().sorted().limit(MOST_SAMPLED).collect(Collectors.toSet()));
    }

    @Test
    void typesAreThoseThatHoldEveryValue() {
        desk.addFile(
                "a.json", "{\"none\":null,\"big\":9223372036854775808,\"mixed\":1,\"small\":9223372036854775807}\n");
        desk.addFile("b.json", "{\"big\":1,\"mixed\":1.5,\"small\":2,\"kinds\":{\"a\":1}}\n{\"kinds\":7}\n");
        JsonNode _ = run();
        String table = table();
        assertThat(table).contains(column("none", "string"));
        assertThat(table).contains(column("big", "decimal(38,0)"));
        assertThat(table).contains(column("mixed", "double"));
        assertThat(table).contains(column("small", "bigint"));
        assertThat(table).contains(column("kinds", "string"));
        assertThat(desk.rows()).anyMatch(row -> row.contains("9223372036854775808"));
    }

    @Test
    void fieldsThatAppearRunAfterRunGrowTheSchemaInOneCommand() {
        desk.addFile("f0.json", late("n0"));
        AtomicInteger tries = lateFields(3);
        JsonNode report = desk.done("run", "JOB", "--json").document();
        assertThat(tries).hasValue(4);
        assertThat(report.path("status").asText()).isEqualTo("COMMITTED");
        assertThat(report.path("bookmark").path("generationAfter").asInt()).isEqualTo(1);
        assertThat(table()).contains("n0").contains("n1").contains("n2");
        List<String> rows = desk.rows();
        assertThat(rows).hasSize(3 * 120_001);
        for (int i = 0; i < 3; i++) {
            String value = "\"n" + i + "\":" + i;
            assertThat(rows).as(value).filteredOn(row -> row.contains(value)).hasSize(1);
        }
    }

    @Test
    void afterThreeGrowthsTheRunFailsAndNothingIsVisible() {
        desk.addFile("f0.json", late("n0"));
        AtomicInteger _ = lateFields(Integer.MAX_VALUE);
        Desk.Said said = desk.call("run", "JOB");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err())
                .contains("met fields that its schema does not have")
                .contains("onSchemaChange");
        assertThat(desk.rows()).isEmpty();
    }

    /// Each time that a plan is made one more file with a late field arrives, before it is listed.
    private AtomicInteger lateFields(int files) {
        AtomicInteger plans = new AtomicInteger();
        desk.around(ports -> TappedPorts.of(ports, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                T answer = effect.get();
                // The claim of a try.
                if (call.equals("state.transact") && runs() > plans.get()) {
                    int number = plans.incrementAndGet() - 1;
                    if (number > 0 && number < files) {
                        desk.addFile("f" + number + ".json", late("n" + number));
                    }
                }
                return answer;
            }
        }));
        return plans;
    }

    private long runs() {
        String[] names =
                folder.resolve(".tidemark/job/orders/run").toFile().list((dir, name) -> name.endsWith(".json"));
        return names == null ? 0 : names.length;
    }

    /// A file whose last record alone has a field, behind the sampled first megabyte.
    private static String late(String field) {
        return "{\"id\":1}\n".repeat(120_000) + "{\"id\":2,\"" + field + "\":" + field.substring(1) + "}\n";
    }

    private static String column(String name, String type) {
        return "[\"%s\",\"%s\"]".formatted(name, type);
    }

    private String table() {
        try {
            return Files.readString(folder.resolve(".tidemark/catalog/lake/orders.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode run() {
        return desk.done("run", "JOB", "--json").document();
    }
}
