package dev.tidemark.orc;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/// The whole numbers of a stream, which holds them in runs.
abstract class Integers {

    /// No run has more.
    static final int MOST_IN_RUN = 512;

    final OrcStream in;
    /// Whether small negative numbers are short too.
    final boolean signed;
    /// The run at hand.
    final long[] run = new long[MOST_IN_RUN];

    private int used;
    private int size;
    private long[] room = new long[0];
    /// `ahead[aheadFrom..aheadTo)` were looked at and come before what is left of the run.
    private long[] ahead = new long[0];

    private int aheadFrom;
    private int aheadTo;

    Integers(OrcStream in, boolean signed) {
        this.in = in;
        this.signed = signed;
    }

    /// @param second whether runs are of the second kind
    static Integers of(OrcStream in, boolean signed, boolean second) {
        return second ? new SecondRuns(in, signed) : new FirstRuns(in, signed);
    }

    /// Fills [#run] with the next run and answers its length.
    abstract int nextRun() throws IOException;

    /// Fills `to[from..from + count)`.
    void read(long[] to, int from, int count) throws IOException {
        int done = Math.min(count, aheadTo - aheadFrom);
        System.arraycopy(ahead, aheadFrom, to, from, done);
        aheadFrom += done;
        while (done < count) {
            if (used == size) {
                size = nextRun();
                used = 0;
            }
            int piece = Math.min(count - done, size - used);
            System.arraycopy(run, used, to, from + done, piece);
            used += piece;
            done += piece;
        }
    }

    /// Of the next `count` numbers, or of all that are left, how many are together no more than `most`.
    ///
    /// @param weight of each number
    int fitting(int count, long most, LongUnaryOperator weight) throws IOException {
        lookAt(count);
        int found = Math.min(count, aheadTo - aheadFrom);
        long total = 0;
        for (int i = 0; i < found; i++) {
            long next = weight.applyAsLong(ahead[aheadFrom + i]);
            total += next;
            if (next < 0 || total > most) {
                return i;
            }
        }
        return count;
    }

    /// The next `count` numbers, or all that are left, together; no more than `most`.
    long total(int count, long most) throws IOException {
        lookAt(count);
        long total = 0;
        for (int i = aheadFrom; i < Math.min(aheadTo, aheadFrom + count); i++) {
            if (ahead[i] < 0 || total + ahead[i] > most) {
                return most;
            }
            total += ahead[i];
        }
        return total;
    }

    private void lookAt(int count) throws IOException {
        int there = aheadTo - aheadFrom;
        if (there >= count) {
            return;
        }
        if (ahead.length < count) {
            ahead = Arrays.copyOfRange(ahead, aheadFrom, aheadFrom + count);
        } else {
            System.arraycopy(ahead, aheadFrom, ahead, 0, there);
        }
        aheadFrom = 0;
        aheadTo = there;
        while (aheadTo < count) {
            if (used == size) {
                if (in.atEnd()) {
                    return;
                }
                size = nextRun();
                used = 0;
            }
            int piece = Math.min(count - aheadTo, size - used);
            System.arraycopy(run, used, ahead, aheadTo, piece);
            used += piece;
            aheadTo += piece;
        }
    }

    /// The next `count` numbers, in an array that is valid until the next call.
    long[] read(int count) throws IOException {
        if (room.length < count) {
            room = new long[count + (count >> 1)];
        }
        read(room, 0, count);
        return room;
    }

    /// The next `count` numbers, which are lengths, in an array that is valid until the next call.
    ///
    /// @param most of all of them together
    long[] lengths(int count, long most) throws IOException {
        long[] lengths = read(count);
        long total = 0;
        for (int i = 0; i < count; i++) {
            long length = lengths[i];
            total += length;
            if (length < 0 || total > most) {
                throw in.place()
                        .damaged("lengths of its values are beyond " + most + " in one batch of rows (or negative)");
            }
        }
        return lengths;
    }

    void fill(long value, int count) {
        Arrays.fill(run, 0, count, value);
    }
}
