package dev.tidemark.run;

import dev.tidemark.partition.Partition;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.StagedUpload;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/// Bad records of one attempt as gzip JSON lines: `{object, etag, offset, record?, column?, reason, raw |
/// rawBase64}`.
final class QuarantineFile {

    private final String location;
    private final StagedUpload upload;
    private final OutputStream out;
    private long records;

    QuarantineFile(String location, StagedUpload upload) {
        this.location = location;
        this.upload = upload;
        try {
            this.out = new GZIPOutputStream(new UploadStream(upload), 1 << 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void add(BadRecord bad) {
        StringBuilder line = new StringBuilder(256);
        line.append("{\"object\":");
        text(line, bad.object());
        line.append(",\"etag\":");
        text(line, bad.etag());
        line.append(",\"offset\":").append(bad.offset());
        if (bad.recordNumber() > 0) {
            line.append(",\"record\":").append(bad.recordNumber());
        }
        if (bad.column() != null) {
            line.append(",\"column\":");
            text(line, bad.column());
        }
        line.append(",\"reason\":");
        text(line, bad.reason());
        try {
            String raw = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bad.raw()))
                    .toString();
            line.append(",\"raw\":");
            text(line, raw);
        } catch (CharacterCodingException notText) {
            line.append(",\"rawBase64\":");
            text(line, Base64.getEncoder().encodeToString(bad.raw()));
        }
        line.append("}\n");
        try {
            out.write(line.toString().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        records++;
    }

    StagedFile finish() throws IOException {
        out.close();
        StagedUpload.Handle handle = upload.finish();
        return new StagedFile(
                location,
                handle.uploadId(),
                handle.partTags(),
                records,
                upload.position(),
                StagedFile.Kind.QUARANTINE,
                -1,
                Partition.NONE);
    }

    private static void text(StringBuilder to, String text) {
        to.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> to.append("\\\"");
                case '\\' -> to.append("\\\\");
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                case '\t' -> to.append("\\t");
                default -> {
                    if (c < 0x20) {
                        to.append("\\u%04x".formatted((int) c));
                    } else {
                        to.append(c);
                    }
                }
            }
        }
        to.append('"');
    }

    /// Hands over blocks, as uploads want them.
    private static final class UploadStream extends OutputStream {

        private final StagedUpload upload;

        UploadStream(StagedUpload upload) {
            this.upload = upload;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            upload.write(bytes, from, length);
        }
    }
}
