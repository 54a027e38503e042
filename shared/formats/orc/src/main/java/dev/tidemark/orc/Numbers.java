package dev.tidemark.orc;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.reading.TimeRange;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Columns of numbers, booleans and days.
final class Numbers {

    private Numbers() {}

    private static OrcStream data(Stripe stripe, Node node, Place place) {
        return stripe.stream(node, StripeFooter.DATA, place);
    }

    private static Integers integers(Stripe stripe, Node node, Place place) {
        return Integers.of(
                data(stripe, node, place), true, stripe.encoding(node, place).second());
    }

    /// Of 16, 32 and 64 bits, and days.
    static final class Whole extends Column.Single {

        private final boolean hybridDays;
        private @Nullable Integers data;

        /// @param hybridDays whether days are of the calendar of Julius Caesar and Gregory
        Whole(Node node, Place file, boolean hybridDays) {
            super(node, file);
            this.hybridDays = hybridDays && node.kind() == Kind.DATE;
        }

        @Override
        void openValues(Stripe stripe) {
            data = integers(stripe, node, place);
        }

        @Override
        void append(ColumnVector to, int count) throws IOException {
            Integers from = Objects.requireNonNull(data);
            if (to instanceof LongVector longs) {
                from.read(longs.reserve(count), longs.size(), count);
                longs.advance(count);
                return;
            }
            IntVector ints = (IntVector) to;
            long[] values = from.read(count);
            int[] room = ints.reserve(count);
            int at = ints.size();
            boolean small = node.kind() == Kind.SHORT;
            for (int i = 0; i < count; i++) {
                int value = (int) values[i];
                if (value != values[i] || (small && value != (short) value)) {
                    throw place.damaged("it has the value " + values[i] + ", which is no " + node.kind());
                }
                room[at + i] = node.kind() == Kind.DATE ? day(value, i) : value;
            }
            ints.advance(count);
        }

        private int day(int stored, int place) {
            int day = hybridDays ? HybridCalendar.day(stored) : stored;
            if (TimeRange.holdsDay(day)) {
                return day;
            }
            bad.add(place, "the date " + LocalDate.ofEpochDay(day) + " lies outside of 0001 to 9999");
            return 0;
        }
    }

    /// Of 8 bits.
    static final class Bytes extends Column.Single {

        private @Nullable ByteRuns data;
        private byte[] room = new byte[0];

        Bytes(Node node, Place file) {
            super(node, file);
        }

        @Override
        void openValues(Stripe stripe) {
            data = new ByteRuns(data(stripe, node, place));
        }

        @Override
        void append(ColumnVector to, int count) throws IOException {
            if (room.length < count) {
                room = new byte[count];
            }
            Objects.requireNonNull(data).read(room, count);
            IntVector ints = (IntVector) to;
            int[] values = ints.reserve(count);
            int at = ints.size();
            for (int i = 0; i < count; i++) {
                values[at + i] = room[i];
            }
            ints.advance(count);
        }
    }

    static final class Booleans extends Column.Single {

        private @Nullable Bits data;

        Booleans(Node node, Place file) {
            super(node, file);
        }

        @Override
        void openValues(Stripe stripe) {
            data = new Bits(data(stripe, node, place));
        }

        @Override
        void append(ColumnVector to, int count) throws IOException {
            Bits from = Objects.requireNonNull(data);
            BooleanVector booleans = (BooleanVector) to;
            boolean[] room = booleans.reserve(count);
            int at = booleans.size();
            for (int i = 0; i < count; i++) {
                room[at + i] = from.next();
            }
            booleans.advance(count);
        }
    }

    /// `float` and `double`, whose bits stand in the file, lowest byte first.
    static final class Reals extends Column.Single {

        private @Nullable OrcStream data;
        private byte[] room = new byte[0];

        Reals(Node node, Place file) {
            super(node, file);
        }

        @Override
        void openValues(Stripe stripe) {
            data = data(stripe, node, place);
        }

        @Override
        void append(ColumnVector to, int count) throws IOException {
            OrcStream from = Objects.requireNonNull(data);
            int bytes = count * (to instanceof FloatVector ? 4 : 8);
            if (room.length < bytes) {
                room = new byte[bytes];
            }
            from.readFully(room, 0, bytes);
            if (to instanceof FloatVector floats) {
                float[] values = floats.reserve(count);
                int at = floats.size();
                for (int i = 0; i < count; i++) {
                    values[at + i] = Float.intBitsToFloat((int) OrcStream.INTS.get(room, 4 * i));
                }
                floats.advance(count);
            } else {
                DoubleVector doubles = (DoubleVector) to;
                double[] values = doubles.reserve(count);
                int at = doubles.size();
                for (int i = 0; i < count; i++) {
                    values[at + i] = Double.longBitsToDouble((long) OrcStream.LONGS.get(room, 8 * i));
                }
                doubles.advance(count);
            }
        }
    }
}
