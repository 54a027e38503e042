package dev.tidemark.text;

import dev.tidemark.spi.ObjectInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// An object in memory whose streams say, as those of an SDK may, that nothing is available, and answer in small
/// pieces.
public final class BytesInput implements ObjectInput {

    private final byte[] bytes;
    private final int pieceBytes;

    public BytesInput(byte[] bytes) {
        this(bytes, Integer.MAX_VALUE);
    }

    public BytesInput(byte[] bytes, int pieceBytes) {
        this.bytes = bytes;
        this.pieceBytes = pieceBytes;
    }

    public static BytesInput of(String text) {
        return new BytesInput(text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] resource(String name) throws IOException {
        try (InputStream in = BytesInput.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new IOException("no test resource " + name);
            }
            return in.readAllBytes();
        }
    }

    @Override
    public String location() {
        return "s3://test/object.csv";
    }

    @Override
    public String etag() {
        return "e1";
    }

    @Override
    public long sizeBytes() {
        return bytes.length;
    }

    @Override
    public InputStream stream(long from) {
        return new ByteArrayInputStream(bytes, (int) from, bytes.length - (int) from) {
            @Override
            public synchronized int read(byte[] into, int at, int length) {
                return super.read(into, at, Math.min(length, pieceBytes));
            }

            @Override
            public synchronized int available() {
                return 0;
            }
        };
    }

    @Override
    public void close() {}
}
