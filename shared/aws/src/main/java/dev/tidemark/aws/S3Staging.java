package dev.tidemark.aws;

import dev.tidemark.listing.SourceObject;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.StagedExpiry;
import dev.tidemark.spi.StagedUpload;
import dev.tidemark.spi.Staging;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// Hidden files as uncompleted multipart uploads of their targets.
///
/// S3 keeps nothing with an upload but its key, so the key says whose it is: a file's name is
/// `part-<runId>-…`, and a run id has no `-`.
public final class S3Staging implements Staging {

    private static final String NAME_BEGINS = "part-";
    private static final int CALLS_AT_ONCE = 16;

    private final S3Uploads uploads;
    private final ObjectStore published;
    private final Attempts attempts;
    private final PartBudget budget;

    /// @param published where completed files appear
    S3Staging(S3Uploads uploads, ObjectStore published, Attempts attempts, PartBudget budget) {
        this.uploads = uploads;
        this.published = published;
        this.attempts = attempts;
        this.budget = budget;
    }

    @Override
    public StagedUpload open(String root, String runId, String target) {
        if (!target.startsWith(root) || runOf(target).filter(runId::equals).isEmpty()) {
            throw new IllegalArgumentException(
                    "%s must lie below %s and be named part-%s-…".formatted(target, root, runId));
        }
        return new S3Upload(uploads, attempts, budget, target, uploads.create(target));
    }

    @Override
    public List<StagedFile> complete(List<StagedFile> files) {
        List<Boolean> visible = atOnce(files, this::complete);
        List<StagedFile> lost = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            if (!visible.get(i)) {
                lost.add(files.get(i));
            }
        }
        return lost;
    }

    /// Without conditions: S3 answers 409 to a completion that meets another conditional one, and all parts would
    /// have to be uploaded again. The name holds the attempt, so what is there is this very file.
    private boolean complete(StagedFile file) {
        String target = file.target();
        S3Location place = S3Location.of(target);
        List<CompletedPart> parts = parts(file);
        return attempts.call(
                "complete the upload of " + target,
                () -> {
                    try {
                        uploads.client(target)
                                .completeMultipartUpload(request -> request.bucket(place.bucket())
                                        .key(place.key())
                                        .uploadId(file.uploadId())
                                        .multipartUpload(upload -> upload.parts(parts))
                                        .expectedBucketOwner(uploads.owner(target)));
                        return true;
                    } catch (S3Exception e) {
                        if (S3Uploads.noSuchUpload(e)) {
                            return isPublished(file);
                        }
                        throw e;
                    }
                },
                () -> {
                    if (isPublished(file)) {
                        return new Attempts.Looked.Done<>(true);
                    }
                    // Gone between the two looks: completed by somebody else, or discarded.
                    return uploads.exists(target, file.uploadId())
                            ? new Attempts.Looked.Unknown<>()
                            : new Attempts.Looked.Done<>(isPublished(file));
                });
    }

    private boolean isPublished(StagedFile file) {
        return published
                .head(file.target())
                .map(SourceObject::sizeBytes)
                .filter(size -> size == file.sizeBytes())
                .isPresent();
    }

    private static List<CompletedPart> parts(StagedFile file) {
        List<CompletedPart> parts = new ArrayList<>();
        for (String text : file.partTags()) {
            PartTag tag = PartTag.of(text);
            parts.add(CompletedPart.builder()
                    .partNumber(parts.size() + 1)
                    .eTag("\"" + tag.etag() + "\"")
                    .checksumCRC32(tag.crc32())
                    .build());
        }
        return parts;
    }

    @Override
    public void discard(List<StagedFile> files) {
        atOnce(files, file -> {
            uploads.discard(file.target(), file.uploadId());
            return true;
        });
    }

    @Override
    public int discardRun(String root, String runId) {
        List<S3Uploads.Open> own = uploads.below(root).stream()
                .filter(upload -> runOf(upload.target()).filter(runId::equals).isPresent())
                .toList();
        atOnce(own, upload -> {
            uploads.discard(upload.target(), upload.uploadId());
            return true;
        });
        return own.size();
    }

    @Override
    public List<String> runs(String root) {
        return uploads.below(root).stream()
                .map(upload -> runOf(upload.target()))
                .flatMap(Optional::stream)
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public StagedExpiry expiry(String root) {
        return uploads.expiry(root);
    }

    /// The run that wrote a file of this name; empty for other programs' uploads.
    static Optional<String> runOf(String target) {
        String name = target.substring(target.lastIndexOf('/') + 1);
        int end = name.indexOf('-', NAME_BEGINS.length());
        return name.startsWith(NAME_BEGINS) && end > NAME_BEGINS.length()
                ? Optional.of(name.substring(NAME_BEGINS.length(), end))
                : Optional.empty();
    }

    /// The answers in order. The first failure is thrown when all calls have ended.
    private static <T, R> List<R> atOnce(List<T> work, Function<T, R> call) {
        if (work.size() <= 1) {
            return work.stream().map(call).toList();
        }
        List<Future<R>> futures = new ArrayList<>();
        List<R> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(Math.min(CALLS_AT_ONCE, work.size()))) {
            work.forEach(one -> futures.add(threads.submit(() -> call.apply(one))));
            for (Future<R> future : futures) {
                answers.add(future.get());
            }
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AwsAnswers.unavailable("finish " + work.size() + " uploads", 1, "the thread was interrupted");
        }
        return answers;
    }
}
