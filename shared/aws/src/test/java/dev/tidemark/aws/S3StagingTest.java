package dev.tidemark.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Write;
import dev.tidemark.partition.Partition;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.StagedUpload;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What no emulator enforces. Answers are those of the Amazon S3 API Reference: CreateMultipartUpload, UploadPart,
/// CompleteMultipartUpload, AbortMultipartUpload ("you might need to abort a given multipart upload multiple times"),
/// ListMultipartUploads.
final class S3StagingTest {

    private static final String ROOT = "s3://bucket/out/";
    private static final String TARGET = ROOT + "k=1/part-R1-00001-a-1.parquet";
    private static final String PATH = "/out/k%3D1/part-R1-00001-a-1.parquet";

    @TempDir
    private Path folder;

    private final CannedAws aws = new CannedAws();

    private S3Staging staging(S3Places places, long budgetBytes) {
        S3Reach reach = aws.reach(places);
        return new S3Staging(
                new S3Uploads(reach, aws.attempts()),
                new S3ObjectStore(reach, aws.attempts()),
                aws.attempts(),
                new PartBudget(budgetBytes, folder));
    }

    private S3Staging staging() {
        return staging(S3Places.OWN, 1 << 20);
    }

    private static CannedAws.Reply created(String id) {
        return CannedAws.ok("<?xml version=\"1.0\"?><InitiateMultipartUploadResult><UploadId>" + id
                + "</UploadId></InitiateMultipartUploadResult>");
    }

    private static CannedAws.Reply parts() {
        return CannedAws.ok(
                "<?xml version=\"1.0\"?><ListPartsResult><UploadId>U</UploadId><IsTruncated>false</IsTruncated>"
                        + "<Part><PartNumber>1</PartNumber><ETag>&quot;p1&quot;</ETag><Size>3</Size></Part></ListPartsResult>");
    }

    private static CannedAws.Reply there(long bytes) {
        return CannedAws.of(200, Map.of("ETag", "\"e\""), java.io.InputStream.nullInputStream(), bytes);
    }

    private static CannedAws.Reply completed() {
        return CannedAws.ok("<?xml version=\"1.0\"?><CompleteMultipartUploadResult><ETag>&quot;e-1&quot;</ETag>"
                + "</CompleteMultipartUploadResult>");
    }

    private static StagedFile file() {
        return new StagedFile(TARGET, "U", List.of("p1 crc32=AAAAAA=="), 1, 3, StagedFile.Kind.DATA, 0, Partition.NONE);
    }

    @Test
    void aFileIsUploadedWithItsSettingsAndChecksumsAndCompletedWithoutConditions() throws IOException {
        S3Write settings = new S3Write(
                new S3Access(null, "111122223333", null, false),
                "arn:aws:kms:eu-central-1:1:key/k",
                true,
                "bucket-owner-full-control",
                "INTELLIGENT_TIERING",
                Map.of("team", "a b&c"));
        S3Staging staging = staging(new S3Places(List.of(new S3Places.Entry(ROOT, settings)), S3Write.PLAIN), 1 << 20);
        aws.then(created("U"), CannedAws.of(200, Map.of("ETag", "\"p1\""), new byte[0]), completed());

        StagedUpload upload = staging.open(ROOT, "R1", TARGET);
        upload.write(new byte[] {1, 2, 3}, 0, 3);
        StagedUpload.Handle handle = upload.finish();
        String checksum = Checksums.crc32(new byte[] {1, 2, 3});
        assertThat(handle).isEqualTo(new StagedUpload.Handle("U", List.of("p1 crc32=" + checksum)));
        assertThat(staging.complete(List.of(
                        new StagedFile(TARGET, "U", handle.partTags(), 1, 3, StagedFile.Kind.DATA, 0, Partition.NONE))))
                .isEmpty();

        assertThat(aws.lines())
                .containsExactly(
                        "POST " + PATH + "?uploads",
                        "PUT " + PATH + "?partNumber=1&uploadId=U",
                        "POST " + PATH + "?uploadId=U");
        CannedAws.Sent create = aws.sent().getFirst();
        assertThat(create.header("x-amz-server-side-encryption")).contains("aws:kms");
        assertThat(create.header("x-amz-server-side-encryption-aws-kms-key-id"))
                .contains("arn:aws:kms:eu-central-1:1:key/k");
        assertThat(create.header("x-amz-server-side-encryption-bucket-key-enabled"))
                .contains("true");
        assertThat(create.header("x-amz-acl")).contains("bucket-owner-full-control");
        assertThat(create.header("x-amz-storage-class")).contains("INTELLIGENT_TIERING");
        assertThat(create.header("x-amz-tagging")).contains("team=a%20b%26c");
        assertThat(create.header("x-amz-checksum-algorithm")).contains("CRC32");
        assertThat(aws.sent().get(1).header("x-amz-checksum-crc32")).contains(checksum);
        assertThat(aws.sent())
                .allSatisfy(request -> assertThat(request.header("x-amz-expected-bucket-owner"))
                        .contains("111122223333"));
        CannedAws.Sent complete = aws.sent().getLast();
        assertThat(complete.header("If-None-Match")).isEmpty();
        assertThat(complete.header("If-Match")).isEmpty();
        assertThat(complete.text())
                .contains("<PartNumber>1</PartNumber>")
                .contains("p1")
                .contains("<ChecksumCRC32>" + checksum + "</ChecksumCRC32>");
    }

