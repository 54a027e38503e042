package dev.tidemark.aws;

import dev.tidemark.spi.StagedExpiry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Uncompleted multipart uploads by target and id.
final class S3Uploads {

    private static final String NO_SUCH_UPLOAD = "NoSuchUpload";

    private final S3Reach reach;
    private final Attempts attempts;

    S3Uploads(S3Reach reach, Attempts attempts) {
        this.reach = reach;
        this.attempts = attempts;
    }

    /// @param target full location of the object it would become
    record Open(String target, String uploadId) {}

    S3Client client(String target) {
        return reach.client(target);
    }

    @Nullable
    String owner(String target) {
        return reach.owner(target);
    }

    /// A call whose answer is lost leaves an upload that nobody knows; discarding the run finds it by its key.
    String create(String target) {
        S3Location place = S3Location.of(target).writable();
        S3WriteSettings settings = new S3WriteSettings(reach.settings(target));
        return attempts.call(
                "begin the upload of " + target,
                () -> client(target)
                        .createMultipartUpload(request -> settings.apply(request.bucket(place.bucket())
                                .key(place.key())
                                .checksumAlgorithm(ChecksumAlgorithm.CRC32)
                                .expectedBucketOwner(owner(target))))
                        .uploadId());
    }

    /// Whether there is such an upload, and then with how many parts (the first page's).
    boolean exists(String target, String uploadId) {
        S3Location place = S3Location.of(target);
        return attempts.call("list the parts of the upload of " + target, () -> {
            try {
                client(target)
                        .listParts(request -> request.bucket(place.bucket())
                                .key(place.key())
                                .uploadId(uploadId)
                                .maxParts(1)
                                .expectedBucketOwner(owner(target)));
                return true;
            } catch (S3Exception e) {
                if (noSuchUpload(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    /// Drops an upload for good. A part that arrives while S3 aborts may survive: it is aborted until it is gone.
    void discard(String target, String uploadId) {
        String what = "discard the upload of " + target;
        for (int made = 1; abort(what, target, uploadId) && exists(target, uploadId); made++) {
            if (made == Attempts.MOST || !attempts.rest(made)) {
                throw AwsAnswers.unavailable(what, made, "the upload still has parts");
            }
        }
    }

    /// @return false when there was none
    private boolean abort(String what, String target, String uploadId) {
        S3Location place = S3Location.of(target);
        return attempts.call(what, () -> {
            try {
                client(target)
                        .abortMultipartUpload(request -> request.bucket(place.bucket())
                                .key(place.key())
                                .uploadId(uploadId)
                                .expectedBucketOwner(owner(target)));
                return true;
            } catch (S3Exception e) {
                if (noSuchUpload(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    /// All uploads below a location.
    List<Open> below(String root) {
        S3Location place = S3Location.of(root);
        List<Open> found = new ArrayList<>();
        String key = null;
        String id = null;
        boolean more = true;
        while (more) {
            String fromKey = key;
            String fromId = id;
            ListMultipartUploadsResponse page = attempts.call(
                    "list the uploads below " + root,
                    () -> client(root)
                            .listMultipartUploads(request -> request.bucket(place.bucket())
                                    .prefix(place.key())
                                    .keyMarker(fromKey)
                                    .uploadIdMarker(fromId)
                                    .encodingType(EncodingType.URL)
                                    .expectedBucketOwner(owner(root))));
            for (MultipartUpload upload : page.uploads()) {
                found.add(new Open(place.sibling(upload.key()), upload.uploadId()));
            }
            more = Boolean.TRUE.equals(page.isTruncated());
            key = page.nextKeyMarker();
            id = page.nextUploadIdMarker();
        }
        return found;
    }

    /// When the bucket's rules abort uploads below a location.
    StagedExpiry expiry(String root) {
        return new S3Lifecycle(reach, attempts).of(root);
    }

    static boolean noSuchUpload(S3Exception e) {
        return e.statusCode() == 404 && AwsAnswers.code(e).equals(NO_SUCH_UPLOAD);
    }
}
