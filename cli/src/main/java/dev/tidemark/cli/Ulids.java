package dev.tidemark.cli;

import java.util.random.RandomGenerator;

/// ULIDs: 48 bits of milliseconds and 80 random bits in Crockford's base 32; they sort by time.
final class Ulids {

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private Ulids() {}

    static String next(long millis, RandomGenerator random) {
        char[] text = new char[26];
        long time = millis;
        for (int i = 9; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (time & 31));
            time >>>= 5;
        }
        for (int i = 10; i < 26; i++) {
            text[i] = DIGITS.charAt(random.nextInt(32));
        }
        return new String(text);
    }
}
