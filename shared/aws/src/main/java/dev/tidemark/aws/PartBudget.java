package dev.tidemark.aws;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/// The heap that all open uploads of a process may hold together; what goes beyond waits in temporary files.
final class PartBudget {

    private final long mostBytes;
    private final Path folder;
    private final AtomicLong held = new AtomicLong();

    /// @param folder where temporary files may lie
    PartBudget(long mostBytes, Path folder) {
        this.mostBytes = mostBytes;
        this.folder = folder;
    }

    void take(long bytes) {
        held.addAndGet(bytes);
    }

    void give(long bytes) {
        held.addAndGet(-bytes);
    }

    long held() {
        return held.get();
    }

    boolean exceeded() {
        return held.get() > mostBytes;
    }

    Path newFile() throws IOException {
        return Files.createTempFile(folder, "tidemark-part-", ".tmp");
    }
}
