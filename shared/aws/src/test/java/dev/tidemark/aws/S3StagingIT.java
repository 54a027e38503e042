package dev.tidemark.aws;

import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Staging;
import dev.tidemark.testkit.StagingContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

@Tag("aws")
@Tag("s3")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class S3StagingIT extends StagingContract {

    private final AwsWorld world;
    private final ObjectStore store;
    private final Staging staging;
    private final AtomicInteger places = new AtomicInteger();

    S3StagingIT() throws IOException, InterruptedException {
        world = AwsWorld.start("S3StagingIT");
        world.bucket();
        store = new S3ObjectStore(world.reach(), world.attempts());
        staging = new S3Staging(
                new S3Uploads(world.reach(), world.attempts()),
                store,
                world.attempts(),
                new PartBudget(64 << 20, Path.of("target")));
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
    protected Staging staging() {
        return staging;
    }

    @Override
    protected ObjectStore published() {
        return store;
    }

    @Override
    protected String root() {
        return "s3://" + world.bucketName() + "/a b+c=ü/" + places.get() + "/";
    }
}
