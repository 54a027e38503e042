package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What [ObjectStore] and [ObjectInput] promise. Every store's test extends it.
public abstract class ObjectStoreContract {

    /// The store under test, the same one throughout a test.
    protected abstract ObjectStore store();

    /// An empty place of the test's own: a location that ends in `/`.
    protected abstract String root();

    /// What a producer does behind the store's back: writes or overwrites an object.
    protected abstract void produce(String location, byte[] bytes) throws IOException;

    @Test
    void aPlaceWithoutObjectsIsListedAsEmpty() {
        assertThat(store().list(root(), false, null)).isEqualTo(new ListPage(List.of(), List.of(), null));
        assertThat(store().list(root() + "missing/", true, null)).isEqualTo(new ListPage(List.of(), List.of(), null));
    }

    @Test
    @Tag("not-localstack") // Its tokens fail for keys beyond ASCII.
    void pagesHoldAThousandEntriesAndEveryObjectOnce() throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            names.add(root() + "k=%d/f%05d".formatted(i / 900, i));
        }
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, Seeded.of("ObjectStoreContract").random());
        for (String name : shuffled) {
            produce(name, new byte[] {1});
        }

        List<ListPage> pages = pages(root(), false);

        assertThat(pages).extracting(page -> page.objects().size()).containsExactly(1_000, 1_000, 500);
        assertThat(objects(pages)).extracting(SourceObject::location).isEqualTo(names);
        ListPage again = store().list(root(), false, pages.getFirst().next());
        assertThat(again.objects())
                .as("a token can be used again")
                .isEqualTo(pages.get(1).objects());
    }

    @Test
    void aFullLastPageHasNoNext() throws IOException {
        for (int i = 0; i < ListPage.MOST_ENTRIES; i++) {
            produce(root() + "f" + i, new byte[0]);
        }

        assertThat(pages(root(), false)).hasSize(1);
    }

    @Test
    void listingsComeInTheOrderOfUtf8Bytes() throws IOException {
        List<String> names = List.of(
                "a",
                "a-b",
                "a.txt",
                "b/c",
                "b-/c",
                "b/\uFFEE",
                "b/\uD83D\uDE00/z",
                "B",
                "z",
                "\u00E9",
                "\uFFEE",
                "\uFFEE!/x",
                "\uD83D\uDE00\uFFEE",
                "\uD83D\uDE01/y",
                "\uE000");
        for (String name : names) {
            produce(root() + name, new byte[] {1});
        }

        assertThat(objects(pages(root(), false)))
                .extracting(SourceObject::location)
                .isEqualTo(names.stream()
                        .map(name -> root() + name)
                        .sorted((a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b)))
                        .toList());
    }

    @Test
    void aDelimitedListingNamesWhatLiesDirectlyBelow() throws IOException {
        for (String name : List.of("a/1", "a/2", "a/b/3", "a-/4", "c", "d/e/f/5")) {
            produce(root() + name, new byte[] {1});
        }

        ListPage page = store().list(root(), true, null);

        assertThat(page.prefixes()).containsExactly(root() + "a-/", root() + "a/", root() + "d/");
        assertThat(page.objects()).extracting(SourceObject::location).containsExactly(root() + "c");
        assertThat(store().list(root() + "a/", true, null).prefixes()).containsExactly(root() + "a/b/");
        assertThat(store().list(root() + "a/", false, null).objects())
                .extracting(SourceObject::location)
                .containsExactly(root() + "a/1", root() + "a/2", root() + "a/b/3");
    }

    @Test
    @Tag("not-localstack") // Its tokens fail for keys beyond ASCII.
    void foldersCountAsEntriesOfAPage() throws IOException {
        for (int i = 0; i < 1_200; i++) {
            produce(root() + "k=%04d/%s".formatted(i, "f"), new byte[0]);
            if (i % 10 == 0) {
                produce(root() + "k=%04d.txt".formatted(i), new byte[0]);
            }
        }

        List<ListPage> pages = pages(root(), true);

        assertThat(pages)
                .extracting(page -> page.objects().size() + page.prefixes().size())
                .containsExactly(1_000, 320);
        assertThat(pages.stream().flatMap(page -> page.prefixes().stream()))
                .hasSize(1_200)
                .doesNotHaveDuplicates();
        assertThat(objects(pages)).hasSize(120).doesNotHaveDuplicates();
    }

    @Test
    void anObjectsOwnLocationListsIt() throws IOException {
        produce(root() + "one.csv", new byte[] {1, 2});

        assertThat(store().list(root() + "one.csv", false, null).objects())
                .containsExactly(store().head(root() + "one.csv").orElseThrow());
    }

    @Test
    void headSaysWhatAListingSays() throws IOException {
        produce(root() + "a/one", new byte[] {1, 2, 3});
        produce(root() + "a/none", new byte[0]);

        assertThat(store().head(root() + "a/one")).hasValueSatisfying(found -> {
            assertThat(found.sizeBytes()).isEqualTo(3);
            assertThat(store().list(root(), false, null).objects()).contains(found);
        });
        assertThat(store().head(root() + "a/none").orElseThrow().sizeBytes()).isZero();
        assertThat(store().head(root() + "a")).as("a folder is no object").isEmpty();
        assertThat(store().head(root() + "a/one/below")).isEmpty();
        assertThat(store().head(root() + "b")).isEmpty();
    }

    @Test
    void anOverwrittenObjectIsAnotherVersion() throws IOException {
        String location = root() + "one";
        produce(location, new byte[] {1});
        String first = etag(location);
        produce(location, new byte[] {2});

        assertThat(etag(location)).isNotEqualTo(first);
        assertThatThrownBy(() -> store().open(location, first).close())
                .isInstanceOf(ObjectChangedException.class)
                .hasMessageContaining(location);
    }

    @Test
    void anObjectIsReadFromAnyByte() throws IOException {
        String location = root() + "one";
        byte[] bytes = "0123456789".getBytes(StandardCharsets.UTF_8);
        produce(location, bytes);

        for (@Nullable String etag : Arrays.<@Nullable String>asList(null, etag(location))) {
            try (ObjectInput input = store().open(location, etag)) {
                assertThat(input.location()).isEqualTo(location);
                assertThat(input.etag()).isEqualTo(etag(location));
                assertThat(input.sizeBytes()).isEqualTo(10);
                for (int from = 0; from <= bytes.length; from++) {
                    try (InputStream stream = input.stream(from)) {
                        assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, from, bytes.length));
                    }
                }
            }
        }
    }

    /// What was opened is read as it was (a store may have begun to send it), or said to be gone.
    @Test
    void anObjectOverwrittenAfterItWasOpenedIsNeverReadAsTheNewOne() throws IOException {
        String location = root() + "one";
        byte[] old = "first version".getBytes(StandardCharsets.UTF_8);
        produce(location, old);
        try (ObjectInput input = store().open(location, etag(location))) {
            produce(location, "other version".getBytes(StandardCharsets.UTF_8));
            byte[] read = old;
            try {
                read = readAll(input);
            } catch (ObjectChangedException changed) {
                assertThat(changed.location()).isEqualTo(location);
            }
            assertThat(read).isEqualTo(old);
            assertThatThrownBy(() -> readAll(input))
                    .as("a stream that is begun now")
                    .isInstanceOf(ObjectChangedException.class);
        }
    }

    /// A stream that was begun gives the old bytes to their end, or says that they are gone; never a mixture.
    @Test
    void anObjectOverwrittenInMidReadIsNeverMixed() throws IOException {
        String location = root() + "one";
        byte[] old = new byte[300_000];
        Arrays.fill(old, (byte) 'a');
        byte[] young = new byte[300_000];
        Arrays.fill(young, (byte) 'b');
        produce(location, old);
        try (ObjectInput input = store().open(location, null)) {
            byte[] read = old;
            try (InputStream stream = input.stream(0)) {
                int first = stream.read();
                produce(location, young);
                byte[] rest = stream.readAllBytes();
                read = new byte[rest.length + 1];
                read[0] = (byte) first;
                System.arraycopy(rest, 0, read, 1, rest.length);
            } catch (ObjectChangedException changed) {
                assertThat(changed.location()).isEqualTo(location);
            }
            assertThat(read).isEqualTo(old);
        }
    }

    @Test
    void whatIsNotThereIsGone() throws IOException {
        String location = root() + "gone";

        assertThatThrownBy(() -> store().open(location, null).close())
                .isInstanceOf(ObjectGoneException.class)
                .hasMessageContaining(location);
        produce(location, new byte[] {1});
        String etag = etag(location);
        store().delete(List.of(location));
        assertThatThrownBy(() -> store().open(location, etag).close()).isInstanceOf(ObjectGoneException.class);
    }

    @Test
    void onlyTheFirstPutIsWritten() throws IOException {
        String location = root() + "deep/er/one";

        assertThat(store().putIfAbsent(location, new byte[] {1})).isTrue();
        String etag = etag(location);
        assertThat(store().putIfAbsent(location, new byte[] {2, 3})).isFalse();
        assertThat(etag(location)).isEqualTo(etag);
        try (ObjectInput input = store().open(location, etag)) {
            assertThat(readAll(input)).containsExactly(1);
        }
        assertThat(objects(pages(root(), false)))
                .as("nothing else is left behind")
                .hasSize(1);
    }

    @Test
    void ofManyPutsAtOnceOneIsWritten() throws Exception {
        String location = root() + "race";
        List<Callable<Boolean>> puts = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            byte[] bytes = new byte[1_000];
            Arrays.fill(bytes, (byte) i);
            puts.add(() -> store().putIfAbsent(location, bytes));
        }
        int written = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<Boolean> put : threads.invokeAll(puts)) {
                written += put.get() ? 1 : 0;
            }
        }

        assertThat(written).isEqualTo(1);
        try (ObjectInput input = store().open(location, null)) {
            byte[] bytes = readAll(input);
            assertThat(bytes).hasSize(1_000).containsOnly(bytes[0]);
        }
    }

    @Test
    void deletedObjectsAreGoneAndMissingOnesAreFine() throws IOException {
        produce(root() + "a/1", new byte[] {1});
        produce(root() + "a/2", new byte[] {1});
        produce(root() + "b", new byte[] {1});

        store().delete(List.of(root() + "a/1", root() + "never", root() + "no/where", root() + "b/below"));
        store().delete(List.of(root() + "a/1"));
        store().delete(List.of());

        assertThat(objects(pages(root(), false)))
                .extracting(SourceObject::location)
                .containsExactly(root() + "a/2", root() + "b");
        assertThat(store().putIfAbsent(root() + "a/1", new byte[0])).isTrue();
    }

    private List<ListPage> pages(String prefix, boolean delimited) {
        List<ListPage> pages = new ArrayList<>();
        String token = null;
        do {
            ListPage page = store().list(prefix, delimited, token);
            pages.add(page);
            token = page.next();
        } while (token != null);
        return pages;
    }

    private static List<SourceObject> objects(List<ListPage> pages) {
        return pages.stream().flatMap(page -> page.objects().stream()).toList();
    }

    private String etag(String location) {
        return store().head(location).orElseThrow().etag();
    }

    private static byte[] readAll(ObjectInput input) throws IOException {
        try (InputStream stream = input.stream(0)) {
            return stream.readAllBytes();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
