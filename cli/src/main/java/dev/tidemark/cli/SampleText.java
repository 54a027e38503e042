package dev.tidemark.cli;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The text that a sample begins with.
///
/// @param encoding name for the job file; `UTF-8` unless a byte order mark or the caller says otherwise
/// @param whole    whether that is all of it
record SampleText(String text, String encoding, boolean whole) {

    private static final int MOST_BYTES = 4 << 20;

    /// @param named what the caller says that the file is written in, or null
    /// @throws UsageException when the sample is empty or no text
    static SampleText of(SampleFile file, @Nullable Charset named) {
        byte[] bytes = file.head(MOST_BYTES + 1);
        boolean whole = bytes.length <= MOST_BYTES;
        int length = Math.min(bytes.length, MOST_BYTES);
        if (length == 0) {
            throw new UsageException("The sample " + file.location()
                    + " is empty: nothing says what a job would read. Name a file that holds records.");
        }
        Marked marked = marked(bytes);
        Charset charset = named != null ? named : marked.charset();
        int from = named == null || marked.charset().equals(named) ? marked.length() : 0;
        String encoding = named != null ? named.name() : marked.name();
        String text = decoded(file, bytes, from, length, charset, whole);
        if (text.isBlank()) {
            throw new UsageException("The sample " + file.location()
                    + " holds nothing but blanks: nothing says what a job would read. Name a file that holds records.");
        }
        return new SampleText(text.startsWith("\uFEFF") ? text.substring(1) : text, encoding, whole);
    }

    /// What the first bytes of a file would be as text, whatever stands there: readers say later what is wrong.
    ///
    /// @param whole whether that is all of the file
    static SampleText guessed(byte[] bytes, boolean whole) {
        Marked marked = marked(bytes);
        String text = new String(bytes, marked.length(), bytes.length - marked.length(), marked.charset());
        return new SampleText(text, marked.name(), whole);
    }

    /// A byte order mark: how long it is and what it says.
    private record Marked(int length, Charset charset, String name) {}

    private static Marked marked(byte[] bytes) {
        String head = HexFormat.of().formatHex(bytes, 0, Math.min(4, bytes.length));
        if (head.startsWith("efbbbf")) {
            return new Marked(3, StandardCharsets.UTF_8, "UTF-8");
        }
        if (head.equals("fffe0000") || head.equals("0000feff")) {
            return new Marked(
                    4, head.startsWith("ff") ? StandardCharsets.UTF_32LE : StandardCharsets.UTF_32BE, "UTF-32");
        }
        if (head.startsWith("fffe") || head.startsWith("feff")) {
            return new Marked(
                    2, head.startsWith("ff") ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE, "UTF-16");
        }
        return new Marked(0, StandardCharsets.UTF_8, "UTF-8");
    }

    private static String decoded(SampleFile file, byte[] bytes, int from, int length, Charset charset, boolean whole) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, length - from);
        CharBuffer out = CharBuffer.allocate(length + 16);
        // A sample may end within a character.
        CoderResult result = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(in, out, whole);
        String text = out.flip().toString();
        int nul = text.indexOf('\0');
        if (nul >= 0) {
            int offset = from + text.substring(0, nul).getBytes(charset).length;
            throw noText(file, "it holds a NUL character at offset " + offset, charset);
        }
        if (result.isError()) {
            throw noText(
                    file,
                    "the byte 0x%02X at offset %d has no meaning there"
                            .formatted(bytes[in.position()] & 0xFF, in.position()),
                    charset);
        }
        return text;
    }

    private static UsageException noText(SampleFile file, String reason, Charset charset) {
        return new UsageException("The sample " + file.location() + " is not text in " + charset + ": " + reason
                + ". If it is CSV in another character set, say which: tidemark init --encoding windows-1252 "
                + file.location()
                + ". Otherwise convert it, or name another file.");
    }
}
