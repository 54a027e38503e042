package dev.tidemark.orc;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.reading.RowProblems;
import java.io.IOException;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Values of one column, or of what lies in one, stripe by stripe.
///
/// Where what is around a value is null, a file has neither the value nor whether it is null; vectors have a null
/// there.
abstract class Column {

    /// Bytes of text, and elements of lists, that a batch may have; one row may be large, a batch is made smaller.
    static final long MOST_BYTES = 1 << 29;

    static final long MOST_ELEMENTS = 1 << 24;

    final Node node;
    final Place place;
    private @Nullable Bits present;
    private boolean[] isNull = new boolean[0];

    Column(Node node, Place file) {
        this.node = node;
        this.place = file.in(node.path());
    }

    /// Goes to the first value of a stripe.
    void open(Stripe stripe) throws IOException {
        OrcStream bits = stripe.found(node, StripeFooter.PRESENT, place);
        present = bits == null ? null : new Bits(bits);
        openValues(stripe);
    }

    abstract void openValues(Stripe stripe) throws IOException;

    /// Appends the next `count` values and nulls.
    ///
    /// @param absent where there is none because what is around it is null; null: nowhere
    void read(ColumnVector to, int count, boolean @Nullable [] absent) throws IOException {
        Bits bits = present;
        boolean[] nulls = absent;
        int values = count;
        if (bits != null) {
            if (isNull.length < count) {
                isNull = new boolean[count + (count >> 1)];
            }
            nulls = isNull;
            values = 0;
            for (int i = 0; i < count; i++) {
                boolean there = (absent == null || !absent[i]) && bits.next();
                nulls[i] = !there;
                values += there ? 1 : 0;
            }
        } else if (absent != null) {
            values = count(absent, count);
        }
        readValues(to, count, values, values == count ? null : nulls);
    }

    private static int count(boolean[] absent, int count) {
        int there = 0;
        for (int i = 0; i < count; i++) {
            there += absent[i] ? 0 : 1;
        }
        return there;
    }

    /// @param count  values and nulls
    /// @param values those that are not null
    /// @param nulls  null where there are none
    abstract void readValues(ColumnVector to, int count, int values, boolean @Nullable [] nulls) throws IOException;

    /// How many of the next `count` values and nulls take no more than `bytes` for sure; 0 where not even the first
    /// does.
    int fitting(int count, long bytes) throws IOException {
        return count;
    }

    /// Whether values may have any length.
    boolean hasLongValues() {
        return false;
    }

    /// Whether some value read last is one that the column cannot hold.
    abstract boolean anyBad();

    /// Tells of those values; null stands in their place.
    ///
    /// @param read what was read last
    /// @param row  of each place in it
    abstract void tell(ColumnVector read, IntUnaryOperator row, RowProblems problems);

    /// Single values: read one after the other, then moved apart.
    abstract static class Single extends Column {

        /// By their places among the values that are there.
        final BadValues bad = new BadValues();

        Single(Node node, Place file) {
            super(node, file);
        }

        @Override
        final boolean anyBad() {
            return !bad.isEmpty();
        }

        @Override
        final void tell(ColumnVector read, IntUnaryOperator row, RowProblems problems) {
            int value = 0;
            for (int place = 0; place < read.size(); place++) {
                if (!read.isNull(place)) {
                    String reason = bad.reasons().get(value++);
                    if (reason != null) {
                        problems.add(row.applyAsInt(place), node.path(), reason);
                        read.makeNull(place);
                    }
                }
            }
        }

        @Override
        final void readValues(ColumnVector to, int count, int values, boolean @Nullable [] nulls) throws IOException {
            bad.clear();
            if (values > 0) {
                append(to, values);
            }
            if (nulls != null) {
                to.spread(nulls, count);
            }
        }

        abstract void append(ColumnVector to, int count) throws IOException;
    }
}
