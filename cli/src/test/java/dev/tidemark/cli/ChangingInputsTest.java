package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Objects that change or vanish while a chunk reads them.
///
/// The probe opens each object first, the worker second.
class ChangingInputsTest {

    private static final int WORKER = 2;

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("ChangingInputsTest").random();
        desk = new Desk(folder, random);
    }

    @Test
    void anObjectThatChangesInMidReadIsDeferredAndNothingOfItIsKept() {
        int kept = desk.addFile();
        int changing = addBig("z.csv");
        meddle(new ChangesInMidRead("z.csv", WORKER, true));
        JsonNode flow = run();
        assertThat(flow.path("objects").path("deferred").asInt()).isEqualTo(1);
        assertThat(desk.rows()).hasSize(kept);
        assertThat(hidden()).isEmpty();
        desk.around(ports -> ports);
        assertThat(run().path("recordsWritten").asInt()).isEqualTo(changing);
        assertThat(desk.rows()).hasSize(kept + changing);
        assertThat(status()).isEqualTo("NOTHING_TO_DO");
    }

    /// The broken twin: a store that ends the stream where it should say that the object changed.
    @Test
    void withAStoreThatDoesNotTellHalfOfTheObjectWouldBeTakenIn() {
        int kept = desk.addFile();
        int _ = addBig("z.csv");
        desk.write("job.yaml", Desk.JOB);
        meddle(new ChangesInMidRead("z.csv", WORKER, false));
        JsonNode flow = run();
        assertThat(flow.path("objects").path("deferred").asInt()).isZero();
        assertThat(desk.rows()).hasSizeGreaterThan(kept);
    }

    @Test
    void anObjectThatIsGoneIsLeftOutAndTheOthersAreTakenIn() {
        int kept = desk.addFile();
        int _ = addBig("z.csv");
        meddle(new MeddledObjects.Meddling() {
            @Override
            public void opened(String location, int open) {
                if (location.endsWith("z.csv") && open == WORKER) {
                    delete("z.csv");
                }
            }
        });
        JsonNode flow = run();
        assertThat(flow.path("recordsWritten").asInt()).isEqualTo(kept);
        assertThat(desk.rows()).hasSize(kept);
        assertThat(hidden()).isEmpty();
        desk.around(ports -> ports);
        assertThat(status()).isEqualTo("NOTHING_TO_DO");
    }

    /// Larger than any buffer.
    ///
    /// @return how many of its records pass the filter
    private int addBig(String name) {
        StringBuilder text = new StringBuilder("id,amount\n");
        int kept = 0;
        for (int row = 0; text.length() < 300_000; row++) {
            int amount = random.nextInt(1_000);
            kept += amount >= 100 ? 1 : 0;
            text.append(row).append(',').append(amount).append('\n');
        }
        // Not the first object of the source, which is opened once more before the run begins.
        desk.write("lake/raw/day=d9/" + name, text.toString());
        return kept;
    }

    private void delete(String name) {
        try {
            Files.delete(folder.resolve("lake/raw/day=d9/" + name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void meddle(MeddledObjects.Meddling meddling) {
        desk.around(ports -> MeddledObjects.around(ports, meddling));
    }

    private JsonNode run() {
        return desk.done("run", "JOB", "--json").document().path("flows").path(0);
    }

    private String status() {
        return desk.done("run", "JOB", "--json").document().path("status").asText();
    }

    private List<String> hidden() {
        List<String> names = new ArrayList<>();
        desk.snapshot().forEach((name, bytes) -> {
            if (name.contains(".tidemark-staged/") && !bytes.equals("folder")) {
                names.add(name);
            }
        });
        return names;
    }
}
