package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A LIKE pattern over UTF-8: `%` is any text, `_` one character. Matching takes time of at most text × pattern.
final class LikePattern {

    /// Bytes of the pattern; `wild` tells `%` and `_` from the same characters escaped.
    private final byte[] bytes;

    private final boolean[] wild;
    private final int length;

    private LikePattern(byte[] bytes, boolean[] wild, int length) {
        this.bytes = bytes;
        this.wild = wild;
        this.length = length;
    }

    /// The pattern, or null when an escape stands before something that needs none.
    static @Nullable LikePattern parse(byte[] pattern, char escape) {
        byte[] bytes = new byte[pattern.length];
        boolean[] wild = new boolean[pattern.length];
        int length = 0;
        for (int i = 0; i < pattern.length; i++) {
            byte b = pattern[i];
            if (b == escape) {
                if (++i == pattern.length || (pattern[i] != '%' && pattern[i] != '_' && pattern[i] != escape)) {
                    return null;
                }
                b = pattern[i];
            } else {
                wild[length] = b == '%' || b == '_';
            }
            bytes[length++] = b;
        }
        return new LikePattern(bytes, wild, length);
    }

    /// Goes on from the last `%` when a character does not match: no recursion.
    boolean matches(byte[] text, int start, int count) {
        int end = start + count;
        int t = start;
        int p = 0;
        int percent = -1;
        int retry = start;
        while (t < end) {
            if (p < length && wild[p] && bytes[p] == '%') {
                percent = p++;
                retry = t;
            } else if (p < length && wild[p]) {
                p++;
                t = nextCharacter(text, t, end);
            } else if (p < length && bytes[p] == text[t]) {
                p++;
                t++;
            } else if (percent >= 0) {
                p = percent + 1;
                retry = nextCharacter(text, retry, end);
                t = retry;
            } else {
                return false;
            }
        }
        while (p < length && wild[p] && bytes[p] == '%') {
            p++;
        }
        return p == length;
    }

    private static int nextCharacter(byte[] text, int at, int end) {
        int next = at + 1;
        while (next < end && (text[next] & 0xC0) == 0x80) {
            next++;
        }
        return next;
    }

    /// Keeps the last pattern: it is the same for all rows nearly always.
    static final class Cache {
        private final char escape;
        private byte[] source = new byte[0];
        private @Nullable LikePattern compiled = parse(source, '\\');

        Cache(char escape) {
            this.escape = escape;
        }

        @Nullable
        LikePattern get(BytesVector patterns, int row) {
            int start = patterns.start(row);
            int end = start + patterns.length(row);
            if (!Arrays.equals(patterns.bytes(), start, end, source, 0, source.length)) {
                source = patterns.get(row);
                compiled = parse(source, escape);
            }
            return compiled;
        }
    }
}
