package dev.tidemark.orc;

/// Days as Hive and older Spark count them: of Julius Caesar's calendar before 1582-10-15, of Gregory's from then on.
/// Here a day keeps its year, month and day of the month, in Gregory's calendar at all times (as `java.time`, Athena
/// and Spark 3 have it); 29 February of a year that has none there is 1 March.
final class HybridCalendar {

    /// 1582-10-15.
    private static final long FIRST_GREGORIAN = -141_427;
    /// Days from 0000-03-01 of Caesar's calendar to 1970-01-01.
    private static final long JULIAN_EPOCH = 719_470;

    private HybridCalendar() {}

    static int day(int day) {
        return (int) day((long) day);
    }

    static long day(long day) {
        if (day >= FIRST_GREGORIAN) {
            return day;
        }
        // Years begin in March, so that a leap day is a year's last.
        long days = day + JULIAN_EPOCH;
        long cycle = Math.floorDiv(days, 1461L);
        int inCycle = (int) Math.floorMod(days, 1461L);
        int yearOfCycle = Math.min(3, inCycle / 365);
        long year = cycle * 4 + yearOfCycle;
        int inYear = inCycle - yearOfCycle * 365;
        // The same place in Gregory's year; its own leap day comes last too.
        long century = Math.floorDiv(year, 100L);
        long gregorian = year * 365 + Math.floorDiv(year, 4L) - century + Math.floorDiv(century, 4L);
        return gregorian + inYear - 719_468;
    }
}