    @Test
    void anUploadThatIsGoneIsDoneWhenItsNameIsThereAndElseLost() {
        aws.then(CannedAws.s3(404, "NoSuchUpload"), there(3));
        assertThat(staging().complete(List.of(file()))).isEmpty();

        aws.then(CannedAws.s3(404, "NoSuchUpload"), CannedAws.s3(404, "NotFound"));
        assertThat(staging().complete(List.of(file()))).containsExactly(file());

        aws.then(CannedAws.s3(404, "NoSuchUpload"), there(4));
        assertThat(staging().complete(List.of(file())))
                .as("an object of another size is not this file")
                .containsExactly(file());
    }

    @Test
    void afterALostAnswerTheNameIsLookedAtBeforeTheCallIsMadeAgain() {
        aws.then(CannedAws.lost(), there(3));
        assertThat(staging().complete(List.of(file()))).isEmpty();
        assertThat(aws.lines()).containsExactly("POST " + PATH + "?uploadId=U", "HEAD " + PATH);

        aws.then(CannedAws.s3(500, "InternalError"), CannedAws.s3(404, "NotFound"), parts(), completed());
        assertThat(staging().complete(List.of(file()))).isEmpty();
        assertThat(aws.waits()).hasSize(1);

        aws.then(
                CannedAws.s3(500, "InternalError"),
                CannedAws.s3(404, "NotFound"),
                CannedAws.s3(404, "NoSuchUpload"),
                CannedAws.s3(404, "NotFound"));
        assertThat(staging().complete(List.of(file()))).containsExactly(file());
    }

    /// "CompleteMultipartUpload … can return an error in a 200 response".
    @Test
    void anErrorInA200IsAnError() {
        aws.then(
                CannedAws.ok("<?xml version=\"1.0\"?><Error><Code>InternalError</Code><Message>m</Message></Error>"),
                CannedAws.s3(404, "NotFound"),
                parts(),
                completed());

        assertThat(staging().complete(List.of(file()))).isEmpty();
        assertThat(aws.sent()).hasSize(4);
    }

