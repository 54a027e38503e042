package dev.tidemark.text.grok;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;

/// The text of a record while patterns are matched against it, with a bound on how often a match may look at
/// it: `(a+)+$` on a long line would run for years. Bytes of ASCII are looked at where they are. One thread.
final class GrokText implements CharSequence {

    /// Characters that one match may look at, beside this many for each character of the text.
    private static final long BASE_STEPS = 1_000_000;

    private static final long STEPS_PER_CHARACTER = 1_000;

    private byte[] bytes = new byte[0];
    private int from;
    private int length;
    /// Other text than ASCII, or empty.
    private String wide = "";
    private boolean ascii;
    private long stepsLeft;
    private byte[] encoded = bytes;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    /// The match was given up. Never leaves the reader.
    static final class TooManyStepsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyStepsException() {
            super("too many steps", null, false, false);
        }
    }

    /// Takes `all[start..end)`.
    ///
    /// @return false when that is no UTF-8
    boolean of(byte[] all, int start, int end) {
        bytes = all;
        from = start;
        encoded = bytes;
        ascii = isAscii(all, start, end);
        length = end - start;
        if (ascii) {
            return true;
        }
        try {
            wide = decoder.decode(ByteBuffer.wrap(all, start, end - start)).toString();
            length = wide.length();
            return true;
        } catch (CharacterCodingException wrong) {
            wide = "";
            length = 0;
            return false;
        }
    }

    private static boolean isAscii(byte[] all, int start, int end) {
        int any = 0;
        for (int i = start; i < end; i++) {
            any |= all[i];
        }
        return any >= 0;
    }

    /// Makes `matcher` ready to match this text.
    Matcher ready(Matcher matcher) {
        stepsLeft = BASE_STEPS + STEPS_PER_CHARACTER * length;
        return matcher.reset(this);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        if (--stepsLeft < 0) {
            throw new TooManyStepsException();
        }
        return ascii ? (char) bytes[from + index] : wide.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return toString().substring(start, end);
    }

    @Override
    public String toString() {
        return ascii ? new String(bytes, from, length, StandardCharsets.US_ASCII) : wide;
    }

    /// Bytes that [#start(int)] and [#end(int, int)] are about.
    byte[] encoded() {
        return encoded;
    }

    /// Makes the UTF-8 of the characters `start..end` ready.
    ///
    /// @return where it begins in [#encoded()]
    int encode(int start, int end) {
        if (ascii) {
            return from + start;
        }
        encoded = wide.substring(start, end).getBytes(StandardCharsets.UTF_8);
        return 0;
    }

    /// How many bytes the characters `start..end` are, after [#encode(int, int)].
    int encodedLength(int start, int end) {
        return ascii ? end - start : encoded.length;
    }
}
