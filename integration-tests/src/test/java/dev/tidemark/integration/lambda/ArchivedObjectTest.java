package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectArchivedException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// An object of an archive tier, which a listing does not tell from others (docs.aws.amazon.com/AmazonS3/latest/API/
/// API_GetObject.html, InvalidObjectState): it is left to later runs, which come by and by and not in circles.
final class ArchivedObjectTest {

    private static final String ARCHIVED = "s3://lake/in/d=1/b.csv";

    private final VirtualAws aws = new VirtualAws(new Random(5));
    private final TinyJob tiny = new TinyJob(aws);
    private boolean archived = true;

    /// A store in which one object is archived.
    private record Archive(ObjectStore store, BooleanSupplier archived) implements ObjectStore {

        @Override
        public ListPage list(String prefix, boolean delimited, @Nullable String token) {
            return store.list(prefix, delimited, token);
        }

        @Override
        public ObjectInput open(String location, @Nullable String etag) {
            if (location.equals(ARCHIVED) && archived.getAsBoolean()) {
                throw new ObjectArchivedException(location);
            }
            return store.open(location, etag);
        }

        @Override
        public Optional<SourceObject> head(String location) {
            return store.head(location);
        }

        @Override
        public boolean putIfAbsent(String location, byte[] bytes) {
            return store.putIfAbsent(location, bytes);
        }

        @Override
        public void delete(List<String> locations) {
            store.delete(locations);
        }
    }

    /// A twin that starts the next run at once, as for an object that was overwritten, starts runs without an end.
    @Test
    void anArchivedObjectIsLeftOutAndTriedAgainLessAndLessOften() {
        aws.store = store -> new Archive(store, () -> archived);
        StrictRunner.Ended first = aws.run("tiny");
        assertThat(first.status()).as(first.cause()).isEqualTo(StrictRunner.Status.SUCCEEDED);
        assertThat(tiny.rows()).hasSize(2);
        assertThat(aws.all).as("the run, and the one that it wakes").hasSizeLessThanOrEqualTo(2);
        for (int i = 0; i < 12 * 24; i++) {
            aws.sweep();
        }
        assertThat(aws.all).as("in a day").hasSizeBetween(3, 14);

        archived = false;
        aws.pass(Duration.ofHours(6));
        aws.sweepUntilQuiet("tiny");
        assertThat(tiny.rows()).isEqualTo(tiny.expected());
    }
}
