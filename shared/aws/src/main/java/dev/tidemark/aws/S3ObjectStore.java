package dev.tidemark.aws;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Objects in general purpose buckets of S3.
public final class S3ObjectStore implements ObjectStore {

    /// DeleteObjects takes no more.
    private static final int MOST_DELETES = 1_000;

    private final S3Reach reach;
    private final Attempts attempts;

    S3ObjectStore(S3Reach reach, Attempts attempts) {
        this.reach = reach;
        this.attempts = attempts;
    }

    @Override
    public ListPage list(String prefix, boolean delimited, @Nullable String token) {
        S3Location place = S3Location.of(prefix);
        ListObjectsV2Response page = attempts.call(
                "list " + prefix,
                () -> reach.client(prefix)
                        .listObjectsV2(request -> request.bucket(place.bucket())
                                .prefix(place.key())
                                .delimiter(delimited ? "/" : null)
                                .continuationToken(token)
                                .encodingType(EncodingType.URL)
                                .expectedBucketOwner(reach.owner(prefix))
                                .requestPayer(reach.payer(prefix))));
        return new ListPage(
                page.contents().stream()
                        .map(object -> new SourceObject(
                                place.sibling(object.key()),
                                object.size(),
                                object.lastModified(),
                                etag(object.eTag()),
                                storageClass(object.storageClassAsString())))
                        .toList(),
                page.commonPrefixes().stream()
                        .map(CommonPrefix::prefix)
                        .map(place::sibling)
                        .toList(),
                // Some stores send a token with their last page.
                Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null);
    }

    @Override
    public ObjectInput open(String location, @Nullable String etag) {
        return S3ObjectInput.open(reach, attempts, location, etag);
    }

    @Override
    public Optional<SourceObject> head(String location) {
        S3Location place = S3Location.of(location);
        return attempts.call("look at " + location, () -> {
            try {
                HeadObjectResponse head = reach.client(location)
                        .headObject(request -> request.bucket(place.bucket())
                                .key(place.key())
                                .expectedBucketOwner(reach.owner(location))
                                .requestPayer(reach.payer(location)));
                return Optional.of(new SourceObject(
                        location,
                        head.contentLength(),
                        head.lastModified() == null ? Instant.EPOCH : head.lastModified(),
                        etag(head.eTag()),
                        storageClass(head.storageClassAsString())));
            } catch (S3Exception e) {
                if (e.statusCode() == 404 || (e.statusCode() == 403 && S3Absence.shown(reach, location))) {
                    return Optional.<SourceObject>empty();
                }
                throw e;
            }
        });
    }

    @Override
    public boolean putIfAbsent(String location, byte[] bytes) {
        S3Location place = S3Location.of(location).writable();
        S3WriteSettings settings = new S3WriteSettings(reach.settings(location));
        String checksum = Checksums.crc32(bytes);
        return attempts.call("write " + location, () -> {
            try {
                reach.client(location)
                        .putObject(
                                request -> settings.apply(request.bucket(place.bucket())
                                        .key(place.key())
                                        .ifNoneMatch("*")
                                        .checksumCRC32(checksum)
                                        .expectedBucketOwner(reach.owner(location))),
                                RequestBody.fromBytes(bytes));
                return true;
            } catch (S3Exception e) {
                // 409 means that another write is under way, which may still fail: only 412 says that one is there.
                if (e.statusCode() == 412) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public void delete(List<String> locations) {
        Map<String, List<String>> byBucket = locations.stream()
                .collect(Collectors.groupingBy(
                        location -> S3Location.of(location).bucket()));
        byBucket.forEach((bucket, some) -> {
            for (int from = 0; from < some.size(); from += MOST_DELETES) {
                delete(bucket, some.subList(from, Math.min(from + MOST_DELETES, some.size())));
            }
        });
    }

    /// DeleteObjects answers 200 with an error an object that it could not delete.
    private void delete(String bucket, List<String> locations) {
        String first = locations.getFirst();
        List<String> left = locations;
        for (int made = 1; !left.isEmpty(); made++) {
            List<ObjectIdentifier> names = left.stream()
                    .map(location -> ObjectIdentifier.builder()
                            .key(S3Location.of(location).key())
                            .build())
                    .toList();
            String what = "delete %d objects of bucket %s, the first %s".formatted(names.size(), bucket, first);
            List<S3Error> errors = attempts.call(
                    what,
                    () -> reach.client(first)
                            .deleteObjects(request -> request.bucket(bucket)
                                    .delete(Delete.builder()
                                            .objects(names)
                                            .quiet(true)
                                            .build())
                                    .expectedBucketOwner(reach.owner(first)))
                            .errors());
            List<String> again = new ArrayList<>();
            for (S3Error error : errors) {
                String location = "s3://" + bucket + "/" + error.key();
                if (!AwsAnswers.unknownCode(error.code())) {
                    throw AwsAnswers.refusal("delete " + location, error.code(), error.message());
                }
                again.add(location);
            }
            if (!again.isEmpty() && (made == Attempts.MOST || !attempts.rest(made))) {
                throw AwsAnswers.unavailable(
                        "delete " + again.getFirst(), made, errors.getFirst().message());
            }
            left = again;
        }
    }

    /// Without the quotes that HTTP wants around it.
    static String etag(String quoted) {
        return quoted.length() >= 2 && quoted.startsWith("\"") && quoted.endsWith("\"")
                ? quoted.substring(1, quoted.length() - 1)
                : quoted;
    }

    private static @Nullable String storageClass(@Nullable String name) {
        return name == null || name.equals("STANDARD") ? null : name;
    }
}