    @Test
    void anUploadIsAbortedUntilItIsGone() {
        aws.then(
                CannedAws.of(204, Map.of(), new byte[0]),
                parts(),
                CannedAws.of(204, Map.of(), new byte[0]),
                CannedAws.s3(404, "NoSuchUpload"));
        staging().discard(List.of(file()));
        assertThat(aws.lines())
                .containsExactly(
                        "DELETE " + PATH + "?uploadId=U",
                        "GET " + PATH + "?max-parts=1&uploadId=U",
                        "DELETE " + PATH + "?uploadId=U",
                        "GET " + PATH + "?max-parts=1&uploadId=U");

        aws.always(request -> request.method().equals("GET") ? parts() : CannedAws.of(204, Map.of(), new byte[0]));
        assertThatThrownBy(() -> staging().discard(List.of(file())))
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("discard the upload of " + TARGET)
                .hasMessageContaining("still has parts");
    }

    /// Uploads of other runs, of runs whose id begins alike, and of other programs stay (M02 and M25: who discards by
    /// listing must name the run).
    @Test
    void aRunsUploadsAreFoundByTheirKeysOverAllPages() {
        String page = "<?xml version=\"1.0\"?><ListMultipartUploadsResult><EncodingType>url</EncodingType>%s"
                + "<IsTruncated>%s</IsTruncated><NextKeyMarker>out/k%%3D1/part-R1-2</NextKeyMarker>"
                + "<NextUploadIdMarker>u2</NextUploadIdMarker></ListMultipartUploadsResult>";
        String first = page.formatted(
                upload("out/k%3D1/part-R1-1", "u1")
                        + upload("out/k%3D1/part-R1-2", "u2")
                        + upload("out/k%3D1/part-R10-1", "u3"),
                "true");
        String second = page.formatted(
                upload("out/part-R2-1", "u4") + upload("out/part-R1-9", "u5") + upload("out/other+file", "u6"),
                "false");
        aws.then(CannedAws.ok(first), CannedAws.ok(second));
        aws.always(request -> CannedAws.s3(404, "NoSuchUpload"));

        assertThat(staging().discardRun(ROOT, "R1")).isEqualTo(3);
        assertThat(aws.sent().get(1).query("key-marker")).contains("out/k=1/part-R1-2");
        assertThat(aws.sent().get(1).query("upload-id-marker")).contains("u2");
        assertThat(aws.lines().subList(2, aws.lines().size()))
                .containsExactlyInAnyOrder(
                        "DELETE /out/k%3D1/part-R1-1?uploadId=u1",
                        "DELETE /out/k%3D1/part-R1-2?uploadId=u2", "DELETE /out/part-R1-9?uploadId=u5");

        aws.then(CannedAws.ok(first), CannedAws.ok(second));
        assertThat(staging().runs(ROOT)).containsExactly("R1", "R10", "R2");
    }

    private static String upload(String key, String id) {
        return "<Upload><Key>" + key + "</Key><UploadId>" + id + "</UploadId></Upload>";
    }

    @Test
    void partsGrowByOnePercentAndTenThousandOfThemPassFiveTerabytes() {
        assertThat(PartSizes.bytes(1)).isEqualTo(8L << 20);
        assertThat(PartSizes.bytes(2)).isEqualTo((long) ((8L << 20) * 1.01));
        long sum = 0;
        int parts = 0;
        while (sum < 5L << 40) {
            parts++;
            assertThat(PartSizes.bytes(parts)).isBetween(PartSizes.LEAST_BYTES, 5L << 30);
            sum += PartSizes.bytes(parts);
        }
        assertThat(parts).isLessThan(PartSizes.MOST_PARTS);
    }

