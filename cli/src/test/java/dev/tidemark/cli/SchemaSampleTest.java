package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static final String CSV_JOB =
            JOB.replace("format: json\n    sink", "format: csv\n      formatOptions: { withHeader: true }\n    sink");

    private static final int MOST_SAMPLED = 1_000;
    private static final int MEGABYTE = 1 << 20;

    /// Readers fill a buffer at a time, and that with the header a second time.
    private static final int BUFFER = 2 * (256 << 10);

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
        String first = Collections.min(locations);
        Set<String> opened = ConcurrentHashMap.newKeySet();
        desk.around(ports -> MeddledObjects.around(ports, new MeddledObjects.Meddling() {
            @Override
            public void opened(String location, int open) {
                // The first look opens the first one before.
                if (open == (location.equals(first) ? 3 : 2)) {
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

    @ParameterizedTest
    @ValueSource(strings = {"json", "csv"})
    void ofEachObjectTheFirstMegabyteIsReadAndNoMore(String format) {
        desk.write("job.yaml", format.equals("json") ? JOB : CSV_JOB);
        List<String> names = new ArrayList<>();
        for (int file = 0; file < 4; file++) {
            String name = "f" + file + "." + format;
            desk.addFile(name, records(format, MEGABYTE * file / 2 + random.nextInt(1, MEGABYTE)));
            names.add(name);
        }
        BytesRead probe = new BytesRead(1);
        desk.around(ports -> MeddledObjects.around(ports, probe));
        JsonNode _ = run();
        assertThat(probe.bytes.keySet()).containsExactlyInAnyOrderElementsOf(names);
        probe.bytes.forEach(
                (name, bytes) -> assertThat(bytes).as(name).isPositive().isLessThanOrEqualTo(MEGABYTE + BUFFER));
        // The broken twin is who reads to the end, as the worker does.
        BytesRead worker = new BytesRead(2);
        desk.around(ports -> MeddledObjects.around(ports, worker));
        desk.addFile("more." + format, records(format, 3 * MEGABYTE));
        JsonNode _ = run();
        assertThat(worker.bytes.values())
                .singleElement()
                .satisfies(bytes -> assertThat(bytes).isGreaterThan(MEGABYTE + BUFFER));
    }

    /// Records, at least so many bytes.
    private String records(String format, int bytes) {
        StringBuilder text = new StringBuilder(format.equals("csv") ? "id,note\n" : "");
        while (text.length() < bytes) {
            String note = Long.toHexString(random.nextLong());
            text.append(
                    format.equals("csv")
                            ? text.length() + "," + note + "\n"
                            : "{\"id\":%d,\"note\":\"%s\"}%n".formatted(text.length(), note));
        }
        return text.toString();
    }

    /// Bytes that are read of raw objects, by name, when they are opened for the n-th time.
    private static final class BytesRead implements MeddledObjects.Meddling {

        final Map<String, Long> bytes = new ConcurrentHashMap<>();
        private final int opening;

        BytesRead(int opening) {
            this.opening = opening;
        }

        @Override
        public InputStream streamed(ObjectInput input, int open, long from, InputStream stream) {
            String name = input.location().substring(input.location().lastIndexOf('/') + 1);
            return !input.location().contains("/raw/") || open != opening
                    ? stream
                    : new FilterInputStream(stream) {
                        @Override
                        public int read() throws IOException {
                            int one = super.read();
                            bytes.merge(name, one < 0 ? 0L : 1L, Long::sum);
                            return one;
                        }

                        @Override
                        public int read(byte[] to, int at, int length) throws IOException {
                            int count = super.read(to, at, length);
                            bytes.merge(name, Math.max(0L, count), Long::sum);
                            return count;
                        }
                    };
        }
    }

    /// The broken twin decides by the first file: in some order a value does not fit.
    @ParameterizedTest
    @ValueSource(strings = {"123", "132", "213", "231", "312", "321"})
    void js01WhateverFileComesFirstNoValueIsLost(String order) {
        desk.addFile(order.charAt(0) + ".json", "{\"id\":\"1\",\"v\":1}\n");
        desk.addFile(order.charAt(1) + ".json", "{\"id\":2,\"v\":2.5}\n");
        desk.addFile(order.charAt(2) + ".json", "{\"id\":[3],\"v\":null}\n");
        JsonNode _ = run();
        assertThat(table()).contains(column("id", "string")).contains(column("v", "double"));
        assertThat(desk.rows().stream().map(row -> row.replace(",\"day\":\"d0\"", "")))
                .containsExactlyInAnyOrder("{\"id\":\"1\",\"v\":1.0}", "{\"id\":\"2\",\"v\":2.5}", "{\"id\":\"[3]\"}");
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
