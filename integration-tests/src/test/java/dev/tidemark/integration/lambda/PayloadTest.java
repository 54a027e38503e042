package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// EV-05: what travels through the state machine stays small, however many chunks there are and however
/// long keys are.
final class PayloadTest {

    private static final int CHUNKS = 100_000;
    private static final int MOST_BYTES = 32 << 10;

    @Test
    void allPayloadsOfAHundredThousandChunksAreUnder32Kilobytes() {
        VirtualAws aws = new VirtualAws(new Random(1));
        var _ = aws.deploy(TinyJob.YAML, Map.of());
        aws.objects.put("s3://lake/sample.csv", "name,version\nx,1\n");
        aws.store = store -> new Huge(store, "s3://lake/in/d=1/");
        AtomicInteger chunks = new AtomicInteger();
        aws.around = (function, payload, instance) -> {
            // Workers and commit answer the same few bytes for one chunk as for any number; here they do no work.
            if (payload.path("kind").asText().equals("chunk")) {
                chunks.incrementAndGet();
                return answer("{\"wire\":1,\"kind\":\"DONE\",\"chunk\":99999}");
            }
            return function.equals("Commit")
                    ? answer("{\"wire\":1,\"kind\":\"COMMITTED\",\"due\":false}")
                    : aws.direct(function, payload, instance);
        };
        StrictRunner.Ended ended = aws.run("tiny");
        assertThat(ended.status()).as("%s", ended).isEqualTo(StrictRunner.Status.SUCCEEDED);
        assertThat(chunks.get()).isGreaterThanOrEqualTo(CHUNKS);
        System.out.println(
                "PayloadTest: the largest payload of " + CHUNKS + " chunks has " + ended.largestBytes() + " bytes");
        assertThat(ended.largestBytes()).isLessThan(MOST_BYTES);
    }

    /// The executed twin answers the list itself, 3,000 keys of 200 characters: the service ends the execution, and no
    /// catcher sees it.
    @Test
    void aTwinWhosePlanAnswersTheListItselfIsEndedByTheService() {
        VirtualAws aws = new VirtualAws(new Random(1));
        var _ = new TinyJob(aws);
        aws.statusRule = false;
        aws.around = (function, payload, instance) -> {
            JsonNode answered = aws.direct(function, payload, instance);
            if (function.equals("Plan")) {
                for (int key = 0; key < 3_000; key++) {
                    ((ObjectNode) answered).withArray("keys").add("%0200d".formatted(key));
                }
            }
            return answered;
        };
        StrictRunner.Ended ended = aws.run("tiny");
        assertThat(ended.status()).isEqualTo(StrictRunner.Status.FAILED);
        assertThat(ended.error()).isEqualTo("States.DataLimitExceeded");
        assertThat(ended.trail()).containsExactly("Plan");
    }

    private static JsonNode answer(String text) {
        return VirtualAws.json(text);
    }

    /// A folder of 100,000 objects with keys of 200 characters, each large enough to be a chunk of its own.
    private record Huge(ObjectStore store, String folder) implements ObjectStore {

        private SourceObject object(int number) {
            String name = folder + "%0180d.csv".formatted(number);
            return new SourceObject(name, 100L << 20, Instant.EPOCH, "e" + number, null);
        }

        @Override
        public ListPage list(String prefix, boolean delimited, @Nullable String token) {
            if (prefix.equals("s3://lake/in/") && delimited) {
                return new ListPage(List.of(), List.of(folder), null);
            }
            if (!prefix.equals(folder) && !prefix.equals("s3://lake/in/")) {
                return store.list(prefix, delimited, token);
            }
            int from = token == null ? 0 : Integer.parseInt(token);
            int to = Math.min(CHUNKS, from + ListPage.MOST_ENTRIES);
            List<SourceObject> page = new ArrayList<>();
            for (int number = from; number < to; number++) {
                page.add(object(number));
            }
            return new ListPage(page, List.of(), to == CHUNKS ? null : Integer.toString(to));
        }

        @Override
        public ObjectInput open(String location, @Nullable String etag) {
            return location.startsWith(folder) ? store.open("s3://lake/sample.csv", null) : store.open(location, etag);
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
}
