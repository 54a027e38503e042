package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Write;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectArchivedException;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What no emulator enforces. Answers are those of the Amazon S3 API Reference: ListObjectsV2, GetObject, PutObject
/// ("Conditional writes"), DeleteObjects, "Error responses".
final class S3ObjectStoreTest {

    private static final String OBJECT = "s3://bucket/in/a.csv";

    private final CannedAws aws = new CannedAws();
    private final S3ObjectStore store = new S3ObjectStore(aws.reach(S3Places.OWN), aws.attempts());

    private static CannedAws.Reply object(int status, String etag, String bytes) {
        return CannedAws.of(status, Map.of("ETag", "\"" + etag + "\""), bytes.getBytes(StandardCharsets.UTF_8));
    }

    /// `encoding-type=url`: keys come percent-encoded, and are decoded exactly once.
    @Test
    void keysOfAListingAreDecodedOnce() {
        aws.then(CannedAws.ok("<?xml version=\"1.0\"?><ListBucketResult><EncodingType>url</EncodingType>"
                + "<IsTruncated>false</IsTruncated>"
                + "<Contents><Key>in/a%252Bb%2Bc+d%C3%BC.csv</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>"
                + "<ETag>&quot;e1&quot;</ETag><Size>3</Size><StorageClass>GLACIER</StorageClass></Contents>"
                + "<CommonPrefixes><Prefix>in/k%3D1/</Prefix></CommonPrefixes></ListBucketResult>"));

        ListPage page = store.list("s3://bucket/in/", true, null);

        assertThat(page.objects()).extracting(SourceObject::location).containsExactly("s3://bucket/in/a%2Bb+c dü.csv");
        assertThat(page.objects().getFirst().storageClass()).isEqualTo("GLACIER");
        assertThat(page.objects().getFirst().etag()).isEqualTo("e1");
        assertThat(page.prefixes()).containsExactly("s3://bucket/in/k=1/");
        assertThat(aws.sent().getFirst().query("encoding-type")).contains("url");
        assertThat(aws.sent().getFirst().query("list-type")).contains("2");
    }

    @Test
    void aTokenCountsOnlyWhenTheListingIsTruncated() {
        String page = "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>%s</IsTruncated>"
                + "<NextContinuationToken>more</NextContinuationToken></ListBucketResult>";
        aws.then(CannedAws.ok(page.formatted("true")), CannedAws.ok(page.formatted("false")));

        assertThat(store.list("s3://bucket/in/", false, null).next()).isEqualTo("more");
        assertThat(store.list("s3://bucket/in/", false, "more").next()).isNull();
        assertThat(aws.sent().getLast().query("continuation-token")).contains("more");
    }

