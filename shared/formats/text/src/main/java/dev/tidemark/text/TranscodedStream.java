package dev.tidemark.text;

import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Text of any character set as UTF-8. Bytes that are not text of it make the object unreadable.
public final class TranscodedStream extends InputStream {

    private final String location;
    private final InputStream in;
    private final Charset charset;
    private final CharsetDecoder decoder;
    private final ByteBuffer raw = ByteBuffer.allocate(32 * 1024).flip();
    private final CharBuffer chars = CharBuffer.allocate(32 * 1024);
    private final byte[] single = new byte[1];

    private ByteBuffer utf8 = ByteBuffer.allocate(0);
    private boolean ended;
    /// Bytes of the file before those in [#raw].
    private long before;

    public TranscodedStream(String location, InputStream in, Charset charset) {
        this.location = location;
        this.in = in;
        this.charset = charset;
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    @Override
    public int read() throws IOException {
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        while (!utf8.hasRemaining()) {
            if (ended) {
                return -1;
            }
            decode();
        }
        int count = Math.min(length, utf8.remaining());
        utf8.get(bytes, from, count);
        return count;
    }

    private void decode() throws IOException {
        before += raw.position();
        raw.compact();
        int count = in.read(raw.array(), raw.position(), raw.remaining());
        ended = count < 0;
        raw.position(raw.position() + Math.max(count, 0)).flip();
        try {
            CoderResult result = decoder.decode(raw, chars, ended);
            if (result.isError()) {
                result.throwException();
            }
            if (ended && !result.isOverflow()) {
                decoder.flush(chars);
            }
            ended &= !result.isOverflow();
            chars.flip();
            // A surrogate whose other half is not decoded yet waits.
            boolean half = chars.hasRemaining() && Character.isHighSurrogate(chars.get(chars.limit() - 1)) && !ended;
            CharBuffer whole = chars.duplicate().limit(chars.limit() - (half ? 1 : 0));
            utf8 = StandardCharsets.UTF_8.newEncoder().encode(whole);
            chars.position(whole.limit());
            chars.compact();
        } catch (CharacterCodingException wrong) {
            throw new UnreadableObjectException(
                    location,
                    "its bytes from offset " + (before + raw.position()) + " on are not text in " + charset
                            + ". Set the option encoding to what it is written in",
                    wrong);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
