package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.spi.StagedExpiry;
import dev.tidemark.spi.StorageUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Answers are those of the Amazon S3 API Reference, GetBucketLifecycleConfiguration (LifecycleConfiguration; the error
/// NoSuchLifecycleConfiguration).
final class S3LifecycleTest {

    private final CannedAws aws = new CannedAws();
    private final S3Reach reach = aws.reach(S3Places.OWN);
    private final Attempts attempts = aws.attempts();
    private final S3Lifecycle lifecycle = new S3Lifecycle(reach, attempts);

    private static String rule(String status, String where, int days) {
        return "<Rule><Status>%s</Status>%s<AbortIncompleteMultipartUpload><DaysAfterInitiation>%d</DaysAfterInitiation>"
                        .formatted(status, where, days)
                + "</AbortIncompleteMultipartUpload></Rule>";
    }

    private StagedExpiry of(String... rules) {
        aws.then(CannedAws.ok("<?xml version=\"1.0\"?><LifecycleConfiguration>" + String.join("", rules)
                + "</LifecycleConfiguration>"));
        return lifecycle.of("s3://bucket/out/");
    }

    private static StagedExpiry after(int days) {
        return new StagedExpiry.After(Duration.ofDays(days));
    }

    private static void theShortestThatConcernsTheSinkCounts(Function<List<String>, StagedExpiry> judge) {
        assertThat(judge.apply(List.of(
                        rule("Enabled", "<Filter><Prefix></Prefix></Filter>", 7),
                        rule("Enabled", "<Filter><Prefix>out/</Prefix></Filter>", 2),
                        rule("Enabled", "<Filter><Prefix>other/</Prefix></Filter>", 1),
                        rule("Disabled", "<Filter><Prefix>out/</Prefix></Filter>", 1))))
                .isEqualTo(after(2));
    }

    @Test
    void theShortestRuleThatConcernsTheSinkCounts() {
        theShortestThatConcernsTheSinkCounts(rules -> of(rules.toArray(String[]::new)));
        assertThat(aws.sent()).hasSize(1);
        assertThat(aws.sent().getFirst().raw().rawQueryParameters()).containsKey("lifecycle");
    }

    /// Who takes the first rule, who takes rules of other folders, and who takes those that are turned off.
    @Test
    void theTwinsThatTakeOtherRulesAreCaught() {
        List<Function<List<String>, StagedExpiry>> twins = List.of(
                rules -> of(rules.getFirst()),
                rules -> of(String.join("", rules).replace("other/", "out/")),
                rules -> of(String.join("", rules).replace("Disabled", "Enabled")));
        for (Function<List<String>, StagedExpiry> twin : twins) {
            assertThatThrownBy(() -> theShortestThatConcernsTheSinkCounts(twin)).isInstanceOf(AssertionError.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "<Filter><Prefix>out/k=1/</Prefix></Filter>, true",
        "<Filter><Prefix>ou</Prefix></Filter>, true",
        "<Prefix>out/</Prefix>, true",
        "<Filter></Filter>, true",
        "<Filter><And><Prefix>out/</Prefix><ObjectSizeGreaterThan>1</ObjectSizeGreaterThan></And></Filter>, true",
        "<Filter><Prefix>out-old/</Prefix></Filter>, false",
        "<Prefix>in/</Prefix>, false"
    })
    void aPrefixConcernsASinkAboveAndBelowIt(String where, boolean concerns) {
        assertThat(of(rule("Enabled", where, 3))).isEqualTo(concerns ? after(3) : new StagedExpiry.Never());
    }

    @Test
    void aRuleThatOnlyExpiresObjectsLeavesUploadsAlone() {
        assertThat(of("<Rule><Status>Enabled</Status><Filter/><Expiration><Days>1</Days></Expiration></Rule>"))
                .isEqualTo(new StagedExpiry.Never());
    }

    @Test
    void aBucketWithoutRulesNeverDrops() {
        aws.then(CannedAws.s3(404, "NoSuchLifecycleConfiguration"));
        assertThat(lifecycle.of("s3://bucket/out/")).isEqualTo(new StagedExpiry.Never());
    }

    private void nobodyKnows(int status, String code, Supplier<StagedExpiry> asked) {
        aws.then(CannedAws.s3(status, code));
        assertThat(asked.get())
                .isInstanceOfSatisfying(
                        StagedExpiry.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("does not tell its rules"));
        assertThat(aws.sent()).as("nobody waits for another answer").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"405, MethodNotAllowed", "400, UnsupportedOperation", "501, NotImplemented"})
    void whereTheCallIsUnknownNobodyKnows(int status, String code) {
        nobodyKnows(status, code, () -> lifecycle.of("s3://bucket/out/"));
    }

    /// Every plan of a job whose sink is reached by an access point would end so.
    @ParameterizedTest
    @CsvSource({"405, MethodNotAllowed", "400, UnsupportedOperation", "501, NotImplemented"})
    void theTwinThatTakesTheseForRefusalsIsCaught(int status, String code) {
        aws.always(request -> CannedAws.s3(status, code));
        assertThatThrownBy(() -> nobodyKnows(
                        status,
                        code,
                        () -> attempts.call("read the lifecycle rules", () -> {
                            var _ = reach.client("s3://bucket/out/")
                                    .getBucketLifecycleConfiguration(request -> request.bucket("bucket"));
                            return new StagedExpiry.Never();
                        })))
                .isInstanceOfAny(AwsRefusedException.class, StorageUnavailableException.class);
    }

    @Test
    void whoMayNotReadTheRulesWorksAllTheSame() {
        aws.then(CannedAws.s3(403, "AccessDenied"));
        assertThat(lifecycle.of("s3://bucket/out/"))
                .isInstanceOfSatisfying(
                        StagedExpiry.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("s3:GetLifecycleConfiguration"));
    }
}