    @Test
    void anObjectReadFrontToBackCostsOneRequestBoundToItsEtag() throws IOException {
        aws.then(object(200, "e1", "0123456789"));

        try (ObjectInput input = store.open(OBJECT, "e1");
                InputStream bytes = input.stream(0)) {
            assertThat(input.sizeBytes()).isEqualTo(10);
            assertThat(bytes.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("0123456789");
        }
        assertThat(aws.sent()).hasSize(1);
        assertThat(aws.sent().getFirst().header("If-Match")).contains("\"e1\"");
        assertThat(aws.sent().getFirst().header("Range")).isEmpty();
    }

    @Test
    void whatAnObjectIsNotAnyMoreIsSaid() {
        aws.then(
                CannedAws.s3(412, "PreconditionFailed"),
                CannedAws.s3(404, "NoSuchKey"),
                CannedAws.s3(403, "InvalidObjectState"),
                CannedAws.s3(403, "AccessDenied"),
                CannedAws.s3(403, "AccessDenied"),
                CannedAws.s3(404, "NoSuchBucket"));

        assertThatThrownBy(() -> store.open(OBJECT, "e1")).isInstanceOf(ObjectChangedException.class);
        assertThatThrownBy(() -> store.open(OBJECT, "e1")).isInstanceOf(ObjectGoneException.class);
        assertThatThrownBy(() -> store.open(OBJECT, "e1"))
                .isInstanceOf(ObjectArchivedException.class)
                .hasMessageContaining("s3://bucket/in/a.csv is archived");
        assertThatThrownBy(() -> store.open(OBJECT, "e1"))
                .isInstanceOf(AwsAccessDeniedException.class)
                .hasMessageContaining("Cannot read s3://bucket/in/a.csv");
        assertThatThrownBy(() -> store.open(OBJECT, "e1")).isInstanceOf(BucketMissingException.class);
        assertThat(aws.sent()).hasSize(6);
    }

    /// "If you don't have the s3:ListBucket permission, Amazon S3 returns an HTTP status code 403" (GetObject,
    /// HeadObject):
    /// neither call names a prefix, by which a job's role may list.
    @Test
    void aForbiddenObjectIsGoneWhenAListingOfItsNameSaysSo() {
        String page = "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>false</IsTruncated>%s</ListBucketResult>";
        String other = "<Contents><Key>in/a.csv.old</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>"
                + "<ETag>&quot;e1&quot;</ETag><Size>3</Size></Contents>";
        String same = other.replace(".old", "");
        aws.then(
                CannedAws.s3(403, "AccessDenied"),
                CannedAws.ok(page.formatted("")),
                CannedAws.s3(403, "AccessDenied"),
                CannedAws.ok(page.formatted(other)),
                CannedAws.of(403, Map.of(), new byte[0]),
                CannedAws.ok(page.formatted("")),
                // Broken twins of that answer: it is there, and may not be read.
                CannedAws.s3(403, "AccessDenied"),
                CannedAws.ok(page.formatted(same)),
                CannedAws.of(403, Map.of(), new byte[0]),
                CannedAws.s3(403, "AccessDenied"));

        assertThatThrownBy(() -> store.open(OBJECT, "e1")).isInstanceOf(ObjectGoneException.class);
        assertThatThrownBy(() -> store.open(OBJECT, "e1")).isInstanceOf(ObjectGoneException.class);
        assertThat(store.head(OBJECT)).isEmpty();
        assertThatThrownBy(() -> store.open(OBJECT, "e1")).isInstanceOf(AwsAccessDeniedException.class);
        assertThatThrownBy(() -> store.head(OBJECT)).isInstanceOf(AwsAccessDeniedException.class);
        assertThat(aws.sent().get(1).query("prefix")).contains("in/a.csv");
        assertThat(aws.sent()).hasSize(10);
    }

    /// The bytes after a broken connection come from the same version, or from none.
    @Test
    void aBrokenConnectionGoesOnWhereItWasWithTheSameCondition() throws IOException {
        aws.then(broken("0123456789", 4), object(206, "e1", "456789"));

        assertThat(read()).isEqualTo("0123456789");
        assertThat(aws.sent().getLast().header("Range")).contains("bytes=4-");
        assertThat(aws.sent().getLast().header("If-Match")).contains("\"e1\"");
        assertThat(aws.waits()).hasSize(1);
    }

    @Test
    void anObjectOverwrittenWhileTheConnectionWasBrokenIsChanged() {
        aws.then(broken("0123456789", 4), CannedAws.s3(412, "PreconditionFailed"));

        assertThatThrownBy(this::read).isInstanceOf(ObjectChangedException.class);
    }

    private String read() throws IOException {
        try (ObjectInput input = store.open(OBJECT, "e1");
                InputStream bytes = input.stream(0)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static CannedAws.Reply broken(String text, int after) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        InputStream some = new FilterInputStream(new ByteArrayInputStream(bytes, 0, after)) {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int read = super.read(into, from, length);
                if (read < 0) {
                    throw new IOException("Connection reset");
                }
                return read;
            }
        };
        return CannedAws.of(200, Map.of("ETag", "\"e1\""), some, bytes.length);
    }

    /// 409 ConditionalRequestConflict: another write is under way, which may still fail.
    @Test
    void aConflictingWriteIsTriedAgainAndOnly412SaysThatOneIsThere() {
        aws.then(
                CannedAws.s3(409, "ConditionalRequestConflict"),
                CannedAws.lost(),
                CannedAws.s3(503, "SlowDown"),
                CannedAws.s3(412, "PreconditionFailed"));

        assertThat(store.putIfAbsent("s3://bucket/runs/R/result-1.json", new byte[] {1, 2}))
                .isFalse();
        assertThat(aws.sent()).hasSize(4).allSatisfy(request -> {
            assertThat(request.header("If-None-Match")).contains("*");
            assertThat(request.header("x-amz-checksum-crc32")).contains(Checksums.crc32(new byte[] {1, 2}));
            assertThat(request.body()).containsExactly(1, 2);
        });
        assertThat(aws.waits()).hasSize(3);
    }

    /// The broken twin of reading entry errors (the store's M24): an answer of 200 is taken for success.
    @Test
    void objectsThatADeleteCouldNotDeleteAreReadFromItsAnswer() {
        aws.then(
                CannedAws.ok("<?xml version=\"1.0\"?><DeleteResult><Error><Key>b</Key><Code>InternalError</Code>"
                        + "<Message>We encountered an internal error.</Message></Error></DeleteResult>"),
                CannedAws.ok("<?xml version=\"1.0\"?><DeleteResult></DeleteResult>"));

        store.delete(List.of("s3://bucket/a", "s3://bucket/b"));

        assertThat(aws.sent()).hasSize(2);
        assertThat(aws.sent().getFirst().text()).contains("<Key>a</Key>").contains("<Key>b</Key>");
        assertThat(aws.sent().getLast().text()).doesNotContain("<Key>a</Key>").contains("<Key>b</Key>");

        aws.then(CannedAws.ok("<?xml version=\"1.0\"?><DeleteResult><Error><Key>a</Key><Code>AccessDenied</Code>"
                + "<Message>Access Denied</Message></Error></DeleteResult>"));
        assertThatThrownBy(() -> store.delete(List.of("s3://bucket/a")))
                .isInstanceOf(AwsAccessDeniedException.class)
                .hasMessageContaining("Cannot delete s3://bucket/a");
    }

    @Test
    void atMostAThousandObjectsAreDeletedACall() {
        aws.always(request -> CannedAws.ok("<?xml version=\"1.0\"?><DeleteResult></DeleteResult>"));
        List<String> many = java.util.stream.IntStream.range(0, 2_001)
                .mapToObj(i -> "s3://bucket/k" + i)
                .toList();

        store.delete(many);

        assertThat(aws.sent())
                .extracting(request -> request.text().split("<Key>", -1).length - 1)
                .containsExactly(1_000, 1_000, 1);
    }

    @Test
    void eachLocationIsReachedAsItsBlockOfTheJobFileSays() {
        S3Access foreign = new S3Access("us-west-2", "111122223333", null, true);
        S3Places places = new S3Places(
                List.of(
                        new S3Places.Entry("s3://bucket/in/", new S3Write(foreign, null, null, null, null, Map.of())),
                        new S3Places.Entry("s3://bucket/in/own/", S3Write.PLAIN)),
                S3Write.PLAIN);
        S3ObjectStore reached = new S3ObjectStore(aws.reach(places), aws.attempts());
        aws.always(request -> CannedAws.s3(404, "NotFound"));

        reached.head("s3://bucket/in/a.csv");
        reached.head("s3://bucket/in/own/a.csv");

        CannedAws.Sent first = aws.sent().getFirst();
        assertThat(first.host()).isEqualTo("bucket.s3.us-west-2.amazonaws.com");
        assertThat(first.header("x-amz-expected-bucket-owner")).contains("111122223333");
        assertThat(first.header("x-amz-request-payer")).contains("requester");
        CannedAws.Sent second = aws.sent().getLast();
        assertThat(second.host()).isEqualTo("bucket.s3.eu-central-1.amazonaws.com");
        assertThat(second.header("x-amz-expected-bucket-owner")).isEmpty();
        assertThat(second.header("x-amz-request-payer")).isEmpty();
    }

    @Test
    void directoryBucketsAndOtherStoresAreRefusedWithoutACall() {
        assertThatThrownBy(() -> store.list("s3://fast--euc1-az1--x-s3/in/", false, null))
                .isInstanceOf(DirectoryBucketException.class)
                .hasMessageContaining("Use a general purpose bucket");
        assertThatThrownBy(() -> store.head("file:///in/a"))
                .isInstanceOf(NotS3Exception.class)
                .hasMessageContaining("--set lake=s3://");
        assertThat(aws.sent()).isEmpty();
    }
}
