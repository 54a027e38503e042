package dev.tidemark.text;

import dev.tidemark.spi.ObjectInput;
import java.io.InputStream;

/// An object of any size that takes no memory: a head, one byte over and over, a tail.
///
/// @param times how often `middle` stands between them
public record RepeatedInput(byte[] head, byte middle, long times, byte[] tail) implements ObjectInput {

    @Override
    public String location() {
        return "s3://test/large";
    }

    @Override
    public String etag() {
        return "e1";
    }

    @Override
    public long sizeBytes() {
        return head.length + times + tail.length;
    }

    @Override
    public InputStream stream(long from) {
        return new InputStream() {
            private long at = from;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] into, int start, int length) {
                int count = 0;
                while (count < length && at < sizeBytes()) {
                    into[start + count++] = byteAt(at++);
                }
                return count == 0 ? -1 : count;
            }
        };
    }

    private byte byteAt(long at) {
        if (at < head.length) {
            return head[(int) at];
        }
        return at < head.length + times ? middle : tail[(int) (at - head.length - times)];
    }

    @Override
    public void close() {}
}
