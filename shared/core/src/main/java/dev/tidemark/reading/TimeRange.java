package dev.tidemark.reading;

/// The days and instants that columns hold: 0001-01-01 to 9999-12-31, what every engine that reads the output knows.
///
/// A file may say others in its own types; such a value makes its record bad.
public final class TimeRange {

    public static final int FIRST_DAY = -719_162;
    public static final int LAST_DAY = 2_932_896;
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    public static final long FIRST_MICRO = FIRST_DAY * MICROS_PER_DAY;
    public static final long LAST_MICRO = (LAST_DAY + 1) * MICROS_PER_DAY - 1;

    private TimeRange() {}

    /// @param day since 1970-01-01
    public static boolean holdsDay(int day) {
        return day >= FIRST_DAY && day <= LAST_DAY;
    }

    /// @param micros since 1970-01-01T00:00Z
    public static boolean holdsMicros(long micros) {
        return micros >= FIRST_MICRO && micros <= LAST_MICRO;
    }
}
