package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.ObjectStore;
import dev.tidemark.testkit.ObjectStoreContract;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

@Tag("aws")
@Tag("s3")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class S3ObjectStoreIT extends ObjectStoreContract {

    private final AwsWorld world;
    private final S3Client s3;
    private final ObjectStore store;
    private final AtomicInteger places = new AtomicInteger();

    S3ObjectStoreIT() throws IOException, InterruptedException {
        world = AwsWorld.start("S3ObjectStoreIT");
        s3 = world.bucket();
        store = new S3ObjectStore(world.reach(), world.attempts());
    }

    @BeforeEach
    void nextPlace() {
        places.incrementAndGet();
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @Override
    protected ObjectStore store() {
        return store;
    }

    @Override
    protected String root() {
        return "s3://" + world.bucketName() + "/a b+c=ü%20/" + places.get() + "/";
    }

    @Override
    protected void produce(String location, byte[] bytes) {
        S3Location place = S3Location.of(location);
        s3.putObject(request -> request.bucket(place.bucket()).key(place.key()), RequestBody.fromBytes(bytes));
    }

    @Test
    void aBucketThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> store.list("s3://nobody-has-this/x/", false, null))
                .isInstanceOf(BucketMissingException.class)
                .hasMessageStartingWith("Cannot list s3://nobody-has-this/x/: ")
                .hasMessageContaining("Create the bucket");
    }
}
