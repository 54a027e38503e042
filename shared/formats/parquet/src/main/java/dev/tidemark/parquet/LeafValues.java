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
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.parquet.format.Type;

/// Appends stored values to a vector as what they mean.
final class LeafValues {

    /// More in one batch is a bomb.
    private static final int MOST_BYTES = 1 << 30;

    private final Place place;
    private final ValueForm form;
    private final Times times;

    LeafValues(Place place, ValueForm form, Times times) {
        this.place = place;
        this.form = form;
        this.times = times;
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
            case DecimalVector decimals -> decimals(from, count, decimals);
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
    }

    private static void masked(int[] from, int count, int[] room, int at, int mask) {
        for (int i = 0; i < count; i++) {
            room[at + i] = from[i] & mask;
        }
    }

    private void narrow(int[] from, int count, int[] room, int at, int least, int most) {
        for (int i = 0; i < count; i++) {
            if (from[i] < least || from[i] > most) {
                throw place.damaged(from[i] + " stands in a column of " + form.type());
            }
            room[at + i] = from[i];
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
                times.convert(form.meaning(), room, at, count);
            }
            case INT96 -> times.convertInt96(from, room, at, count);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                for (int i = 0; i < count; i++) {
                    long low = low(from.source, from.starts[i], from.lengths[i]);
                    if (high(from.source, from.starts[i], from.lengths[i]) != low >> 63) {
                        throw tooLarge();
                    }
                    room[at + i] = low;
                }
            }
            case BOOLEAN, FLOAT, DOUBLE -> throw mismatch();
        }
        to.advance(count);
    }

    private IllegalStateException mismatch() {
        return new IllegalStateException(form + " has no such vector");
    }

    private RuntimeException tooLarge() {
        return place.damaged("a value does not fit " + form.type());
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

    private void decimals(Scratch from, int count, DecimalVector to) {
        switch (form.physical()) {
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    to.append(from.ints[i] >> 31, from.ints[i]);
                }
            }
            case INT64 -> {
                boolean signed = form.meaning() == ValueForm.Meaning.DECIMAL;
                for (int i = 0; i < count; i++) {
                    to.append(signed ? from.longs[i] >> 63 : 0, from.longs[i]);
                }
            }
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                for (int i = 0; i < count; i++) {
                    to.append(
                            high(from.source, from.starts[i], from.lengths[i]),
                            low(from.source, from.starts[i], from.lengths[i]));
                }
            }
            case BOOLEAN, INT96, FLOAT, DOUBLE -> throw mismatch();
        }
    }

    /// The last eight bytes of a big-endian number in two's complement.
    private static long low(byte[] bytes, int start, int length) {
        long value = length > 0 ? bytes[Math.max(start, start + length - 8)] : 0;
        for (int i = Math.max(start, start + length - 8) + 1; i < start + length; i++) {
            value = (value << 8) | (bytes[i] & 0xFF);
        }
        return value;
    }

    /// The eight bytes before them, filled up with the sign.
    private long high(byte[] bytes, int start, int length) {
        if (length <= 8) {
            return length > 0 ? bytes[start] >> 7 : 0;
        }
        int from = start;
        for (; from < start + length - 16; from++) {
            if (bytes[from] != bytes[start + length - 16] >> 7) {
                throw tooLarge();
            }
        }
        long value = bytes[from];
        for (int i = from + 1; i < start + length - 8; i++) {
            value = (value << 8) | (bytes[i] & 0xFF);
        }
        return value;
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
                    to.commit(Times.timeOfDay(form.meaning(), time, to.reserve(18), to.end(), place));
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
        byte[] room = to.reserve((int) total);
        byte[] source = from.source;
        boolean text = form.type().equals(DataType.STRING);
        for (int i = 0; i < count; i++) {
            int length = from.lengths[i];
            if (text && !isUtf8(source, from.starts[i], length)) {
                throw place.refused(
                        "has a text that is not UTF-8", "Have it written as binary, or name the file in exclusions");
            }
            System.arraycopy(source, from.starts[i], room, to.end(), length);
            to.commit(length);
        }
    }

    private static boolean isUtf8(byte[] bytes, int start, int length) {
        int any = 0;
        for (int i = start; i < start + length; i++) {
            any |= bytes[i];
        }
        if (any >= 0) {
            return true;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, length));
            return true;
        } catch (CharacterCodingException noText) {
            return false;
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
    void checkRoom(ColumnVector dictionary, int[] ids, int count, ColumnVector to) {
        if (dictionary instanceof BytesVector values && to instanceof BytesVector bytes) {
            long total = 0;
            for (int i = 0; i < count; i++) {
                total += values.length(ids[i]);
            }
            room(total, bytes);
        }
    }
}
