package dev.tidemark.bookmark;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/// A part of a bookmark: versions of objects sorted by key hash, immutable, each key at most once.
///
/// The bytes, big-endian: a header of 32 bytes (magic `TIDESEGM`, format version int 1, CRC-32C of the entries int,
/// number of entries long, eight zero bytes), then 24 bytes an entry (key hash 16, version hash 8). What is decoded
/// stays as it is: a segment of a million entries is one array of 24 MB.
public final class Segment {

    public static final int FORMAT_VERSION = 1;
    public static final int HEADER_BYTES = 32;
    public static final int ENTRY_BYTES = 24;

    private static final long MAGIC = 0x544944455345474DL; // TIDESEGM
    private static final int INTERPOLATIONS = 3;

    private final byte[] raw;
    private final ByteBuffer bytes;
    private final int count;

    private Segment(byte[] bytes, int count) {
        this.raw = bytes;
        this.bytes = ByteBuffer.wrap(bytes);
        this.count = count;
    }

    /// A segment of these versions; of two with one key the later one counts.
    public static Segment of(List<ObjectVersion> versions) {
        ObjectVersion[] sorted = versions.toArray(new ObjectVersion[0]);
        Arrays.sort(sorted);
        List<ObjectVersion> distinct = new ArrayList<>(sorted.length);
        for (ObjectVersion version : sorted) {
            if (!distinct.isEmpty() && distinct.getLast().compareTo(version) == 0) {
                distinct.removeLast();
            }
            distinct.add(version);
        }
        byte[] room = room(distinct.size());
        ByteBuffer out = ByteBuffer.wrap(room).position(HEADER_BYTES);
        distinct.forEach(version ->
                out.putLong(version.keyHigh()).putLong(version.keyLow()).putLong(version.version()));
        return sealed(room, out.position());
    }

    /// One segment that says what `newestFirst` said together.
    ///
    /// @param withOldest whether the last of them is the oldest of the bookmark, so that what was forgotten can go
    public static Segment merge(List<Segment> newestFirst, boolean withOldest) {
        int[] at = new int[newestFirst.size()];
        byte[] room = room(newestFirst.stream().mapToInt(Segment::count).reduce(0, Math::addExact));
        ByteBuffer out = ByteBuffer.wrap(room).position(HEADER_BYTES);
        while (true) {
            int least = -1;
            for (int i = 0; i < at.length; i++) {
                Segment segment = newestFirst.get(i);
                if (at[i] < segment.count && (least < 0 || segment.less(at[i], newestFirst.get(least), at[least]))) {
                    least = i;
                }
            }
            if (least < 0) {
                return sealed(room, out.position());
            }
            Segment newest = newestFirst.get(least);
            int entry = at[least];
            if (!withOldest || newest.version(entry) != ObjectVersion.FORGOTTEN) {
                out.put(newest.raw, offset(entry), ENTRY_BYTES);
            }
            for (int i = 0; i < at.length; i++) {
                Segment segment = newestFirst.get(i);
                if (at[i] < segment.count && !newest.less(entry, segment, at[i])) {
                    at[i]++;
                }
            }
        }
    }

    /// Reads the bytes of a segment, which are kept and must not change any more.
    ///
    /// @param name for the error's message
    /// @throws DamagedSegmentException when these are not the bytes that were written
    /// @throws NewerSegmentException   when a newer Tidemark wrote them
    public static Segment decode(String name, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES || in.getLong(0) != MAGIC) {
            throw new DamagedSegmentException(name, "it does not begin as a segment does");
        }
        if (in.getInt(8) > FORMAT_VERSION) {
            throw new NewerSegmentException(name, in.getInt(8), FORMAT_VERSION);
        }
        long count = in.getLong(16);
        if (count < 0 || count > Integer.MAX_VALUE || bytes.length != HEADER_BYTES + count * ENTRY_BYTES) {
            throw new DamagedSegmentException(
                    name, "its header says %d entries but it has %d bytes".formatted(count, bytes.length));
        }
        if (in.getInt(12) != checksum(bytes, bytes.length)) {
            throw new DamagedSegmentException(name, "its checksum does not fit its entries");
        }
        return new Segment(bytes, (int) count);
    }

    /// The bytes that [#decode] reads.
    public byte[] encode() {
        return raw.clone();
    }

    public int count() {
        return count;
    }

    public ObjectVersion get(int entry) {
        return new ObjectVersion(high(entry), low(entry), version(entry));
    }

    /// Position of a key, or -1.
    ///
    /// Hashes are spread evenly, so a few interpolations come close, and a binary search ends it.
    int find(long keyHigh, long keyLow) {
        int from = 0;
        int to = count;
        for (int i = 0; i < INTERPOLATIONS && to - from > 16; i++) {
            long low = high(from);
            long width = high(to - 1) - low;
            if (Long.compareUnsigned(keyHigh, low) < 0 || Long.compareUnsigned(keyHigh - low, width) > 0) {
                break;
            }
            int guess = from + (int) ((to - 1 - from) * (unsigned(keyHigh - low) / Math.max(1.0, unsigned(width))));
            int slack = 2 + (int) Math.sqrt(to - from);
            int left = Math.max(from, guess - slack);
            int right = Math.min(to - 1, guess + slack);
            from = compare(left, keyHigh, keyLow) <= 0 ? left : from;
            to = compare(right, keyHigh, keyLow) >= 0 ? right + 1 : to;
        }
        while (from < to) {
            int middle = (from + to) >>> 1;
            int order = compare(middle, keyHigh, keyLow);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return -1;
    }

    long version(int entry) {
        return bytes.getLong(offset(entry) + 16);
    }

    private long high(int entry) {
        return bytes.getLong(offset(entry));
    }

    private long low(int entry) {
        return bytes.getLong(offset(entry) + 8);
    }

    private int compare(int entry, long keyHigh, long keyLow) {
        int order = Long.compareUnsigned(high(entry), keyHigh);
        return order != 0 ? order : Long.compareUnsigned(low(entry), keyLow);
    }

    private boolean less(int entry, Segment other, int otherEntry) {
        return compare(entry, other.high(otherEntry), other.low(otherEntry)) < 0;
    }

    private static double unsigned(long value) {
        return value >= 0 ? value : value + 0x1p64;
    }

    private static int offset(int entry) {
        return HEADER_BYTES + entry * ENTRY_BYTES;
    }

    private static byte[] room(int entries) {
        return new byte[Math.addExact(HEADER_BYTES, Math.multiplyExact(entries, ENTRY_BYTES))];
    }

    private static Segment sealed(byte[] room, int length) {
        byte[] bytes = length == room.length ? room : Arrays.copyOf(room, length);
        int count = (bytes.length - HEADER_BYTES) / ENTRY_BYTES;
        ByteBuffer.wrap(bytes)
                .putLong(0, MAGIC)
                .putInt(8, FORMAT_VERSION)
                .putInt(12, checksum(bytes, bytes.length))
                .putLong(16, count);
        return new Segment(bytes, count);
    }

    private static int checksum(byte[] bytes, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, HEADER_BYTES, to - HEADER_BYTES);
        return (int) crc.getValue();
    }
}
