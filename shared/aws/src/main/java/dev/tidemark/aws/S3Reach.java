package dev.tidemark.aws;

import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Write;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;

/// The clients that reach a job's locations, one a region, made when they are needed.
final class S3Reach {

    private final S3Places places;
    private final Function<@Nullable String, S3Client> makeClient;
    private final @Nullable String stateRoot;
    private final Map<String, S3Client> clients = new ConcurrentHashMap<>();
    private final Map<String, S3Client> ownClients = new ConcurrentHashMap<>();
    private final Function<@Nullable String, S3Client> makeOwn;

    /// @param makeClient a client for a region, null being the run's own
    S3Reach(S3Places places, Function<@Nullable String, S3Client> makeClient) {
        this(places, makeClient, null, makeClient);
    }

    /// As above, with other rights at one place.
    ///
    /// @param stateRoot where the job's own objects lie, ending in `/`
    /// @param makeOwn   a client for what lies there
    S3Reach(
            S3Places places,
            Function<@Nullable String, S3Client> makeClient,
            @Nullable String stateRoot,
            Function<@Nullable String, S3Client> makeOwn) {
        this.places = places;
        this.makeClient = makeClient;
        this.stateRoot = stateRoot;
        this.makeOwn = makeOwn;
    }

    S3Write settings(String location) {
        return places.at(location);
    }

    S3Client client(String location) {
        String region = access(location).region();
        if (stateRoot != null && location.startsWith(stateRoot)) {
            return ownClients.computeIfAbsent(region == null ? "" : region, key -> makeOwn.apply(region));
        }
        return clients.computeIfAbsent(region == null ? "" : region, key -> makeClient.apply(region));
    }

    /// Who must own the bucket, or null for anybody.
    @Nullable
    String owner(String location) {
        return access(location).expectedBucketOwner();
    }

    /// `requester` where the reader pays, else null.
    @Nullable
    String payer(String location) {
        return access(location).requesterPays() ? "requester" : null;
    }

    private S3Access access(String location) {
        return places.at(location).access();
    }
}
