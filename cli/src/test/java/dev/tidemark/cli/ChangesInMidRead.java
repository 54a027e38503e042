package dev.tidemark.cli;

import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectInput;
import java.io.IOException;
import java.io.InputStream;

/// After half of its bytes the object is another one.
///
/// @param name  end of its location
/// @param open  the how many-th opening of it meets the change
/// @param tells whether the store says so; a broken one ends the stream
record ChangesInMidRead(String name, int open, boolean tells) implements MeddledObjects.Meddling {

    @Override
    public InputStream streamed(ObjectInput input, int opened, long from, InputStream bytes) {
        return input.location().endsWith(name) && opened == open
                ? new Half(bytes, input, input.sizeBytes() / 2, tells)
                : bytes;
    }

    private static final class Half extends InputStream {

        private final InputStream bytes;
        private final ObjectInput input;
        private final boolean tells;
        private long left;

        Half(InputStream bytes, ObjectInput input, long left, boolean tells) {
            this.bytes = bytes;
            this.input = input;
            this.left = left;
            this.tells = tells;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int at, int length) throws IOException {
            if (left == 0) {
                if (tells) {
                    throw new ObjectChangedException(input.location(), input.etag());
                }
                return -1;
            }
            int count = bytes.read(to, at, (int) Math.min(length, left));
            left -= Math.max(count, 0);
            return count;
        }

        @Override
        public void close() throws IOException {
            bytes.close();
        }
    }
}
