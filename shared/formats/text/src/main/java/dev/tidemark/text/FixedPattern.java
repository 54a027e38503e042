package dev.tidemark.text;

import org.jspecify.annotations.Nullable;

/// A pattern of date and time in which every field has its full width (`dd.MM.yyyy HH:mm`), read from bytes without
/// making objects. What it does not take, the formatter of the same pattern is asked about. One thread.
final class FixedPattern {

    private static final String LETTERS = "yMdHms";

    private final String pattern;
    private final int[] fields = new int[LETTERS.length()];

    private FixedPattern(String pattern) {
        this.pattern = pattern;
    }

    /// @return null for a pattern with anything but `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss` and punctuation
    static @Nullable FixedPattern of(String pattern) {
        int seen = 0;
        for (int at = 0; at < pattern.length(); ) {
            char letter = pattern.charAt(at);
            if (" .-/:,".indexOf(letter) >= 0) {
                at++;
                continue;
            }
            int field = LETTERS.indexOf(letter);
            int width = letter == 'y' ? 4 : 2;
            if (field < 0
                    || (seen & (1 << field)) != 0
                    || !pattern.startsWith(String.valueOf(letter).repeat(width), at)) {
                return null;
            }
            seen |= 1 << field;
            at += width;
        }
        boolean date = (seen & 0b111) == 0b111;
        // Minutes without hours, or seconds without minutes, are the formatter's to judge.
        boolean time = seen >> 3 == 0 || seen >> 3 == 0b001 || seen >> 3 == 0b011 || seen >> 3 == 0b111;
        return date && time ? new FixedPattern(pattern) : null;
    }

    /// @return seconds from 1970-01-01T00:00 to the wall-clock time, or Long.MIN_VALUE when the bytes do not fit
    long localSecond(byte[] bytes, int from, int to) {
        if (to - from != pattern.length()) {
            return Long.MIN_VALUE;
        }
        java.util.Arrays.fill(fields, 0);
        for (int i = 0; i < pattern.length(); i++) {
            int field = LETTERS.indexOf(pattern.charAt(i));
            int found = bytes[from + i];
            if (field < 0) {
                if (found != pattern.charAt(i)) {
                    return Long.MIN_VALUE;
                }
            } else if (found < '0' || found > '9') {
                return Long.MIN_VALUE;
            } else {
                fields[field] = fields[field] * 10 + found - '0';
            }
        }
        int year = fields[0];
        int month = fields[1];
        int day = fields[2];
        if (year < 1 || month < 1 || month > 12 || day < 1 || day > TimeText.lengthOfMonth(year, month)) {
            return Long.MIN_VALUE;
        }
        if (fields[3] > 23 || fields[4] > 59 || fields[5] > 59) {
            return Long.MIN_VALUE;
        }
        return TimeText.epochDay(year, month, day) * 86_400 + fields[3] * 3600L + fields[4] * 60L + fields[5];
    }
}
