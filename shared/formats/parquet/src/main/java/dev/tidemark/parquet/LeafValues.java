package dev.tidemark.parquet;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.reading.TimeRange;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.apache.parquet.format.Type;

/// Appends stored values to a vector as what they mean.
final class LeafValues {

    /// More in one batch is a bomb.
    private static final int MOST_BYTES = 1 << 30;

    private final Place place;
    private final ValueForm form;
    private final Times times;
    private final BadValues bad;
    private final Decimals decimals;

    /// @param bad told of values that their column cannot hold; something stands in their place
    LeafValues(Place place, ValueForm form, Times times, BadValues bad) {
        this.place = place;
        this.form = form;
        this.times = times;
        this.bad = bad;
        this.decimals = new Decimals(form, bad);
    }

    void append(Scratch from, int count, ColumnVector to) {
        switch (to) {
            case IntVector ints -> ints(from.ints, count, ints);
            case LongVector longs -> longs(from, count, longs);
            case FloatVector floats -> floats(from, count, floats);
            case DoubleVector doubles -> {
                double[] room = doubles.reserve(count);
                int at = doubles.size();
                for (int i = 0; i < count; i++) {
                    room[at + i] = Double.longBitsToDouble(from.longs[i]);
                }
                doubles.advance(count);
            }
            case BooleanVector booleans -> {
                boolean[] room = booleans.reserve(count);
                int at = booleans.size();
                for (int i = 0; i < count; i++) {
                    room[at + i] = from.ints[i] != 0;
                }
                booleans.advance(count);
            }
            case BytesVector bytes -> bytes(from, count, bytes);
            case DecimalVector vector -> decimals.append(from, count, vector);
            case dev.tidemark.data.ArrayVector _, dev.tidemark.data.MapVector _, dev.tidemark.data.StructVector _ ->
                throw new IllegalStateException(to.type() + " has no values");
        }
    }

    private void ints(int[] from, int count, IntVector to) {
        int[] room = to.reserve(count);
        int at = to.size();
        switch (form.meaning()) {
            case UINT8 -> masked(from, count, room, at, 0xFF);
            case UINT16 -> masked(from, count, room, at, 0xFFFF);
            case INT8 -> narrow(from, count, room, at, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> narrow(from, count, room, at, Short.MIN_VALUE, Short.MAX_VALUE);
            default -> System.arraycopy(from, 0, room, at, count);
        }
        to.advance(count);
        if (form.type().equals(DataType.DATE)) {
            days(room, at, count);
        }
    }

    private void days(int[] days, int at, int count) {
        int beyond = 0;
        for (int i = at; i < at + count; i++) {
            beyond |= (days[i] - TimeRange.FIRST_DAY) | (TimeRange.LAST_DAY - days[i]);
        }
        if (beyond >= 0) {
            return;
        }
        for (int i = at; i < at + count; i++) {
            if (!TimeRange.holdsDay(days[i])) {
                bad.add(i, "the date " + LocalDate.ofEpochDay(days[i]) + " lies outside of 0001 to 9999");
                days[i] = 0;
            }
        }
    }

    private static void masked(int[] from, int count, int[] room, int at, int mask) {
        for (int i = 0; i < count; i++) {
            room[at + i] = from[i] & mask;
        }
    }

    private void narrow(int[] from, int count, int[] room, int at, int least, int most) {
        for (int i = 0; i < count; i++) {
            if (from[i] < least || from[i] > most) {
                bad.add(at + i, "the number " + from[i] + " does not fit " + form.type());
                room[at + i] = 0;
            } else {
                room[at + i] = from[i];
            }
        }
    }

    private void longs(Scratch from, int count, LongVector to) {
        long[] room = to.reserve(count);
        int at = to.size();
        switch (form.physical()) {
            case INT32 -> {
                long mask = form.meaning() == ValueForm.Meaning.UINT32 ? 0xFFFFFFFFL : -1;
                for (int i = 0; i < count; i++) {
                    room[at + i] = from.ints[i] & mask;
                }
            }
            case INT64 -> {
                System.arraycopy(from.longs, 0, room, at, count);
                if (form.type().equals(DataType.TIMESTAMP)) {
                    times.convert(form.meaning(), room, at, count, bad);
                }
            }
            case INT96 -> times.convertInt96(from, room, at, count, bad);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                decimals.appendBytes(from, count, to);
                decimals.check(to, at, count);
                return;
            }
            case BOOLEAN, FLOAT, DOUBLE -> throw new IllegalStateException(form + " has no such vector");
        }
        to.advance(count);
        if (form.meaning() == ValueForm.Meaning.DECIMAL) {
            decimals.check(to, at, count);
        }
    }

