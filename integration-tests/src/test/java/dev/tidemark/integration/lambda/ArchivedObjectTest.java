package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.run.JobContext;
import dev.tidemark.spi.ObjectArchivedException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Write;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
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

    @Test
    void anArchivedObjectIsLeftOutAndTriedAgainLessAndLessOften() {
        StrictRunner.Ended first = firstRun();
        assertThat(first.status()).as(first.cause()).isEqualTo(StrictRunner.Status.SUCCEEDED);
        assertThat(tiny.rows()).hasSize(2);
        assertThat(aws.all).as("the run, and the one that it wakes").hasSizeLessThanOrEqualTo(2);
        aDayOfSweeps();
        fewRunsADay();

        archived = false;
        aws.pass(Duration.ofHours(6));
        aws.sweepUntilQuiet("tiny");
        assertThat(tiny.rows()).isEqualTo(tiny.expected());
    }

    private StrictRunner.Ended firstRun() {
        aws.store = store -> new Archive(store, () -> archived);
        return aws.run("tiny");
    }

    private void aDayOfSweeps() {
        for (int i = 0; i < 12 * 24; i++) {
            aws.sweep();
        }
    }

    private void fewRunsADay() {
        assertThat(aws.all).as("in a day").hasSizeBetween(3, 14);
    }

    /// The executed twin is the protocol by its letter (Commit, 5: release with `mark+1`, no failure): each run that
    /// only
    /// defers makes the next one due at once, a run each sweep at least (docs/decisions/0021).
    @Test
    void aTwinThatTakesDeferringForNoFailureStartsARunEachSweep() {
        aws.around = (function, payload, instance) -> {
            JsonNode answer = aws.direct(function, payload, instance);
            if (function.equals("Commit") && answer.path("kind").asText().equals("NOTHING_TO_DO")) {
                JobContext context = aws.context("tiny");
                var _ = aws.plain()
                        .state()
                        .write(new Write.Update(
                                context.headKey(), Map.of(), Map.of("failures", 0L), Map.of(), Set.of(), List.of()));
            }
            return answer;
        };
        var _ = firstRun();
        aDayOfSweeps();
        assertThatThrownBy(this::fewRunsADay).isInstanceOf(AssertionError.class);
        assertThat(aws.all).hasSizeGreaterThan(280);
    }
}
