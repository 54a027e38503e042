package dev.tidemark.aws;

import dev.tidemark.spi.StagedExpiry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.LifecycleRuleFilter;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// What the lifecycle rules of a bucket do to uncompleted uploads ("AbortIncompleteMultipartUpload").
final class S3Lifecycle {

    private static final String NO_RULES = "NoSuchLifecycleConfiguration";

    /// Never to be answered otherwise, unlike every other status of 500 and above.
    private static final int NOT_IMPLEMENTED = 501;

    private final S3Reach reach;
    private final Attempts attempts;

    S3Lifecycle(S3Reach reach, Attempts attempts) {
        this.reach = reach;
        this.attempts = attempts;
    }

    /// One call. Where the rules are not told the answer is [StagedExpiry.Unknown]: they are not needed for the work
    /// itself, and access points and other stores than Amazon's may not know the call at all.
    StagedExpiry of(String root) {
        S3Location place = S3Location.of(root);
        Optional<List<LifecycleRule>> told;
        try {
            told = attempts.call("read the lifecycle rules of s3://" + place.bucket() + "/", () -> {
                try {
                    return Optional.of(reach.client(root)
                            .getBucketLifecycleConfiguration(
                                    request -> request.bucket(place.bucket()).expectedBucketOwner(reach.owner(root)))
                            .rules());
                } catch (S3Exception e) {
                    if (AwsAnswers.code(e).equals(NO_RULES)) {
                        return Optional.of(List.<LifecycleRule>of());
                    }
                    if (e.statusCode() == NOT_IMPLEMENTED) {
                        return Optional.<List<LifecycleRule>>empty();
                    }
                    throw e;
                }
            });
        } catch (AwsAccessDeniedException denied) {
            return new StagedExpiry.Unknown(
                    "s3:GetLifecycleConfiguration is not allowed on its bucket. Grant it, or see"
                            + " that uploads are kept for 7 days.");
        } catch (AwsRefusedException refused) {
            told = Optional.empty();
        }
        if (told.isEmpty()) {
            return new StagedExpiry.Unknown(
                    "its bucket does not tell its rules in the way in which it is reached. See that"
                            + " uploads are kept for 7 days.");
        }
        List<LifecycleRule> rules = told.get();
        OptionalInt days = rules.stream()
                .filter(rule -> rule.status() == ExpirationStatus.ENABLED && concerns(rule, place.key()))
                .filter(rule -> rule.abortIncompleteMultipartUpload() != null)
                .mapToInt(rule -> rule.abortIncompleteMultipartUpload().daysAfterInitiation())
                .min();
        return days.isPresent() ? new StagedExpiry.After(Duration.ofDays(days.getAsInt())) : new StagedExpiry.Never();
    }

    /// A rule on a prefix below the sink takes a part of its files.
    private static boolean concerns(LifecycleRule rule, String folder) {
        String prefix = prefix(rule);
        return prefix == null || folder.startsWith(prefix) || prefix.startsWith(folder);
    }

    /// Where it stands in a rule is up to who wrote it; the oldest place is deprecated and still answered.
    @SuppressWarnings("deprecation")
    private static @Nullable String prefix(LifecycleRule rule) {
        LifecycleRuleFilter filter = rule.filter();
        if (filter == null) {
            return rule.prefix();
        }
        return filter.and() == null ? filter.prefix() : filter.and().prefix();
    }
}
