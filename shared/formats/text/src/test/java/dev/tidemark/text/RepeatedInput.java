package dev.tidemark.text;

import dev.tidemark.spi.ObjectInput;
import java.io.InputStream;
import java.util.Arrays;

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
                if (at >= sizeBytes()) {
                    return -1;
                }
                int count;
                if (at >= head.length && at < head.length + times) {
                    count = (int) Math.min(length, head.length + times - at);
                    Arrays.fill(into, start, start + count, middle);
                } else {
                    byte[] ends = at < head.length ? head : tail;
                    int from = (int) (at < head.length ? at : at - head.length - times);
                    count = Math.min(length, ends.length - from);
                    System.arraycopy(ends, from, into, start, count);
                }
                at += count;
                return count;
            }
        };
    }

    @Override
    public void close() {}
}
