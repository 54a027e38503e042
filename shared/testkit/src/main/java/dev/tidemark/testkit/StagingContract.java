package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.Partition;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.StagedUpload;
import dev.tidemark.spi.Staging;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What [Staging] promises. Every staging's test extends it.
public abstract class StagingContract {

    /// The staging under test, the same one throughout a test.
    protected abstract Staging staging();

    /// Where completed files appear.
    protected abstract ObjectStore published();

    /// An empty place of the test's own: a location that ends in `/`.
    protected abstract String root();

    @Test
    void aStagedFileIsHiddenUntilCompletedAndThenWhole() throws IOException {
        StagedUpload upload = staging().open(root(), "R1", root() + "k=1/j=2/part-R1-1");
        byte[] bytes = "-abc-".getBytes(StandardCharsets.UTF_8);
        upload.write(bytes, 1, 2);
        upload.write(bytes, 3, 1);
        assertThat(upload.position()).isEqualTo(3);
        StagedFile file = file(upload, root() + "k=1/j=2/part-R1-1");

        assertThat(visible()).isEmpty();
        assertThat(published().list(root(), true, null).prefixes()).isEmpty();
        assertThat(published().head(file.target())).isEmpty();
        assertThat(staging().complete(List.of(file))).isEmpty();
        assertThat(text(file.target())).isEqualTo("abc");
    }

    @Test
    void completingAgainChangesNothing() throws IOException {
        StagedFile first = staged("R1", "a/part-1", "one");
        StagedFile second = staged("R1", "a/part-2", "two");
        assertThat(staging().complete(List.of(first))).isEmpty();
        SourceObject before = published().head(first.target()).orElseThrow();

        assertThat(staging().complete(List.of(second, first))).isEmpty();
        assertThat(staging().complete(List.of(first, second))).isEmpty();

        assertThat(published().head(first.target())).contains(before);
        assertThat(text(second.target())).isEqualTo("two");
    }

    @Test
    void filesNeitherStagedNorAtTheirTargetAreLost() throws IOException {
        StagedFile kept = staged("R1", "part-1", "one");
        StagedFile dropped = staged("R1", "part-2", "two");
        staging().discard(List.of(dropped));

        assertThat(staging().complete(List.of(dropped, kept))).containsExactly(dropped);
        assertThat(text(kept.target())).isEqualTo("one");
        assertThat(published().head(dropped.target())).isEmpty();
    }

    @Test
    void anEmptyFileIsPublishedToo() throws IOException {
        StagedFile empty = staged("R1", "part-1", "");

        assertThat(staging().complete(List.of(empty))).isEmpty();
        assertThat(published().head(empty.target()).orElseThrow().sizeBytes()).isZero();
    }

    @Test
    void discardingLeavesCompletedAndDiscardedFilesAsTheyAre() throws IOException {
        StagedFile completed = staged("R1", "part-1", "one");
        StagedFile discarded = staged("R1", "part-2", "two");
        staging().complete(List.of(completed));

        staging().discard(List.of(completed, discarded));
        staging().discard(List.of(completed, discarded));

        assertThat(text(completed.target())).isEqualTo("one");
        assertThat(visible()).containsExactly(completed.target());
    }

    @Test
    void anAbortedUploadIsDropped() throws IOException {
        StagedUpload upload = staging().open(root(), "R1", root() + "part-R1-1");
        upload.write(new byte[] {1}, 0, 1);
        StagedUpload finished = staging().open(root(), "R1", root() + "part-R1-2");
        StagedFile file = file(finished, root() + "part-R1-2");
        upload.abort();
        finished.abort();

        assertThat(staging().discardRun(root(), "R1")).isZero();
        assertThat(staging().complete(List.of(file))).containsExactly(file);
    }

    @Test
    @Tag("not-localstack") // It lists uploads with keys that it does not encode as it says.
    void discardingARunDropsItsHiddenFilesAndNoOthers() throws IOException {
        StagedFile completed = staged("R1", "part-0", "zero");
        staged("R1", "k=1/part-1", "one");
        staging().open(root(), "R1", root() + "k=2/part-R1-2").write(new byte[] {1}, 0, 1);
        StagedFile other = staged("R2", "k=1/part-3", "three");
        staging().complete(List.of(completed));
        assertThat(staging().runs(root())).containsExactlyInAnyOrder("R1", "R2");

        assertThat(staging().discardRun(root(), "R1")).isEqualTo(2);
        assertThat(staging().discardRun(root(), "R1")).isZero();
        assertThat(staging().discardRun(root(), "never")).isZero();

        assertThat(staging().runs(root())).containsExactly("R2");
        assertThat(staging().complete(List.of(other))).isEmpty();
        assertThat(visible()).containsExactlyInAnyOrder(completed.target(), other.target());
    }

    @Test
    void aRootKnowsOnlyItsOwnRuns() throws IOException {
        assertThat(staging().runs(root())).isEmpty();
        assertThat(staging().runs(root() + "missing/")).isEmpty();
        staged("R1", "part-1", "one");

        assertThat(staging().runs(root() + "other/")).isEmpty();
        assertThat(staging().discardRun(root() + "other/", "R1")).isZero();
        assertThat(staging().discardRun(root(), "R1")).isEqualTo(1);
    }

    @Test
    void manyThreadsStageAtOnce() throws Exception {
        List<Callable<StagedFile>> work = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String name = "k=%d/part-R1-%d".formatted(i % 3, i);
            work.add(() -> staged("R1", name.replace("R1-", ""), name));
        }
        List<StagedFile> files = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<StagedFile> file : threads.invokeAll(work)) {
                files.add(file.get());
            }
        }

        assertThat(staging().complete(files)).isEmpty();
        for (StagedFile file : files) {
            assertThat(root() + text(file.target())).isEqualTo(file.target());
        }
    }

    /// As a run names its files: on S3 nothing but the key of an upload says whose it is.
    /// A file of the run, hidden.
    protected final StagedFile staged(String runId, String plain, String text) throws IOException {
        String name = plain.replace("part-", "part-" + runId + "-");
        StagedUpload upload = staging().open(root(), runId, root() + name);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        upload.write(bytes, 0, bytes.length);
        return file(upload, root() + name);
    }

    private static StagedFile file(StagedUpload upload, String target) throws IOException {
        StagedUpload.Handle handle = upload.finish();
        return new StagedFile(
                target,
                handle.uploadId(),
                handle.partTags(),
                1,
                upload.position(),
                StagedFile.Kind.DATA,
                0,
                Partition.NONE);
    }

    private List<String> visible() {
        return published().list(root(), false, null).objects().stream()
                .map(SourceObject::location)
                .toList();
    }

    private String text(String location) throws IOException {
        try (ObjectInput input = published().open(location, null);
                InputStream stream = input.stream(0)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
