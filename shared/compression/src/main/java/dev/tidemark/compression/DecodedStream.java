package dev.tidemark.compression;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Decompressed bytes of an object. Tells damaged data (an [UnreadableObjectException], for ever) from a store
/// that did
/// not answer (the store's own [IOException], worth another try): decoders throw the same class for both.
public final class DecodedStream extends InputStream {

    private final String location;
    private final Compression compression;
    private final Source source;
    private final Decoder decoder;
    private final byte[] single = new byte[1];

    private @Nullable InputStream decoded;

    DecodedStream(String location, Compression compression, Source source, Decoder decoder) {
        this.location = location;
        this.compression = compression;
        this.source = source;
        this.decoder = decoder;
    }

    /// Makes the decoder; some read the header at once.
    @FunctionalInterface
    interface Decoder {
        InputStream open() throws IOException;
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        // Decoders meet damage with whatever their arithmetic gives.
        try {
            InputStream stream = decoded;
            if (stream == null) {
                stream = decoder.open();
                decoded = stream;
            }
            int count = 0;
            while (count == 0) {
                count = stream.read(bytes, from, length);
            }
            return count;
        } catch (TidemarkException known) {
            throw known;
        } catch (IOException | RuntimeException damaged) {
            IOException ofStore = source.failure;
            if (ofStore != null) {
                throw ofStore;
            }
            throw new UnreadableObjectException(
                    location,
                    "its " + compression.name().toLowerCase(Locale.ROOT) + " data is truncated or damaged ("
                            + damaged.getMessage() + "). Nothing of it is taken; write the object again",
                    damaged);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (decoded != null) {
                decoded.close();
            }
        } finally {
            source.close();
        }
    }

    /// The compressed bytes; remembers when reading them failed.
    static final class Source extends FilterInputStream {

        private @Nullable IOException failure;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            try {
                return super.read(bytes, from, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
