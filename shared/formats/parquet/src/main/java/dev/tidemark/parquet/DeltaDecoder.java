package dev.tidemark.parquet;

/// DELTA_BINARY_PACKED: differences in blocks of miniblocks, each packed as narrow as it can be.
///
/// Source: <https://github.com/apache/parquet-format/blob/master/Encodings.md> "Delta Encoding".
final class DeltaDecoder {

    private static final int MOST_BLOCK = 1 << 16;
    private static final int MOST_MINIBLOCKS = 1 << 12;

    private final Place place;
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int miniblocks;
    private int miniblockSize;
    private int left;
    private long last;
    private boolean first;
    private long least;
    private final byte[] widths = new byte[MOST_MINIBLOCKS];
    private int miniblock;
    private int inMiniblock;
    private long[] deltas = new long[0];

    DeltaDecoder(Place place) {
        this.place = place;
    }

    void reset(byte[] from, int start, int stop) {
        bytes = from;
        at = start;
        end = stop;
        long block = varint();
        long count = varint();
        long total = varint();
        last = zigzag();
        if (block < 8 || block > MOST_BLOCK || count < 1 || count > MOST_MINIBLOCKS || block % (count * 8) != 0) {
            throw place.damaged("delta blocks of " + block + " values in " + count + " parts make no sense");
        }
        if (total < 0 || total > Integer.MAX_VALUE) {
            throw place.damaged("a page claims " + total + " deltas");
        }
        miniblocks = (int) count;
        miniblockSize = (int) (block / count);
        left = (int) total;
        first = true;
        miniblock = miniblocks;
        inMiniblock = miniblockSize;
        if (deltas.length < miniblockSize) {
            deltas = new long[miniblockSize];
        }
    }

    /// Values that were not read yet.
    int left() {
        return left;
    }

    /// The byte behind all values; after the last was read.
    int end() {
        return at;
    }

    void read(long[] to, int from, int count) {
        if (count > left) {
            throw place.damaged("a page has fewer deltas than values");
        }
        int done = 0;
        if (first && count > 0) {
            to[from] = last;
            first = false;
            done = 1;
        }
        while (done < count) {
            if (inMiniblock == miniblockSize) {
                next();
            }
            int step = Math.min(miniblockSize - inMiniblock, count - done);
            long value = last;
            for (int i = 0; i < step; i++) {
                value += least + deltas[inMiniblock + i];
                to[from + done + i] = value;
            }
            last = value;
            inMiniblock += step;
            done += step;
        }
        left -= count;
    }

    private void next() {
        if (miniblock == miniblocks) {
            least = zigzag();
            if (end - at < miniblocks) {
                throw place.damaged("a block of deltas goes over the page's end");
            }
            System.arraycopy(bytes, at, widths, 0, miniblocks);
            at += miniblocks;
            miniblock = 0;
        }
        int width = widths[miniblock++];
        if (width < 0 || width > 64) {
            throw place.damaged("deltas of " + width + " bits make no sense");
        }
        int length = miniblockSize / 8 * width;
        if (end - at < length) {
            throw place.damaged("a block of deltas goes over the page's end");
        }
        unpack(width);
        at += length;
        inMiniblock = 0;
    }

    private void unpack(int width) {
        long mask = width == 64 ? -1 : (1L << width) - 1;
        long position = (long) at << 3;
        int safe = bytes.length - 8;
        for (int i = 0; i < miniblockSize; i++) {
            int start = (int) (position >>> 3);
            int shift = (int) (position & 7);
            long word = start <= safe ? (long) ByteBuilder.LONGS.get(bytes, start) : HybridDecoder.tail(bytes, start);
            long value = word >>> shift;
            if (shift + width > 64) {
                value |= (bytes[start + 8] & 0xFFL) << (64 - shift);
            }
            deltas[i] = value & mask;
            position += width;
        }
    }

    private long varint() {
        long result = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (at >= end) {
                throw place.damaged("a page of deltas ends too early");
            }
            long next = bytes[at++];
            result |= (next & 0x7F) << shift;
            if (next >= 0) {
                return result;
            }
        }
        throw place.damaged("a number in a page of deltas makes no sense");
    }

    private long zigzag() {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }
}
