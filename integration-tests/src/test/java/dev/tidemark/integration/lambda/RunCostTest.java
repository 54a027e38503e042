package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// What runs cost by list prices, by the formula that RunCallsIT holds against the calls of real runs.
final class RunCostTest {

    private static final long CHUNK = 128;

    /// @param megabytes of an object
    private static RunCalls run(long objects, long megabytes, long partitions) {
        long chunks = (objects + CHUNK / megabytes - 1) / (CHUNK / megabytes);
        // In key order a chunk's objects lie in one partition, or in two where it ends.
        return new RunCalls(objects, objects, chunks, chunks + partitions, partitions);
    }

    private static List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (long objects : List.of(1_000L, 100_000L)) {
            RunCalls run = run(objects, 16, objects / 100);
            long calls =
                    run.counts().values().stream().mapToLong(Long::longValue).sum();
            rows.add(String.format(
                    Locale.ROOT,
                    "| %,d objects of 16 MB, %,d chunks, %,d new partitions | %,d | %,d | $%.3f |",
                    objects,
                    run.chunks(),
                    run.partitions(),
                    calls,
                    run.transitions(),
                    run.usd()));
        }
        return rows;
    }

    @Test
    void theCostsOfTheReferenceAreThoseOfTheFormula() throws IOException {
        List<String> rows = rows();
        rows.forEach(row -> System.out.println("RunCostTest: " + row));
        assertThat(Files.readAllLines(VirtualStage.HOUSE.resolve("docs/reference/aws.md")))
                .containsAll(rows);
    }
}
