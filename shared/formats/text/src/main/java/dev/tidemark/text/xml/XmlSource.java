package dev.tidemark.text.xml;

import dev.tidemark.compression.Compression;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.text.TranscodedStream;
import dev.tidemark.text.window.RecordWindow;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Opens an object as UTF-8, whatever character set it is in.
final class XmlSource {

    private static final int HEAD_BYTES = 1024;
    private static final Pattern DECLARED = Pattern.compile("^<\\?xml\\s[^>]*?\\bencoding\\s*=\\s*[\"']([^\"']*)[\"']");

    private XmlSource() {}

    /// @param charset   of the text
    /// @param markBytes length of the byte order mark before it
    private record Found(Charset charset, int markBytes) {}

    static XmlBytes open(ObjectInput input, XmlSettings settings) throws IOException {
        InputStream raw = Compression.open(input);
        boolean opened = false;
        try {
            PushbackInputStream in = new PushbackInputStream(raw, HEAD_BYTES);
            byte[] head = new byte[HEAD_BYTES];
            int length = in.readNBytes(head, 0, HEAD_BYTES);
            Found found = find(input, head, length, settings.encoding());
            in.unread(head, found.markBytes(), length - found.markBytes());
            boolean utf8 = found.charset().equals(StandardCharsets.UTF_8);
            XmlBytes bytes = utf8
                    ? new XmlBytes(new RecordWindow(in, found.markBytes()))
                    : new XmlBytes(new RecordWindow(new TranscodedStream(input.location(), in, found.charset()), 0));
            opened = true;
            return bytes;
        } finally {
            if (!opened) {
                raw.close();
            }
        }
    }

    /// The option, then the byte order mark, then what the XML declaration says, then UTF-8 (XML 1.0, appendix F).
    private static Found find(ObjectInput input, byte[] head, int length, @Nullable Charset option) {
        Found marked = marked(head, length);
        if (option != null) {
            return new Found(option, marked != null && isOf(option, marked.charset()) ? marked.markBytes() : 0);
        }
        if (marked != null) {
            return marked;
        }
        if (length >= 4 && head[0] == 0 && head[1] == '<' && head[2] == 0) {
            return new Found(StandardCharsets.UTF_16BE, 0);
        }
        if (length >= 4 && head[0] == '<' && head[1] == 0 && head[3] == 0) {
            return new Found(StandardCharsets.UTF_16LE, 0);
        }
        Matcher declared = DECLARED.matcher(new String(head, 0, length, StandardCharsets.ISO_8859_1));
        if (!declared.find()) {
            return new Found(StandardCharsets.UTF_8, 0);
        }
        Charset charset = declared(input, declared.group(1));
        // Written by programs that make a text first and its bytes later: that it can be read shows that it is wrong.
        boolean wide = charset.name().startsWith("UTF-16") || charset.name().startsWith("UTF-32");
        return new Found(wide ? StandardCharsets.UTF_8 : charset, 0);
    }

    private static boolean isOf(Charset option, Charset marked) {
        return marked.name().startsWith(option.name());
    }

    private static Charset declared(ObjectInput input, String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            throw new UnreadableObjectException(
                    input.location(),
                    "it says that it is written in '" + name
                            + "', which is no character set that is known. Set formatOptions encoding to the right one",
                    unknown);
        }
    }

    private static @Nullable Found marked(byte[] head, int length) {
        if (starts(head, length, 0xEF, 0xBB, 0xBF)) {
            return new Found(StandardCharsets.UTF_8, 3);
        }
        if (starts(head, length, 0xFF, 0xFE, 0, 0)) {
            return new Found(StandardCharsets.UTF_32LE, 4);
        }
        if (starts(head, length, 0, 0, 0xFE, 0xFF)) {
            return new Found(StandardCharsets.UTF_32BE, 4);
        }
        if (starts(head, length, 0xFF, 0xFE)) {
            return new Found(StandardCharsets.UTF_16LE, 2);
        }
        if (starts(head, length, 0xFE, 0xFF)) {
            return new Found(StandardCharsets.UTF_16BE, 2);
        }
        return null;
    }

    private static boolean starts(byte[] head, int length, int... expected) {
        if (length < expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if ((head[i] & 0xFF) != expected[i]) {
                return false;
            }
        }
        return true;
    }
}