    /// Many files, written in turns, under one small budget: each byte arrives once and in order, the heap held stays
    /// near the budget, only a last part is small, and no temporary file is left.
    @Test
    void manyOpenFilesShareOneBudget() throws IOException {
        Map<String, ByteArrayOutputStream> stored = new java.util.concurrent.ConcurrentHashMap<>();
        Map<String, List<Integer>> sizes = new java.util.concurrent.ConcurrentHashMap<>();
        aws.always(request -> {
            if (request.method().equals("POST")) {
                return created("U");
            }
            stored.computeIfAbsent(request.path(), key -> new ByteArrayOutputStream())
                    .writeBytes(request.body());
            sizes.computeIfAbsent(request.path(), key -> new ArrayList<>()).add(request.body().length);
            return CannedAws.of(200, Map.of("ETag", "\"p\""), new byte[0]);
        });
        PartBudget budget = new PartBudget(3 << 20, folder);
        S3Reach reach = aws.reach(S3Places.OWN);
        S3Staging staging = new S3Staging(
                new S3Uploads(reach, aws.attempts()), new S3ObjectStore(reach, aws.attempts()), aws.attempts(), budget);
        Random random = Seeded.of("S3StagingTest").random();
        List<StagedUpload> uploads = new ArrayList<>();
        List<ByteArrayOutputStream> written = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            uploads.add(staging.open(ROOT, "R1", ROOT + "part-R1-" + i));
            written.add(new ByteArrayOutputStream());
        }
        byte[] bytes = new byte[200_000];
        long mostHeld = 0;
        for (int turn = 0; turn < 300; turn++) {
            random.nextBytes(bytes);
            // The first file gets a third of all bytes: it has whole parts.
            int which = turn % 3 == 0 ? 0 : random.nextInt(12);
            int length = random.nextInt(bytes.length);
            uploads.get(which).write(bytes, 0, length);
            written.get(which).write(bytes, 0, length);
            mostHeld = Math.max(mostHeld, budget.held());
        }
        for (StagedUpload upload : uploads) {
            upload.finish();
        }

        assertThat(mostHeld).isLessThan(5 << 20);
        assertThat(budget.held()).isZero();
        for (int i = 0; i < 12; i++) {
            byte[] expected = written.get(i).toByteArray();
            assertThat(stored)
                    .hasEntrySatisfying(
                            "/out/part-R1-" + i,
                            parts -> assertThat(parts.toByteArray()).isEqualTo(expected));
        }
        sizes.values()
                .forEach(all ->
                        assertThat(all.subList(0, all.size() - 1)).allMatch(size -> size >= PartSizes.LEAST_BYTES));
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aKeyBeyond1024BytesIsRefusedWithoutACall() {
        String target = ROOT + "k=" + "ü".repeat(600) + "/part-R1-1";

        assertThatThrownBy(() -> staging().open(ROOT, "R1", target))
                .isInstanceOf(KeyTooLongException.class)
                .hasMessageContaining("S3 takes 1024");
        assertThat(aws.sent()).isEmpty();
    }

    /// S3 says SlowDown to a part a second before the function is to end. The executed twin knows no end: it waits for
    /// most of a minute, and is killed long before it says why.
    @Test
    void aPartThatIsThrottledAtTheEndOfTheTimeIsGivenUpInTime() {
        AtomicLong now = new AtomicLong();
        BoundedPause pause = new BoundedPause(time -> {
            now.addAndGet(time.toMillis());
            return true;
        });
        Attempts bounded = new Attempts(pause, new Random(7)::nextLong);
        aws.always(request -> request.method().equals("POST") ? created("U") : CannedAws.s3(503, "SlowDown"));

        pause.until(() -> Instant.ofEpochMilli(now.get()), 1_000);
        throttled(bounded);
        assertThat(now).hasValueLessThan(1_000);

        pause.until(() -> Instant.ofEpochMilli(now.get()), Long.MAX_VALUE);
        throttled(bounded);
        assertThat(now).hasValueGreaterThan(10_000);
    }

    private void throttled(Attempts bounded) {
        S3Reach reach = aws.reach(S3Places.OWN);
        S3Staging staging = new S3Staging(
                new S3Uploads(reach, bounded),
                new S3ObjectStore(reach, bounded),
                bounded,
                new PartBudget(1 << 20, folder));
        StagedUpload upload = staging.open(ROOT, "R", ROOT + "part-R-00000-a-0.csv");
        assertThatThrownBy(() -> {
                    upload.write(new byte[] {1}, 0, 1);
                    upload.finish();
                })
                .isInstanceOf(StorageUnavailableException.class)
                .hasMessageContaining("upload part 1 of " + ROOT)
                .hasMessageContaining("canned");
    }
}
