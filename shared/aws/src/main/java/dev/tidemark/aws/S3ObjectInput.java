package dev.tidemark.aws;

import dev.tidemark.spi.ObjectArchivedException;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/// One version of an S3 object. The GET that opens it is the one that a first stream from byte 0 reads: an object
/// read
/// front to back costs one request.
final class S3ObjectInput implements ObjectInput {

    private final S3Reach reach;
    private final Attempts attempts;
    private final String location;
    private final String etag;
    private final long sizeBytes;
    private @Nullable ResponseInputStream<GetObjectResponse> first;

    private S3ObjectInput(
            S3Reach reach, Attempts attempts, String location, ResponseInputStream<GetObjectResponse> first) {
        this.reach = reach;
        this.attempts = attempts;
        this.location = location;
        this.etag = S3ObjectStore.etag(first.response().eTag());
        this.sizeBytes = first.response().contentLength();
        this.first = first;
    }

    static S3ObjectInput open(S3Reach reach, Attempts attempts, String location, @Nullable String etag) {
        return new S3ObjectInput(reach, attempts, location, get(reach, attempts, location, etag, 0));
    }

    private static ResponseInputStream<GetObjectResponse> get(
            S3Reach reach, Attempts attempts, String location, @Nullable String etag, long from) {
        S3Location place = S3Location.of(location);
        return attempts.call("read " + location, () -> {
            try {
                return reach.client(location)
                        .getObject(request -> request.bucket(place.bucket())
                                .key(place.key())
                                .ifMatch(etag == null ? null : "\"" + etag + "\"")
                                .range(from == 0 ? null : "bytes=" + from + "-")
                                .expectedBucketOwner(reach.owner(location))
                                .requestPayer(reach.payer(location)));
            } catch (S3Exception e) {
                String code = AwsAnswers.code(e);
                if (e.statusCode() == 412 && etag != null) {
                    throw new ObjectChangedException(location, etag);
                }
                if (e.statusCode() == 404 && !code.equals("NoSuchBucket")) {
                    throw new ObjectGoneException(location);
                }
                if (code.equals("InvalidObjectState")) {
                    throw new ObjectArchivedException(location);
                }
                if (e.statusCode() == 403 && S3Absence.shown(reach, location)) {
                    throw new ObjectGoneException(location);
                }
                throw e;
            }
        });
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
    public InputStream stream(long from) {
        ResponseInputStream<GetObjectResponse> begun = first;
        first = null;
        if (begun != null && from == 0) {
            return new Bytes(begun);
        }
        if (begun != null) {
            begun.abort();
        }
        return from >= sizeBytes
                ? InputStream.nullInputStream()
                : new Bytes(from, get(reach, attempts, location, etag, from));
    }

    @Override
    public void close() {
        if (first != null) {
            first.abort();
            first = null;
        }
    }

    /// Goes on from where it was when a connection breaks, with the same If-Match.
    private final class Bytes extends InputStream {

        private final byte[] one = new byte[1];
        private ResponseInputStream<GetObjectResponse> body;
        private long at;
        private int broken;

        Bytes(ResponseInputStream<GetObjectResponse> body) {
            this(0, body);
        }

        Bytes(long from, ResponseInputStream<GetObjectResponse> body) {
            this.at = from;
            this.body = body;
        }

        @Override
        public int read() throws IOException {
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (at < sizeBytes) {
                try {
                    int read = body.read(into, offset, length);
                    if (read > 0) {
                        at += read;
                        broken = 0;
                        return read;
                    }
                    resume(new IOException("the connection ended at byte " + at + " of " + sizeBytes));
                } catch (IOException e) {
                    resume(e);
                }
            }
            return -1;
        }

        private void resume(IOException reason) {
            body.abort();
            broken++;
            if (broken == Attempts.MOST || !attempts.rest(broken)) {
                throw AwsAnswers.unavailable("read " + location, broken, reason.getMessage());
            }
            body = get(reach, attempts, location, etag, at);
        }

        @Override
        public void close() throws IOException {
            // Closing reads to the end to keep the connection; that is worth it only at the end.
            if (at < sizeBytes) {
                body.abort();
            } else {
                body.close();
            }
        }
    }
}
