package dev.tidemark.cli;

import dev.tidemark.compression.Compression;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that `init` drafts a job from, as readers see it.
record SampleFile(Path path) implements ObjectInput {

    @Override
    public String location() {
        return Shown.of(path);
    }

    @Override
    public String etag() {
        return "";
    }

    @Override
    public long sizeBytes() {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public InputStream stream(long from) throws IOException {
        InputStream stream = Files.newInputStream(path);
        stream.skipNBytes(from);
        return stream;
    }

    @Override
    public void close() {}

    /// The first bytes, decompressed.
    ///
    /// @throws UsageException            when the file cannot be read
    /// @throws UnreadableObjectException when its compressed data is damaged
    byte[] head(int most) {
        try (InputStream plain = Compression.open(this)) {
            return plain.readNBytes(most);
        } catch (IOException e) {
            throw new UsageException("Cannot read " + Shown.of(path) + ": " + e + ".");
        }
    }
}
