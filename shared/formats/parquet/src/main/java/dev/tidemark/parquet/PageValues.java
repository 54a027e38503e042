package dev.tidemark.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.format.Type;

/// Values of one page in the order of the file, by their encoding. Dictionary ids are not among them.
abstract class PageValues {

    final Place place;
    byte[] bytes = new byte[0];
    int at;
    int end;

    PageValues(Place place) {
        this.place = place;
    }

    /// Begins a page whose values are `from[start..stop)`.
    ///
    /// @param values how many there are at most: that the page says, nulls included
    void reset(byte[] from, int start, int stop, int values) {
        bytes = from;
        at = start;
        end = stop;
    }

    /// The next `count` values, at index 0 and on.
    abstract void read(Scratch to, int count);

    /// How many of the next `count` values have no more than `bytes` together; damage shows when they are read.
    int fitting(int count, long bytes) {
        return count;
    }

    void need(long length) {
        if (end - at < length) {
            throw place.damaged("a page has fewer values than it says");
        }
    }

    /// PLAIN.
    static final class Plain extends PageValues {

        private final Type physical;
        private final int width;
        private int bit;

        Plain(Place place, ValueForm form) {
            super(place);
            this.physical = form.physical();
            this.width = physical == Type.INT96 ? 12 : form.width();
        }

        @Override
        void reset(byte[] from, int start, int stop, int values) {
            super.reset(from, start, stop, values);
            bit = 0;
        }

        @Override
        void read(Scratch to, int count) {
            switch (physical) {
                case BOOLEAN -> booleans(to.ints(count), count);
                case INT32, FLOAT -> {
                    need(count * 4L);
                    buffer().asIntBuffer().get(to.ints(count), 0, count);
                    at += count * 4;
                }
                case INT64, DOUBLE -> {
                    need(count * 8L);
                    buffer().asLongBuffer().get(to.longs(count), 0, count);
                    at += count * 8;
                }
                case INT96, FIXED_LEN_BYTE_ARRAY -> {
                    need((long) count * width);
                    to.slices(bytes, count);
                    for (int i = 0; i < count; i++) {
                        to.starts[i] = at;
                        to.lengths[i] = width;
                        at += width;
                    }
                }
                case BYTE_ARRAY -> texts(to, count);
            }
        }

        @Override
        int fitting(int count, long most) {
            if (physical != Type.BYTE_ARRAY || end - at <= most) {
                return count;
            }
            int next = at;
            for (int i = 0; i < count; i++) {
                int length = end - next < 4 ? -1 : (int) ByteBuilder.INTS.get(bytes, next);
                if (length < 0 || length > end - next - 4 || next + 4 + length - at > most) {
                    return i;
                }
                next += 4 + length;
            }
            return count;
        }

        private ByteBuffer buffer() {
            return ByteBuffer.wrap(bytes, at, end - at).order(ByteOrder.LITTLE_ENDIAN);
        }

        private void booleans(int[] to, int count) {
            need((bit + count + 7L) >>> 3);
            for (int i = 0; i < count; i++) {
                to[i] = bytes[at] >>> bit & 1;
                if (++bit == 8) {
                    bit = 0;
                    at++;
                }
            }
        }

        private void texts(Scratch to, int count) {
            byte[] from = bytes;
            to.slices(from, count);
            int[] starts = to.starts;
            int[] lengths = to.lengths;
            int next = at;
            // So that no place overflows.
            int last = end - 4;
            for (int i = 0; i < count; i++) {
                if (next > last) {
                    throw place.damaged("a page has fewer values than it says");
                }
                int length = (int) ByteBuilder.INTS.get(from, next);
                next += 4;
                if (length < 0 || length > end - next) {
                    throw place.damaged("a value claims " + (length & 0xFFFFFFFFL) + " bytes where " + (end - next)
                            + " are left in its page");
                }
                starts[i] = next;
                lengths[i] = length;
                next += length;
            }
            at = next;
        }
    }

    /// RLE, of booleans.
    static final class Runs extends PageValues {

        private final HybridDecoder decoder;

        Runs(Place place) {
            super(place);
            this.decoder = new HybridDecoder(place);
        }

