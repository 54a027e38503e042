package dev.tidemark.testkit;

import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.StagedExpiry;
import dev.tidemark.spi.StagedUpload;
import dev.tidemark.spi.Staging;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Hidden files in memory, as S3's multipart uploads behave: an upload is gone once completed or discarded.
public final class MemoryStaging implements Staging {

    /// Size of all parts but the last.
    public static final int PART_BYTES = 5 << 20;

    private final MemoryObjectStore published;
    private final InstantSource clock;
    private final Map<String, Upload> uploads = new TreeMap<>();
    private StagedExpiry expiry = new StagedExpiry.Never();
    private long opened;

    /// Time stands still: no file ever gets old.
    ///
    /// @param published where completed files appear
    public MemoryStaging(MemoryObjectStore published) {
        this(published, () -> Instant.EPOCH);
    }

    /// @param published where completed files appear
    /// @param clock     by which hidden files get older
    public MemoryStaging(MemoryObjectStore published, InstantSource clock) {
        this.published = published;
        this.clock = clock;
    }

    /// Targets of all hidden files.
    public synchronized List<String> hidden() {
        dropOld();
        return uploads.values().stream().map(upload -> upload.target).toList();
    }

    @Override
    public synchronized StagedUpload open(String root, String runId, String target) {
        if (!target.startsWith(root)) {
            throw new IllegalArgumentException(target + " does not lie below " + root);
        }
        opened++;
        Upload upload = new Upload("upload-%06d".formatted(opened), root, runId, target);
        uploads.put(upload.id, upload);
        return upload;
    }

    @Override
    public synchronized List<StagedFile> complete(List<StagedFile> files) {
        dropOld();
        List<StagedFile> lost = new ArrayList<>();
        for (StagedFile file : files) {
            Upload upload = uploads.remove(file.uploadId());
            if (upload != null) {
                published.put(upload.target, upload.bytes.toByteArray());
            } else if (published.head(file.target()).isEmpty()) {
                lost.add(file);
            }
        }
        return lost;
    }

    @Override
    public synchronized void discard(List<StagedFile> files) {
        files.forEach(file -> uploads.remove(file.uploadId()));
    }

    @Override
    public synchronized int discardRun(String root, String runId) {
        int before = uploads.size();
        uploads.values().removeIf(upload -> upload.root.equals(root) && upload.runId.equals(runId));
        return before - uploads.size();
    }

    @Override
    public synchronized List<String> runs(String root) {
        dropOld();
        return uploads.values().stream()
                .filter(upload -> upload.root.equals(root))
                .map(upload -> upload.runId)
                .distinct()
                .sorted()
                .toList();
    }

    /// From now on the store drops hidden files so, as soon as it may.
    public synchronized void expiring(StagedExpiry rule) {
        expiry = rule;
    }

    private void dropOld() {
        if (expiry instanceof StagedExpiry.After(Duration age)) {
            Instant oldest = clock.instant().minus(age);
            uploads.values().removeIf(upload -> !upload.openedAt.isAfter(oldest));
        }
    }

    @Override
    public synchronized StagedExpiry expiry(String root) {
        return expiry;
    }

    private final class Upload implements StagedUpload {

        private final String id;
        private final String root;
        private final String runId;
        private final String target;
        private final Instant openedAt = clock.instant();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Upload(String id, String root, String runId, String target) {
            this.id = id;
            this.root = root;
            this.runId = runId;
            this.target = target;
        }

        @Override
        public void write(byte[] some, int from, int length) {
            bytes.write(some, from, length);
        }

        @Override
        public long position() {
            return bytes.size();
        }

        @Override
        public Handle finish() {
            List<String> tags = new ArrayList<>();
            for (long part = 0; part * PART_BYTES < Math.max(1, bytes.size()); part++) {
                tags.add(id + "-part-" + part);
            }
            return new Handle(id, tags);
        }

        @Override
        public void abort() {
            synchronized (MemoryStaging.this) {
                uploads.remove(id);
            }
        }
    }
}
