package dev.tidemark.aws;

import software.amazon.awssdk.services.s3.model.EncodingType;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// What a 403 for an object may mean: that it is not there.
///
/// S3 answers 404 only to those who may list the bucket (GetObject, "Permissions"). Whose right to list is bound to a
/// prefix may not, as a GET names no prefix, so they ask for the very name.
final class S3Absence {

    private S3Absence() {}

    /// Whether a listing shows that there is no such object. One more call, and only after a 403.
    static boolean shown(S3Reach reach, String location) {
        S3Location place = S3Location.of(location);
        try {
            ListObjectsV2Response page = reach.client(location)
                    .listObjectsV2(request -> request.bucket(place.bucket())
                            .prefix(place.key())
                            .maxKeys(1)
                            .encodingType(EncodingType.URL)
                            .expectedBucketOwner(reach.owner(location))
                            .requestPayer(reach.payer(location)));
            return page.contents().stream().noneMatch(object -> object.key().equals(place.key()));
        } catch (S3Exception e) {
            // Who may not list either was denied the object itself.
            if (e.statusCode() == 403) {
                return false;
            }
            throw e;
        }
    }
}
