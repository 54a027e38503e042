package dev.tidemark.local;

import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// One version of a file. If-Match is a comparison before the first byte and after the last one that is read.
final class LocalInput implements ObjectInput {

    private final Path file;
    private final String location;
    private final String etag;
    private final long sizeBytes;

    LocalInput(Path file, String location, String etag, SourceObject found) {
        this.file = file;
        this.location = location;
        this.etag = etag;
        this.sizeBytes = found.sizeBytes();
        if (!found.etag().equals(etag)) {
            throw new ObjectChangedException(location, etag);
        }
    }

    /// What a listing says of a regular file; empty for anything else.
    static Optional<SourceObject> version(Path file, String location) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        BasicFileAttributes basic = Files.readAttributes(file, BasicFileAttributes.class);
        Object inode = Files.getAttribute(file, "unix:ino");
        FileTime modified = basic.lastModifiedTime();
        String etag = modified.to(TimeUnit.NANOSECONDS) + "-" + inode;
        return Optional.of(new SourceObject(location, basic.size(), modified.toInstant(), etag, null));
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public String etag() {
        return etag;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public InputStream stream(long from) throws IOException {
        SeekableByteChannel channel;
        try {
            channel = Files.newByteChannel(file);
        } catch (NoSuchFileException e) {
            throw new ObjectGoneException(location);
        } catch (FileSystemException e) {
            throw DurableFiles.failed("read " + location, e);
        }
        try {
            channel.position(from);
            checkVersion();
        } catch (IOException | ObjectChangedException e) {
            channel.close();
            throw e;
        }
        return new CheckedStream(Channels.newInputStream(channel));
    }

    @Override
    public void close() {}

    private void checkVersion() throws IOException {
        Optional<SourceObject> now;
        try {
            now = version(file, location);
        } catch (NoSuchFileException e) {
            now = Optional.empty();
        }
        if (now.isEmpty() || !now.get().etag().equals(etag) || now.get().sizeBytes() != sizeBytes) {
            throw new ObjectChangedException(location, etag);
        }
    }

    private final class CheckedStream extends FilterInputStream {

        CheckedStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            if (read < 0) {
                checkVersion();
            }
            return read;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read = super.read(bytes, from, length);
            if (read < 0) {
                checkVersion();
            }
            return read;
        }

        /// Checks too: a reader of a range stops before the end.
        @Override
        public void close() throws IOException {
            super.close();
            checkVersion();
        }
    }
}