    private void floats(Scratch from, int count, FloatVector to) {
        float[] room = to.reserve(count);
        int at = to.size();
        if (form.physical() == Type.FLOAT) {
            for (int i = 0; i < count; i++) {
                room[at + i] = Float.intBitsToFloat(from.ints[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                int start = from.starts[i];
                int bits = (from.source[start] & 0xFF) | (from.source[start + 1] << 8);
                room[at + i] = Float.float16ToFloat((short) bits);
            }
        }
        to.advance(count);
    }

    private void bytes(Scratch from, int count, BytesVector to) {
        switch (form.meaning()) {
            case UUID -> {
                room(36L * count, to);
                for (int i = 0; i < count; i++) {
                    byte[] room = to.reserve(36);
                    uuid(from.source, from.starts[i], room, to.end());
                    to.commit(36);
                }
            }
            case TIME_MILLIS, TIME_MICROS, TIME_NANOS -> {
                room(18L * count, to);
                for (int i = 0; i < count; i++) {
                    long time = form.physical() == Type.INT32 ? from.ints[i] : from.longs[i];
                    int length = Times.timeOfDay(form.meaning(), time, to.reserve(18), to.end());
                    if (length == 0) {
                        bad.add(to.size(), "the time of day " + time + " is on no clock");
                    }
                    to.commit(length);
                }
            }
            default -> texts(from, count, to);
        }
    }

    private void room(long more, BytesVector to) {
        if (to.end() + more > MOST_BYTES) {
            throw place.refused(
                    "has more than 1 GB of text in a few rows", "Have it written in smaller values, or leave it out");
        }
    }

    private void texts(Scratch from, int count, BytesVector to) {
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += from.lengths[i];
        }
        room(total, to);
        int begin = to.end();
        int first = to.size();
        to.appendSlices(from.source, from.starts, from.lengths, count, (int) total);
        if (form.type().equals(DataType.STRING) && !Utf8.isAscii(to.bytes(), begin, to.end())) {
            checkTexts(to, first, count);
        }
    }

    private void checkTexts(BytesVector texts, int first, int count) {
        for (int i = first; i < first + count; i++) {
            int start = texts.start(i);
            if (!Utf8.isValid(texts.bytes(), start, start + texts.length(i))) {
                bad.add(i, "the text is not UTF-8; declare the column as binary, or mend it");
            }
        }
    }

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private static void uuid(byte[] from, int start, byte[] to, int at) {
        int next = at;
        for (int i = 0; i < 16; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                to[next++] = '-';
            }
            to[next++] = HEX[from[start + i] >> 4 & 0xF];
            to[next++] = HEX[from[start + i] & 0xF];
        }
    }

    /// Bytes of the longest of some values.
    static long longest(ColumnVector values) {
        long longest = 16;
        if (values instanceof BytesVector bytes) {
            for (int i = 0; i < bytes.size(); i++) {
                longest = Math.max(longest, bytes.length(i));
            }
        }
        return longest;
    }

    /// @throws dev.tidemark.spi.UnreadableObjectException when so many of a dictionary's values take too much
    ///     room
    void checkRoom(ColumnVector dictionary, long longest, int[] ids, int count, ColumnVector to) {
        if (dictionary instanceof BytesVector values && to instanceof BytesVector bytes) {
            if (longest * count + bytes.end() <= MOST_BYTES) {
                return;
            }
            long total = 0;
            for (int i = 0; i < count; i++) {
                total += values.length(ids[i]);
            }
            room(total, bytes);
        }
    }
}
