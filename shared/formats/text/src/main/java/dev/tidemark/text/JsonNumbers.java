package dev.tidemark.text;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Numbers of JSON as bytes.
final class JsonNumbers {

    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };
    private static final int EXACT_DIGITS = 15;

    private JsonNumbers() {}

    /// The nearest double of a number that the parser found right; infinite when it is beyond double.
    static double doubleOf(byte[] bytes, int start, int length) {
        int at = start;
        int end = start + length;
        boolean negative = bytes[at] == '-';
        if (negative) {
            at++;
        }
        long digits = 0;
        int count = 0;
        int fraction = 0;
        boolean inFraction = false;
        for (; at < end; at++) {
            byte value = bytes[at];
            if (value == '.') {
                inFraction = true;
            } else if (value >= '0' && value <= '9' && count < EXACT_DIGITS) {
                digits = digits * 10 + (value - '0');
                count += digits == 0 ? 0 : 1;
                fraction += inFraction ? 1 : 0;
            } else {
                break;
            }
        }
        // Both the digits and the power are exact doubles, so that their quotient is rounded once (Clinger).
        if (at == end && fraction < POWERS_OF_TEN.length) {
            double value = digits / POWERS_OF_TEN[fraction];
            return negative ? -value : value;
        }
        return Double.parseDouble(new String(bytes, start, length, StandardCharsets.ISO_8859_1));
    }

    /// The value of a text that stands for a number that JSON cannot write, in Spark's spellings.
    static @Nullable Double nonFinite(String text) {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "Infinity", "+Infinity", "INF", "+INF" -> Double.POSITIVE_INFINITY;
            case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }
}
