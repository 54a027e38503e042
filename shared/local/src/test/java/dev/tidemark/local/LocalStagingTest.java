package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Staging;
import dev.tidemark.testkit.StagingContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    void aStagedFileThatWasCutIsLostAndNotPublished() throws IOException {
        StagedFile file = staged("R1", "part-1", "three");
        Files.writeString(Path.of(file.uploadId()), "th");

        assertThat(staging.complete(List.of(file))).containsExactly(file);
        assertThat(published.head(file.target())).isEmpty();
    }

    @Test
    void nothingIsLeftOfADiscardedRun() throws IOException {
        staging.open(root(), "R1", root() + "a/part-1").finish();
        assertThat(folder.resolve(".tidemark-staged/R1/part-1")).exists();

        assertThat(staging.discardRun(root(), "R1")).isEqualTo(1);

        assertThat(Files.exists(folder.resolve(".tidemark-staged"))).isFalse();
    }

    /// The broken twin follows the link: its file would appear outside the sink.
    @Test
    void aLinkOutOfTheSinkIsRefusedBeforeAnythingIsStaged(@TempDir Path elsewhere) throws IOException {
        Files.createSymbolicLink(folder.resolve("k=1"), elsewhere);

        assertThatThrownBy(() -> staging.open(root(), "R1", root() + "k=1/j=2/part-1"))
                .isInstanceOf(OutsideSinkException.class)
                .hasMessageContaining(folder.resolve("k=1") + ": it leads to " + elsewhere.toRealPath());

        assertThat(folder.resolve(LocalStaging.FOLDER)).doesNotExist();
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void aLinkWithinTheSinkIsFollowed() throws IOException {
        Files.createDirectories(folder.resolve("k=2"));
        Files.createSymbolicLink(folder.resolve("k=1"), folder.resolve("k=2"));

        assertThat(staging.open(root(), "R1", root() + "k=1/part-1").position()).isZero();
    }

    @Test
    void dotsDoNotLeadOutOfTheSink() {
        for (String name : List.of("../part-1", "k=1/../../other/part-1", "k=1/../part-1")) {
            assertThatThrownBy(() -> staging.open(root() + "sink/", "R1", root() + "sink/" + name))
                    .as(name)
                    .isInstanceOf(OutsideSinkException.class)
                    .hasMessageContaining("outside");
        }
        assertThat(folder.resolve("sink")).doesNotExist();
    }

    /// A rename cannot cross file systems: found out at the commit, that commit could never end.
    @Test
    void aPartitionOnAnotherFileSystemIsRefused() throws IOException {
        Path memory = Path.of("/dev/shm");
        if (!Files.isWritable(memory)
                || Files.getAttribute(memory, "unix:dev").equals(Files.getAttribute(folder, "unix:dev"))) {
            System.out.println("LocalStagingTest: this machine has no second file system to write to");
            return;
        }
        Files.createSymbolicLink(folder.resolve("k=1"), memory);

        assertThatThrownBy(() -> staging.open(root(), "R1", root() + "k=1/part-1"))
                .isInstanceOf(OutsideSinkException.class)
                .hasMessageContaining("another file system than " + folder);
    }
}
