package dev.tidemark.spi;

import java.io.IOException;
import java.io.InputStream;

/// One version of one object, open for reading by ranges.
///
/// Every read is bound to [#etag()] (If-Match): a stream answers [ObjectChangedException] when the object is no
/// longer the version that was asked for, at its first byte or any later one; what was read before then must be
/// thrown away.
public interface ObjectInput extends AutoCloseable {

    /// Full location, `s3://…` or `file:///…`.
    String location();

    String etag();

    long sizeBytes();

    /// Bytes from `from` to the object's end. The caller closes it.
    ///
    /// @throws ObjectChangedException when the version is gone; no retry helps, the next run takes the new version
    InputStream stream(long from) throws IOException;

    @Override
    void close();
}
