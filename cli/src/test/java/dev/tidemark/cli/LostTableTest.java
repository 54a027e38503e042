package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A sink lies where its table does, and the table is gone when a dead run is to be cleared away.
class LostTableTest {

    @TempDir
    private Path folder;

    @Test
    void whatTheResultsOfADeadRunNameIsDiscardedWithoutItsTable() throws IOException {
        Desk desk = new Desk(folder, Seeded.of("LostTableTest").random());
        desk.addFile("a.csv", "id,amount\n1,500\n");
        Desk.Said _ = desk.done("run", "JOB");
        desk.write("job.yaml", Desk.JOB.replace("      path: \"${lake}/curated/\"\n", ""));
        desk.addFile("b.csv", "id,amount\n2,600\n");
        desk.around(ports -> TappedPorts.of(ports, new DiesBeforeDecide()));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(UnaryOperator.identity());
        assertThat(staged(desk)).hasSize(1);
        String dead = desk.done("runs", "show", "JOB", "--json")
                .document()
                .path("run")
                .path("runId")
                .asText();
        Files.delete(folder.resolve(".tidemark/catalog/lake/orders.json"));

        assertThat(desk.done("runs", "abort", "JOB", dead).out()).contains("Run " + dead + " is ABORTED.");
        assertThat(staged(desk)).isEmpty();
        assertThat(desk.snapshot().keySet()).noneMatch(name -> name.contains(".tidemark-staged"));
        // Planning does need the table.
        assertThat(desk.call("run", "JOB").err()).contains("lake.orders");
    }

    private static List<String> staged(Desk desk) {
        return desk.snapshot().keySet().stream()
                .filter(name -> name.contains("/.tidemark-staged/") && name.endsWith(".json"))
                .toList();
    }

    /// The claim is the first transaction of a run, Decide the second.
    private static final class DiesBeforeDecide implements PortTap {

        private final AtomicInteger transactions = new AtomicInteger();

        @Override
        public <T> T call(String call, Supplier<T> effect) {
            if (transactions.get() > 1 || (call.equals("state.transact") && transactions.incrementAndGet() > 1)) {
                throw new Halt(call);
            }
            return effect.get();
        }
    }
}
