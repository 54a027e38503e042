package dev.tidemark.lambda;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;

/// Run ids that a message has in it: a ULID of the message's time and a digest of its identity. The same
/// message names the same run, however often it is delivered.
public final class RunIds {

    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 26;
    private static final int TIME_DIGITS = 10;

    /// The end of the year 9999: 48 bits of milliseconds go on to 10889, timestamps of states and reports do not.
    private static final long MOST_SECONDS =
            Instant.parse("9999-12-31T23:59:59Z").getEpochSecond() + 1;

    private RunIds() {}

    /// @param identity what tells the message from all others of that time
    /// @throws BrokenMessageException when the time is one that no id can have
    public static String of(Instant time, String identity) {
        char[] text = new char[LENGTH];
        long seconds = time.getEpochSecond();
        if (seconds < 0 || seconds >= MOST_SECONDS) {
            throw new BrokenMessageException("no run can have been asked for at " + time);
        }
        long millis = time.toEpochMilli();
        for (int i = TIME_DIGITS - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (millis & 31));
            millis >>>= 5;
        }
        byte[] digest = sha256(identity.getBytes(StandardCharsets.UTF_8));
        for (int i = TIME_DIGITS; i < LENGTH; i++) {
            text[i] = DIGITS.charAt(digest[i] & 31);
        }
        return new String(text);
    }

    /// When the run that has this id was asked for.
    ///
    /// @throws BrokenMessageException when it is no ULID
    public static Instant time(String runId) {
        if (!valid(runId)) {
            throw new BrokenMessageException("'" + Wire.shortened(runId) + "' is no id of a run");
        }
        return Instant.ofEpochMilli(millis(runId));
    }

    private static long millis(String runId) {
        long millis = 0;
        for (int i = 0; i < TIME_DIGITS; i++) {
            millis = millis << 5 | DIGITS.indexOf(runId.charAt(i));
        }
        return millis;
    }

    public static boolean valid(String runId) {
        return runId.length() == LENGTH
                && runId.chars().allMatch(digit -> DIGITS.indexOf(digit) >= 0)
                && millis(runId) < MOST_SECONDS * 1_000;
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