        @Override
        void reset(byte[] from, int start, int stop, int values) {
            super.reset(from, start, stop, values);
            need(4);
            int length = (int) ByteBuilder.INTS.get(from, start);
            if (length < 0 || length > stop - start - 4) {
                throw place.damaged("a page's booleans claim " + length + " bytes");
            }
            decoder.reset(from, start + 4, start + 4 + length, 1);
        }

        @Override
        void read(Scratch to, int count) {
            decoder.read(to.ints(count), 0, count);
        }
    }

    /// DELTA_BINARY_PACKED.
    static final class Deltas extends PageValues {

        private final boolean isLong;
        private final DeltaDecoder decoder;

        Deltas(Place place, ValueForm form) {
            super(place);
            this.isLong = form.physical() == Type.INT64;
            this.decoder = new DeltaDecoder(place);
        }

        @Override
        void reset(byte[] from, int start, int stop, int values) {
            super.reset(from, start, stop, values);
            decoder.reset(from, start, stop);
        }

        @Override
        void read(Scratch to, int count) {
            long[] values = to.longs(count);
            decoder.read(values, 0, count);
            if (!isLong) {
                int[] ints = to.ints(count);
                for (int i = 0; i < count; i++) {
                    ints[i] = (int) values[i];
                }
            }
        }
    }

    /// DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes.
    static final class DeltaLengths extends PageValues {

        /// All lengths of a page are held at once.
        private static final int MOST_LENGTHS = 1 << 24;

        private final DeltaDecoder decoder;
        private long[] lengths = new long[0];
        private int next;
        private int count;

        DeltaLengths(Place place) {
            super(place);
            this.decoder = new DeltaDecoder(place);
        }

        @Override
        void reset(byte[] from, int start, int stop, int values) {
            super.reset(from, start, stop, values);
            decoder.reset(from, start, stop);
            count = decoder.left();
            lengths = lengths(decoder, lengths, values, place);
            next = 0;
            at = decoder.end();
        }

        /// All numbers of `decoder`, in `room` where they fit. They may take no byte each, so their number is held to
        /// that of the page's values.
        static long[] lengths(DeltaDecoder decoder, long[] room, int values, Place place) {
            int total = decoder.left();
            if (total > values) {
                throw place.damaged("a page claims the lengths of " + total + " values and has " + values);
            }
            if (total > MOST_LENGTHS) {
                throw place.refused(
                        "has a page of " + total + " values by their lengths; up to " + MOST_LENGTHS + " are read",
                        "Have it written with smaller pages");
            }
            long[] numbers = room;
            int read = 0;
            while (read < total) {
                // Grows with what is there, not with what is claimed.
                int step = Math.min(total - read, 4096);
                if (numbers.length < read + step) {
                    numbers = Arrays.copyOf(numbers, (int) Math.min(total, (read + step) * 2L));
                }
                decoder.read(numbers, read, step);
                read += step;
            }
            for (int i = 0; i < total; i++) {
                if (numbers[i] < 0 || numbers[i] > Integer.MAX_VALUE) {
                    throw place.damaged("a value has a length of " + numbers[i]);
                }
            }
            return numbers;
        }

        @Override
        int fitting(int wanted, long most) {
            long total = 0;
            for (int i = 0; i < Math.min(wanted, count - next); i++) {
                total += lengths[next + i];
                if (total > most) {
                    return i;
                }
            }
            return wanted;
        }

        @Override
        void read(Scratch to, int wanted) {
            if (wanted > count - next) {
                throw place.damaged("a page has fewer values than it says");
            }
            to.slices(bytes, wanted);
            for (int i = 0; i < wanted; i++) {
                int length = (int) lengths[next + i];
                need(length);
                to.starts[i] = at;
                to.lengths[i] = length;
                at += length;
            }
            next += wanted;
        }
    }

    /// DELTA_BYTE_ARRAY: how much of the value before is kept, and what follows.
    static final class Prefixes extends PageValues {

        private static final int MOST = 256 << 20;

        private final DeltaDecoder decoder;
        private final DeltaLengths suffixes;
        private final int width;
        private final Scratch suffix = new Scratch();
        private long[] prefixes = new long[0];
        private int count;
        private int next;
        private byte[] made = new byte[256];
        private int lastStart;
        private int lastLength;

        /// @param width of every value; 0 when they differ
        Prefixes(Place place, int width) {
            super(place);
            this.width = width;
            this.decoder = new DeltaDecoder(place);
            this.suffixes = new DeltaLengths(place);
        }

