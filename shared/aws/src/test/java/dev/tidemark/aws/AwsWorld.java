package dev.tidemark.aws;

import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import software.amazon.awssdk.services.s3.S3Client;

/// A moto of the test's own, and clients for it.
final class AwsWorld implements AutoCloseable {

    /// One of its own: where S3 is not this world's moto, buckets of earlier tests are still there.
    private final String bucket = "contract-" + UUID.randomUUID();

    private final MotoServer moto;
    private final AwsClients clients;
    private final Attempts attempts;

    private AwsWorld(MotoServer moto) {
        this.moto = moto;
        this.clients = AwsClients.of(moto.environment());
        this.attempts = new Attempts(Pause::sleep, new Random(1)::nextLong);
    }

    static AwsWorld start(String test) throws IOException, InterruptedException {
        return new AwsWorld(MotoServer.start(Path.of("target", "moto-logs", test + ".log")));
    }

    AwsClients clients() {
        return clients;
    }

    Attempts attempts() {
        return attempts;
    }

    MotoServer moto() {
        return moto;
    }

    String bucketName() {
        return bucket;
    }

    S3Client bucket() {
        S3Client s3 = clients.s3(null);
        s3.createBucket(request ->
                request.bucket(bucket).createBucketConfiguration(where -> where.locationConstraint("eu-central-1")));
        return s3;
    }

    S3Reach reach() {
        return new S3Reach(S3Places.OWN, S3Reach.Clients.plain(clients));
    }

    @Override
    public void close() {
        moto.close();
    }
}
