package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Staging;
import dev.tidemark.testkit.StagingContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalStagingTest extends StagingContract {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final LocalStaging staging = new LocalStaging();
    private final LocalObjectStore published = new LocalObjectStore();

    @Override
    protected Staging staging() {
        return staging;
    }

    @Override
    protected ObjectStore published() {
        return published;
    }

    @Override
    protected String root() {
        return LocalPaths.location(folder) + "/";
    }

    @Test
    void nothingIsLeftOfADiscardedRun() throws IOException {
        staging.open(root(), "R1", root() + "a/part-1").finish();
        assertThat(folder.resolve(".tidemark-staged/R1/part-1")).exists();

        assertThat(staging.discardRun(root(), "R1")).isEqualTo(1);

        assertThat(Files.exists(folder.resolve(".tidemark-staged"))).isFalse();
    }
}