        @Override
        void reset(byte[] from, int start, int stop, int values) {
            super.reset(from, start, stop, values);
            decoder.reset(from, start, stop);
            count = decoder.left();
            prefixes = DeltaLengths.lengths(decoder, prefixes, values, place);
            suffixes.reset(from, decoder.end(), stop, values);
            next = 0;
            lastStart = 0;
            lastLength = 0;
        }

        @Override
        int fitting(int wanted, long most) {
            long total = 0;
            for (int i = 0; i < Math.min(wanted, Math.min(count - next, suffixes.count - suffixes.next)); i++) {
                total += prefixes[next + i] + suffixes.lengths[suffixes.next + i];
                if (total > most) {
                    return i;
                }
            }
            return wanted;
        }

        @Override
        void read(Scratch to, int wanted) {
            if (wanted > count - next) {
                throw place.damaged("a page has fewer values than it says");
            }
            suffixes.read(suffix, wanted);
            // The last value moves to the front, the new ones follow it.
            System.arraycopy(made, lastStart, made, 0, lastLength);
            lastStart = 0;
            long size = lastLength;
            for (int i = 0; i < wanted; i++) {
                size += prefixes[next + i] + suffix.lengths[i];
            }
            if (size > MOST) {
                throw place.damaged("values that share their beginnings grow to " + size + " bytes");
            }
            if (made.length < size) {
                made = Arrays.copyOf(made, (int) size);
            }
            to.slices(made, wanted);
            int end = lastLength;
            for (int i = 0; i < wanted; i++) {
                int prefix = (int) prefixes[next + i];
                if (width > 0 && prefix + suffix.lengths[i] != width) {
                    throw place.damaged("a value has " + (prefix + suffix.lengths[i]) + " bytes and not " + width);
                }
                if (prefix > lastLength) {
                    throw place.damaged("a value keeps " + prefix + " bytes of one that has " + lastLength);
                }
                System.arraycopy(made, lastStart, made, end, prefix);
                System.arraycopy(suffix.source, suffix.starts[i], made, end + prefix, suffix.lengths[i]);
                lastStart = end;
                lastLength = prefix + suffix.lengths[i];
                to.starts[i] = end;
                to.lengths[i] = lastLength;
                end += lastLength;
            }
            next += wanted;
        }
    }

    /// BYTE_STREAM_SPLIT: the first bytes of all values, then the second ones, and so on.
    static final class Split extends PageValues {

        private final Type physical;
        private final int width;
        private int count;
        private int next;
        private byte[] joined = new byte[0];

        Split(Place place, ValueForm form) {
            super(place);
            this.physical = form.physical();
            this.width = switch (physical) {
                case INT32, FLOAT -> 4;
                case INT64, DOUBLE -> 8;
                case BOOLEAN, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> form.width();
            };
        }

        @Override
        void reset(byte[] from, int start, int stop, int values) {
            super.reset(from, start, stop, values);
            if ((stop - start) % width != 0) {
                throw place.damaged("a page of values of " + width + " bytes has " + (stop - start));
            }
            count = (stop - start) / width;
            next = 0;
        }

        @Override
        void read(Scratch to, int wanted) {
            if (wanted > count - next) {
                throw place.damaged("a page has fewer values than it says");
            }
            if (joined.length < wanted * width) {
                joined = new byte[wanted * width];
            }
            for (int stream = 0; stream < width; stream++) {
                int from = at + stream * count + next;
                for (int i = 0; i < wanted; i++) {
                    joined[i * width + stream] = bytes[from + i];
                }
            }
            next += wanted;
            ByteBuffer buffer = ByteBuffer.wrap(joined).order(ByteOrder.LITTLE_ENDIAN);
            switch (physical) {
                case INT32, FLOAT -> buffer.asIntBuffer().get(to.ints(wanted), 0, wanted);
                case INT64, DOUBLE -> buffer.asLongBuffer().get(to.longs(wanted), 0, wanted);
                case BOOLEAN, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
                    to.slices(joined, wanted);
                    for (int i = 0; i < wanted; i++) {
                        to.starts[i] = i * width;
                        to.lengths[i] = width;
                    }
                }
            }
        }
    }
}
