package dev.tidemark.cli;

import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.Formats;
import dev.tidemark.testkit.MemoryCatalog;
import dev.tidemark.testkit.MemoryCodec;
import dev.tidemark.testkit.MemoryObjectStore;
import dev.tidemark.testkit.MemoryStaging;
import dev.tidemark.testkit.MemoryStateStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// CSV objects of one column `v`, and a job that makes JSON lines of them, on ports in memory with a clock that stands.
final class MemoryLake {

    static final Formats FORMATS = Formats.load();
    static final String OUT = "s3://lake/out/";

    private static final Duration LEASE = Duration.ofMinutes(5);

    final MemoryObjectStore objects = new MemoryObjectStore();
    final MemoryStaging staging = new MemoryStaging(objects);
    private final AtomicLong now = new AtomicLong(1_000_000);
    private final AtomicLong random = new AtomicLong();
    final Ports ports = new Ports(
            objects,
            staging,
            new MemoryStateStore(),
            new MemoryCatalog(),
            new MemoryCodec(),
            () -> Instant.ofEpochMilli(now.get()),
            random::incrementAndGet);

    JobContext context() {
        return context("j");
    }

    JobContext context(String job) {
        return new JobContext(job(job), ports, "s3://lake/work-" + job + "/", "s3://lake/quarantine/", LEASE, false);
    }

    void leaseEnds() {
        now.addAndGet(LEASE.toMillis() + 1);
    }

    /// An object of one record.
    void produce(String name) {
        produce(name, name);
    }

    void produce(String name, String... values) {
        objects.put(location(name), "v\n" + String.join("\n", values) + "\n");
    }

    static String location(String name) {
        return "s3://lake/raw/" + name + ".csv";
    }

    /// What readers of the sink see, sorted.
    List<String> rows() {
        return objects.names(OUT).stream()
                .flatMap(name -> objects.text(name).lines())
                .sorted()
                .toList();
    }

    private static Job job(String name) {
        String text = """
                job: %s
                flows:
                  - name: f
                    source:
                      s3: { paths: [ "s3://lake/raw/" ] }
                      format: csv
                      formatOptions: { withHeader: true }
                    sink: { path: "s3://lake/out/", format: json }
                """.formatted(name);
        return read(text);
    }

    static Job read(String text) {
        return JobFile.read(
                        text.getBytes(StandardCharsets.UTF_8),
                        "job.yaml",
                        Map.of(),
                        Map.of(),
                        "s3://lake/",
                        FormatCatalogue.of(
                                FORMATS.readers().values(), FORMATS.writers().values()))
                .job();
    }
}
