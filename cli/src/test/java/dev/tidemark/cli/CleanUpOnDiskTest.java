package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.run.Ports;
import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The production command cleans up after itself, on real files, and nothing that is needed goes.
class CleanUpOnDiskTest {

    private static final int KEPT = 2;

    @TempDir
    private Path folder;

    private final AtomicLong later = new AtomicLong();
    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("CleanUpOnDiskTest").random();
        desk = new Desk(folder, random);
        desk.write("job.yaml", Desk.JOB.replace("params:", "keepGenerations: " + KEPT + "\nparams:"));
        desk.around(ports -> new Ports(
                ports.objects(),
                ports.staging(),
                ports.state(),
                ports.catalog(),
                ports.codec(),
                () -> Instant.ofEpochMilli(ports.now() + later.get()),
                ports.random()));
    }

    @Test
    void aCleanUpThatCannotBeDoneLeavesTheRunCommitted() {
        desk.addFile();
        desk.done("run", "JOB");
        desk.write(".tidemark/job/orders/cleanup.json", "");
        desk.addFile();
        Desk.Said said = desk.done("run", "JOB");
        assertThat(said.out()).contains("COMMITTED");
        assertThat(said.err()).contains("warning: what is not needed any more was not deleted", "cleanup.json");
    }

    @Test
    void afterManyRunsOnlyWhatIsKeptIsThereAndNothingIsReadAgain() {
        int runs = random.nextInt(5, 9);
        int rows = 0;
        int last = 0;
        for (int run = 0; run < runs; run++) {
            last = desk.addFile();
            rows += last;
            desk.done("run", "JOB");
            later.addAndGet(Duration.ofDays(2).toMillis());
        }
        assertThat(files("job/orders/gen/")).hasSize(KEPT);
        assertThat(files("work/orders/segments/").size()).isBetween(1, 2 * KEPT);

        later.addAndGet(Duration.ofDays(31).toMillis());
        desk.done("run", "JOB");
        assertThat(desk.rows()).as("nothing is read again").hasSize(rows);
        assertThat(files("work/orders/runs/"))
                .noneMatch(name -> name.contains("/result-") || name.contains("/plan-"))
                .filteredOn(name -> name.contains("/record-"))
                .hasSize(runs);

        List<String> committed = new ArrayList<>();
        desk.done("runs", "list", "JOB", "--json").document().path("runs").forEach(run -> {
            if (run.path("state").asText().equals("COMMITTED")) {
                committed.add(run.path("runId").asText());
            }
        });
        desk.done("bookmark", "rewind", "JOB", committed.get(committed.size() - KEPT));
        desk.done("run", "JOB");
        assertThat(desk.rows()).as("the last file's rows are there twice").hasSize(rows + last);
    }

    private List<String> files(String below) {
        List<String> files = new ArrayList<>();
        desk.snapshot().forEach((name, bytes) -> {
            if (name.startsWith(".tidemark/" + below) && !bytes.equals("folder")) {
                files.add(name);
            }
        });
        return files;
    }
}
