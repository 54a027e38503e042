package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.testkit.ObjectStoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalObjectStoreTest extends ObjectStoreContract {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final LocalObjectStore store = new LocalObjectStore();
    private long seconds;

    @Override
    protected ObjectStore store() {
        return store;
    }

    @Override
    protected String root() {
        return LocalPaths.location(folder) + "/";
    }

    /// Writes aside and renames, with a new time, as a careful producer does.
    @Override
    protected void produce(String location, byte[] bytes) throws IOException {
        Path file = LocalPaths.path(location);
        Files.createDirectories(DurableFiles.parent(file));
        Path aside = folder.resolve(".tidemark-test-producer");
        Files.write(aside, bytes);
        seconds++;
        Files.setLastModifiedTime(aside, FileTime.from(Instant.ofEpochSecond(seconds)));
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void namesOfTidemarksOwnAreNotListed() throws IOException {
        produce(root() + "a/.tidemark-tmp-1-1", new byte[] {1});
        produce(root() + ".tidemark-staged/R1/part", new byte[] {1});
        produce(root() + "a/.tidemark-x/y", new byte[] {1});
        produce(root() + "a/.tidemarked", new byte[] {1});
        produce(root() + "a/_SUCCESS", new byte[] {1});

        assertThat(store.list(root(), false, null).objects())
                .extracting(SourceObject::location)
                .containsExactly(root() + "a/.tidemarked", root() + "a/_SUCCESS");
        assertThat(store.list(root(), true, null).prefixes()).containsExactly(root() + "a/");
    }

    /// The broken twin: links followed wherever they lead, by which the folder's rows are read twice.
    @Test
    void twoLinksToOneFolderAreRefusedAndOneIsFollowed() throws IOException {
        produce(root() + "x/y/one", new byte[] {1});
        produce(root() + "in/two", new byte[] {1});
        Files.createSymbolicLink(folder.resolve("in/l1"), Path.of("../x"));
        assertThat(store.list(root() + "in/", false, null).objects())
                .extracting(SourceObject::location)
                .containsExactly(root() + "in/l1/y/one", root() + "in/two");

        for (String second : new String[] {"../x", "../x/y", "../x/y/one", "two", "..", "."}) {
            Path link = Files.createSymbolicLink(folder.resolve("in/l2"), Path.of(second));
            for (boolean delimited : new boolean[] {true, false}) {
                assertThatThrownBy(() -> store.list(root() + "in/", delimited, null))
                        .as("l2 to %s", second)
                        .isInstanceOf(TwiceListedException.class)
                        .hasMessageContaining(root() + "in/l")
                        .hasMessageContaining("Remove one");
            }
            Files.delete(link);
        }
    }

    @Test
    void aTouchedFileIsAnotherVersion() throws IOException {
        produce(root() + "one", new byte[] {1});
        SourceObject before = store.head(root() + "one").orElseThrow();
        Files.setLastModifiedTime(folder.resolve("one"), FileTime.from(Instant.ofEpochSecond(99, 1)));

        assertThat(store.head(root() + "one").orElseThrow().etag()).isNotEqualTo(before.etag());
    }

    /// The location is part of an input's identity: what was moved is read again.
    @Test
    void aMovedFolderHoldsNewObjects() throws IOException {
        produce(root() + "before/one", new byte[] {1});
        SourceObject before = store.head(root() + "before/one").orElseThrow();
        Files.move(folder.resolve("before"), folder.resolve("after"));

        SourceObject after = store.head(root() + "after/one").orElseThrow();

        assertThat(after.etag()).isEqualTo(before.etag());
        assertThat(ObjectVersion.of(after.location(), after.etag(), after.sizeBytes()))
                .isNotEqualTo(ObjectVersion.of(before.location(), before.etag(), before.sizeBytes()));
        assertThat(store.head(root() + "before/one")).isEmpty();
    }

    @Test
    void anotherStoreContinuesAListingByItsToken() throws IOException {
        for (int i = 0; i < 1_001; i++) {
            produce(root() + "k=%d/%04d".formatted(i % 2, i), new byte[0]);
        }
        ListPage first = store.list(root(), false, null);

        ListPage second = new LocalObjectStore().list(root(), false, first.next());

        assertThat(second.objects()).extracting(SourceObject::location).containsExactly(root() + "k=1/0999");
        assertThat(second.next()).isNull();
    }

    @Test
    void listingsThatNobodyGoesOnWithAreForgottenAndCanStillBeGoneOnWith() throws IOException {
        for (int i = 0; i < 1_001; i++) {
            produce(root() + "many/%04d".formatted(i), new byte[0]);
        }
        ListPage first = store.list(root() + "many/", false, null);
        for (int i = 0; i < 3 * LocalObjectStore.MOST_WALKS; i++) {
            Files.createSymbolicLink(folder.resolve("l" + i), Path.of("many"));
            ListPage abandoned = store.list(root() + "l" + i + "/", false, null);
            assertThat(abandoned.next()).isNotNull();
        }
        assertThat(store.openWalks()).isEqualTo(LocalObjectStore.MOST_WALKS);
        assertThat(store.list(root() + "many/", false, first.next()).objects())
                .extracting(SourceObject::location)
                .containsExactly(root() + "many/1000");
    }

    @Test
    void locationsOfOtherStoresAreRefused() {
        assertThatThrownBy(() -> store.list("s3://bucket/", false, null)).isInstanceOf(NotLocalException.class);
    }
}
