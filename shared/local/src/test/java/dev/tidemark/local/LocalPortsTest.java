package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.catalog.Table;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What killed processes wrote aside goes when nobody can be writing it any more.
class LocalPortsTest {

    private static final String ASIDE = ".tidemark-tmp-4711-1";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path state;

    @Test
    void whoLocksAJobRemovesWhatItsDeadRunsWroteAsideAndNothingOfOtherJobs() throws IOException {
        for (String folder :
                List.of("job/a", "job/a/run", "job/a/gen", "work/a/runs/R", "work/a/segments", "job/b/run", "work/b")) {
            Path made = Files.createDirectories(state.resolve(folder));
            Files.writeString(made.resolve(ASIDE), "half");
            Files.writeString(made.resolve("kept.json"), "{}");
        }
        try (LocalJobLock _ = LocalPorts.below(state).lock("a", "the test").orElseThrow()) {
            assertThat(asides()).containsExactlyInAnyOrder("job/b/run/" + ASIDE, "work/b/" + ASIDE);
            // The broken twin: who does not get the lock removes what the holder is writing.
            Files.writeString(state.resolve("work/a/runs/R").resolve(ASIDE), "being written");
            assertThat(LocalPorts.below(state).lock("a", "another")).isEmpty();
            assertThat(asides()).contains("work/a/runs/R/" + ASIDE);
        }
        assertThat(state.resolve("work/a/runs/R/kept.json")).exists();
    }

    @Test
    void whoWritesToTheCatalogRemovesWhatADeadWriterLeftThere() throws IOException {
        Path folder = Files.createDirectories(state.resolve("catalog/lake"));
        Files.writeString(folder.resolve(ASIDE), "half");
        LocalCatalog catalog = new LocalCatalog(state.resolve("catalog"));
        assertThat(catalog.table("lake", "t")).isEmpty();
        assertThat(asides()).as("who only reads has no lock").hasSize(1);
        Field id = new Field("id", DataType.BIGINT);
        assertThat(catalog.writeTable(
                        new Table("lake", "t", List.of(id), List.of(), "file:///t/", "parquet", Map.of(), 0)))
                .isTrue();
        assertThat(asides()).isEmpty();
    }

    private List<String> asides() throws IOException {
        try (Stream<Path> walk = Files.walk(state)) {
            return walk.filter(path -> path.getFileName().toString().equals(ASIDE))
                    .map(path -> state.relativize(path).toString())
                    .toList();
        }
    }
}
