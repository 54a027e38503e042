package dev.tidemark.expression;

/// Days since the epoch to year, month and day and back, without an object: Howard Hinnant's `civil_from_days`
/// (https://howardhinnant.github.io/date_algorithms.html).
final class CivilDate {

    private static final int DAYS_PER_ERA = 146_097;
    private static final int EPOCH_SHIFT = 719_468;

    private CivilDate() {}

    static int days(int year, int month, int day) {
        int shifted = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(shifted, 400);
        int yearOfEra = shifted - era * 400;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * DAYS_PER_ERA + dayOfEra - EPOCH_SHIFT;
    }

    static int year(long days) {
        long shifted = days + EPOCH_SHIFT;
        long era = Math.floorDiv(shifted, DAYS_PER_ERA);
        int dayOfEra = (int) (shifted - era * DAYS_PER_ERA);
        int yearOfEra = yearOfEra(dayOfEra);
        int marchMonth = marchMonth(dayOfEra, yearOfEra);
        return (int) (yearOfEra + era * 400) + (marchMonth >= 10 ? 1 : 0);
    }

    static int month(long days) {
        int dayOfEra = (int) Math.floorMod(days + EPOCH_SHIFT, (long) DAYS_PER_ERA);
        int marchMonth = marchMonth(dayOfEra, yearOfEra(dayOfEra));
        return marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    }

    static int dayOfMonth(long days) {
        int dayOfEra = (int) Math.floorMod(days + EPOCH_SHIFT, (long) DAYS_PER_ERA);
        int dayOfYear = dayOfYear(dayOfEra, yearOfEra(dayOfEra));
        return dayOfYear - (153 * ((5 * dayOfYear + 2) / 153) + 2) / 5 + 1;
    }

    private static int yearOfEra(int dayOfEra) {
        return (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    }

    /// Counted from the first of March.
    private static int dayOfYear(int dayOfEra, int yearOfEra) {
        return dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    }

    /// 0 is March.
    private static int marchMonth(int dayOfEra, int yearOfEra) {
        return (5 * dayOfYear(dayOfEra, yearOfEra) + 2) / 153;
    }
}
