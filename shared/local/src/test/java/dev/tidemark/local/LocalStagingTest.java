package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.local.FileJournal.Call;
import dev.tidemark.partition.Partition;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.StagedUpload;
import dev.tidemark.spi.Staging;
import dev.tidemark.testkit.StagingContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /// However many files a chunk stages, their folder is synced once, before the result that names them is there.
    @Test
    void theFilesOfAChunkShareOneSyncOfTheirFolderAndThatOfEachNewFolderOfTheSink() throws IOException {
        FileJournal journal = new FileJournal(path -> false);
        DurableFiles files = new DurableFiles(journal);
        LocalStaging shared = new LocalStaging(files);
        List<StagedFile> staged = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String target = root() + "k=" + i + "/part-" + i;
            StagedUpload upload = shared.open(root(), "R1", target);
            upload.write(new byte[] {1}, 0, 1);
            staged.add(new StagedFile(
                    target, upload.finish().uploadId(), List.of(), 1, 1, StagedFile.Kind.DATA, 0, Partition.NONE));
        }
        assertThat(new LocalObjectStore(files).putIfAbsent(root() + "work/result-00000.json", new byte[] {1}))
                .isTrue();
        assertThat(shared.complete(staged)).isEmpty();

        Path hidden = folder.resolve(LocalStaging.FOLDER).resolve("R1");
        List<Call> calls = journal.calls();
        int last = calls.indexOf(new Call.Sync(hidden.resolve("part-199")));
        List<Call> syncs = calls.stream()
                .filter(call -> call.equals(new Call.Sync(hidden)))
                .toList();
        assertThat(syncs).as("syncs of the staged files' folder").hasSize(1);
        int result = calls.stream()
                .filter(Call.Link.class::isInstance)
                .map(calls::indexOf)
                .findFirst()
                .orElseThrow();
        assertThat(calls.indexOf(new Call.Sync(hidden))).isGreaterThan(last).isLessThan(result);
        assertThat(calls.stream().filter(call -> call.equals(new Call.Sync(folder))))
                .as("syncs of the sink's root")
                .hasSizeLessThan(5);
        for (int i = 0; i < 200; i++) {
            assertThat(calls).contains(new Call.Sync(folder.resolve("k=" + i)));
        }
        assertThat(folder.resolve(LocalStaging.FOLDER)).doesNotExist();
    }

    @Test
    void whatOtherRunsStagedStaysWhenARunIsPublished() throws IOException {
        StagedFile one = staged("R1", "part-1", "one");
        StagedFile two = staged("R1", "part-2", "two");
        StagedFile other = staged("R2", "part-3", "three");
        assertThat(staging.complete(List.of(one))).isEmpty();
        assertThat(staging.runs(root())).containsExactly("R1", "R2");
        assertThat(staging.complete(List.of(two))).isEmpty();
        assertThat(staging.runs(root())).containsExactly("R2");
        assertThat(staging.complete(List.of(other))).isEmpty();
        assertThat(folder.resolve(LocalStaging.FOLDER)).doesNotExist();
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
