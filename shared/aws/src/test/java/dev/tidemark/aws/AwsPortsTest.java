package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tidemark.job.S3Write;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.ItemKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

final class AwsPortsTest {

    private final CannedAws aws = new CannedAws();

    private AwsPorts ports(Map<String, String> environment) {
        return AwsPorts.of("dev", environment, aws.clients(), aws.attempts(), Path.of("target"), 1 << 20);
    }

    @Test
    void aStagesTableAndBucketAreNamedAfterStageAccountAndRegion() {
        aws.then(CannedAws.ok("<GetCallerIdentityResponse><GetCallerIdentityResult><Account>111122223333</Account>"
                + "</GetCallerIdentityResult></GetCallerIdentityResponse>"));

        AwsPorts ports = ports(Map.of());

        assertThat(ports.table()).isEqualTo("tidemark-dev");
        assertThat(ports.bucket()).isEqualTo("tidemark-dev-111122223333-eu-central-1");
    }

    @Test
    void anyTableAndBucketMayBeUsedAndThenNobodyIsAsked() {
        AwsPorts ports = ports(Map.of("TIDEMARK_TABLE", "t", "TIDEMARK_BUCKET", "b"));

        assertThat(ports.table()).isEqualTo("t");
        assertThat(ports.bucket()).isEqualTo("b");
        assertThat(aws.sent()).isEmpty();
    }

    @Test
    void whoHasNoCredentialsIsToldAtOnce() {
        Attempts attempts = aws.attempts();

        assertThatThrownBy(() -> attempts.call("list s3://b/", () -> {
                    throw SdkClientException.create(
                            "Unable to load credentials from any of the providers in the chain",
                            new IOException("no instance profile"));
                }))
                .isInstanceOf(AwsAccessDeniedException.class)
                .hasMessageStartingWith("Cannot list s3://b/: no credentials are set.");
        assertThat(aws.waits()).isEmpty();
    }

    /// Prices as the pages of S3 and DynamoDB list them for us-east-1.
    private void threeRequestsCostTheirPrices(ToDoubleFunction<Ports> usd) {
        aws.then(CannedAws.s3(404, "NoSuchKey"), CannedAws.ok(""), CannedAws.ok("{}"));
        Ports ports = ports(Map.of("TIDEMARK_BUCKET", "b")).ports(Instant::now, () -> 1L);

        assertThat(ports.objects().head("s3://b/k")).isEmpty();
        assertThat(ports.objects().putIfAbsent("s3://b/k", new byte[] {1})).isTrue();
        assertThat(ports.state().get(new ItemKey("job#j", "head"))).isEmpty();

        assertThat(ports.calls().counts())
                .containsExactly(
                        Map.entry("dynamodb.GetItem", 1L),
                        Map.entry("s3.HeadObject", 1L),
                        Map.entry("s3.PutObject", 1L));
        assertThat(usd.applyAsDouble(ports)).isCloseTo(0.0000004 + 0.000005 + 0.000000125, within(1e-12));
    }

    @Test
    void everyRequestIsCountedWithItsPrice() {
        threeRequestsCostTheirPrices(ports -> ports.calls().usd());
    }

    @Test
    void theTwinThatPricesEveryRequestAlikeIsCaught() {
        assertThatThrownBy(() -> threeRequestsCostTheirPrices(ports -> 0.000005
                        * ports.calls().counts().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void transactionsCostTwoUnitsAnItemAndDeletingIsFree() {
        double unit = 0.625 / 1_000_000;
        assertThat(ListPrices.of("dynamodb", "TransactWriteItems", 3, 900)).isEqualTo(6 * unit);
        assertThat(ListPrices.of("dynamodb", "PutItem", 1, 2_049)).isEqualTo(3 * unit);
        assertThat(ListPrices.of("s3", "DeleteObjects", 1, 5_000)).isZero();
        assertThat(ListPrices.of("s3", "UploadPart", 1, 5_000_000)).isEqualTo(0.000005);
        assertThat(ListPrices.of("sts", "GetCallerIdentity", 1, 0)).isZero();
    }

    @Test
    void thePathThatIsLongestDecides() {
        S3Write warm = new S3Write(S3Write.PLAIN.access(), null, null, null, "STANDARD_IA", Map.of());
        S3Places places = new S3Places(
                List.of(
                        new S3Places.Entry("s3://b/", S3Write.PLAIN),
                        new S3Places.Entry("s3://b/out/warm/", warm),
                        new S3Places.Entry("s3://b/out/", S3Write.PLAIN)),
                S3Write.PLAIN);

        assertThat(places.at("s3://b/out/warm/part-1")).isSameAs(warm);
        assertThat(places.at("s3://b/out/warmer/part-1")).isSameAs(S3Write.PLAIN);
        assertThat(places.at("s3://c/x")).isSameAs(S3Write.PLAIN);
    }

    /// A twin that compares letters takes the role of a source on for its neighbours too.
    @Test
    void aNeighbourThatBeginsLikeAPathIsNotBelowIt() {
        S3Write warm = new S3Write(S3Write.PLAIN.access(), null, null, null, "STANDARD_IA", Map.of());
        S3Places places = new S3Places(List.of(new S3Places.Entry("s3://lake/in", warm)), S3Write.PLAIN);

        assertThat(places.at("s3://lake/in")).isSameAs(warm);
        assertThat(places.at("s3://lake/in/")).isSameAs(warm);
        assertThat(places.at("s3://lake/in/part-1")).isSameAs(warm);
        for (String neighbour : List.of("s3://lake/in-bad/", "s3://lake/in-bad/part-1", "s3://lake/in.csv")) {
            assertThat(places.at(neighbour)).as(neighbour).isSameAs(S3Write.PLAIN);
        }
    }
}
