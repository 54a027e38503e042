package dev.tidemark.aws;

import dev.tidemark.spi.StagedUpload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.sync.RequestBody;

/// A multipart upload being written. One thread.
final class S3Upload implements StagedUpload {

    private static final String BYTES = "application/octet-stream";

    private final S3Uploads uploads;
    private final Attempts attempts;
    private final PartBudget budget;
    private final String target;
    private final String uploadId;
    private final PartBuffer part;
    private final List<String> tags = new ArrayList<>();
    private long position;

    S3Upload(S3Uploads uploads, Attempts attempts, PartBudget budget, String target, String uploadId) {
        this.uploads = uploads;
        this.attempts = attempts;
        this.budget = budget;
        this.target = target;
        this.uploadId = uploadId;
        this.part = new PartBuffer(budget);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int at = from;
        int left = length;
        while (left > 0) {
            int some = (int) Math.min(left, PartSizes.bytes(tags.size() + 1) - part.size());
            part.add(bytes, at, some);
            at += some;
            left -= some;
            position += some;
            if (part.size() == PartSizes.bytes(tags.size() + 1)) {
                send();
            } else if (budget.exceeded()) {
                shed();
            }
        }
    }

    /// Gives memory back: as a part where S3 takes one of that size before the last, else to a temporary file.
    private void shed() throws IOException {
        if (part.size() >= PartSizes.LEAST_BYTES && tags.size() < PartSizes.MOST_PARTS / 2) {
            send();
        } else {
            part.spill();
        }
    }

    @Override
    public long position() {
        return position;
    }

    /// An upload needs a part, also when the file is empty.
    @Override
    public Handle finish() {
        if (part.size() > 0 || tags.isEmpty()) {
            send();
        }
        return new Handle(uploadId, tags);
    }

    @Override
    public void abort() {
        part.clear();
        uploads.discard(target, uploadId);
    }

    private void send() {
        int number = tags.size() + 1;
        String crc32 = part.crc32();
        S3Location place = S3Location.of(target);
        String etag = attempts.call(
                "upload part %d of %s".formatted(number, target),
                () -> uploads.client(target)
                        .uploadPart(
                                request -> request.bucket(place.bucket())
                                        .key(place.key())
                                        .uploadId(uploadId)
                                        .partNumber(number)
                                        .contentLength(part.size())
                                        .checksumCRC32(crc32)
                                        .expectedBucketOwner(uploads.owner(target)),
                                RequestBody.fromContentProvider(part::open, part.size(), BYTES))
                        .eTag());
        tags.add(new PartTag(S3ObjectStore.etag(etag), crc32).text());
        part.clear();
    }
}
