package dev.tidemark.aws;

import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Write;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;

/// The clients that reach a job's locations, one a region and role, made when they are needed.
final class S3Reach {

    /// Makes a client.
    @FunctionalInterface
    interface Clients {

        /// @param region  null for the run's own
        /// @param roleArn of the role to take on; null for who works anyway
        S3Client s3(@Nullable String region, @Nullable String roleArn);

        /// Where no role is to be taken on.
        static Clients plain(AwsClients who) {
            return (region, roleArn) -> who.s3(region);
        }
    }

    private record Way(
            boolean own, @Nullable String region, @Nullable String roleArn) {}

    private final S3Places places;
    private final Clients others;
    private final List<String> ownFolders;
    private final Clients own;
    private final Map<Way, S3Client> clients = new ConcurrentHashMap<>();

    S3Reach(S3Places places, Clients clients) {
        this(places, clients, List.of(), clients);
    }

    /// As above, with other rights at some places. No wider than the job's own folders: a job file may name any
    /// location as its source or sink, the rest of the state bucket too, and gets there by the rights of its role.
    ///
    /// @param ownFolders where the job's own objects lie, each ending in `/`
    /// @param own        clients for what lies there
    S3Reach(S3Places places, Clients others, List<String> ownFolders, Clients own) {
        this.places = places;
        this.others = others;
        this.ownFolders = List.copyOf(ownFolders);
        this.own = own;
    }

    S3Write settings(String location) {
        return places.at(location);
    }

    S3Client client(String location) {
        S3Access access = access(location);
        Way way = new Way(ownFolders.stream().anyMatch(location::startsWith), access.region(), access.roleArn());
        return clients.computeIfAbsent(way, made -> (made.own ? own : others).s3(made.region, made.roleArn));
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
