package dev.tidemark.orc;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Columns of text and bytes: one by one, or as entries of a dictionary that the stripe has.
final class Texts extends Column.Single {

    /// More in one dictionary is a bomb.
    private static final int MOST_ENTRIES = 1 << 24;

    private static final int PIECE = 64 << 10;
    private static final String NO_TEXT = "the text is not UTF-8";

    private final boolean padded;
    private final boolean text;
    /// Entries of the dictionary that are no text.
    private final BitSet badEntries = new BitSet();
    private @Nullable Integers lengths;
    private @Nullable OrcStream data;
    private @Nullable Integers entries;
    private byte[] dictionary = new byte[0];
    /// Entry `i` is `dictionary[ends[i]..ends[i + 1])`.
    private int[] ends = {0};

    private int size;
    /// Bytes of the longest entry.
    private int longest;

    Texts(Node node, Place file) {
        super(node, file);
        this.padded = node.kind() == Kind.CHAR;
        this.text = node.kind() != Kind.BINARY;
    }

    @Override
    void openValues(Stripe stripe) throws IOException {
        StripeFooter.Encoding encoding = stripe.encoding(node, place);
        OrcStream values = stripe.stream(node, StripeFooter.DATA, place);
        Integers sizes = Integers.of(stripe.stream(node, StripeFooter.LENGTH, place), false, encoding.second());
        if (encoding.dictionary()) {
            entries = Integers.of(values, false, encoding.second());
            size = 0;
            longest = 0;
            readDictionary(stripe.stream(node, StripeFooter.DICTIONARY_DATA, place), sizes, encoding.dictionarySize());
        } else {
            entries = null;
            lengths = sizes;
            data = values;
        }
    }

    @Override
    boolean hasLongValues() {
        return true;
    }

    @Override
    int fitting(int count, long bytes) throws IOException {
        Integers indexes = entries;
        if (indexes == null) {
            return Objects.requireNonNull(lengths).fitting(count, bytes, length -> length);
        }
        return (long) longest * count <= bytes
                ? count
                : indexes.fitting(
                        count,
                        bytes,
                        entry -> entry < 0 || entry >= size ? -1 : ends[(int) entry + 1] - ends[(int) entry]);
    }

    /// Room is made as entries and bytes are found, never as many as are claimed.
    private void readDictionary(OrcStream bytes, Integers sizes, int claimed) throws IOException {
        if (claimed > MOST_ENTRIES) {
            throw place.damaged("its dictionary claims " + claimed + " entries");
        }
        while (size < claimed) {
            int piece = Math.min(Integers.MOST_IN_RUN, claimed - size);
            long[] found = sizes.lengths(piece, MOST_BYTES);
            if (ends.length < size + piece + 1) {
                ends = Arrays.copyOf(ends, Math.max(size + piece + 1, ends.length * 2));
            }
            for (int i = 0; i < piece; i++) {
                if (found[i] > MOST_BYTES - ends[size]) {
                    throw place.damaged("its dictionary claims more than " + MOST_BYTES + " bytes");
                }
                longest = Math.max(longest, (int) found[i]);
                int end = ends[size] + (int) found[i];
                ends[++size] = end;
            }
            read(bytes, ends[size - piece], ends[size]);
        }
        badEntries.clear();
        if (text && !Utf8.isAscii(dictionary, 0, ends[size])) {
            for (int i = 0; i < size; i++) {
                if (!Utf8.isValid(dictionary, ends[i], ends[i + 1])) {
                    badEntries.set(i);
                }
            }
        }
    }

    private void read(OrcStream bytes, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            int piece = Math.min(PIECE, to - at);
            if (dictionary.length < at + piece) {
                dictionary = Arrays.copyOf(dictionary, Math.max(at + piece, dictionary.length * 2));
            }
            bytes.readFully(dictionary, at, piece);
            at += piece;
        }
    }

    @Override
    void append(ColumnVector to, int count) throws IOException {
        BytesVector texts = (BytesVector) to;
        if (entries != null) {
            entries(entries, texts, count);
        } else {
            direct(Objects.requireNonNull(lengths), Objects.requireNonNull(data), texts, count);
        }
    }

    private void entries(Integers from, BytesVector to, int count) throws IOException {
        long[] found = from.read(count);
        long total = 0;
        for (int i = 0; i < count; i++) {
            long entry = found[i];
            if (entry < 0 || entry >= size) {
                throw place.damaged("it has entry " + entry + " of a dictionary of " + size);
            }
            total += ends[(int) entry + 1] - ends[(int) entry];
        }
        if (total > MOST_BYTES) {
            throw tooLarge();
        }
        byte[] room = to.reserve((int) total);
        for (int i = 0; i < count; i++) {
            if (!badEntries.isEmpty() && badEntries.get((int) found[i])) {
                bad.add(i, NO_TEXT);
            }
            int start = ends[(int) found[i]];
            int length = ends[(int) found[i] + 1] - start;
            length = padded ? withoutPadding(dictionary, start, length) : length;
            System.arraycopy(dictionary, start, room, to.end(), length);
            to.commit(length);
        }
    }

    private void direct(Integers sizes, OrcStream bytes, BytesVector to, int count) throws IOException {
        long[] found = sizes.lengths(count, MOST_BYTES);
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += found[i];
        }
        int done = 0;
        int at = to.end();
        // Piece by piece, so that a length that lies does not make room for what is not there.
        while (done < total) {
            int piece = (int) Math.min(total - done, Math.max(PIECE, done));
            bytes.readFully(to.reserve(done + piece), at + done, piece);
            done += piece;
        }
        if (text && !Utf8.isAscii(to.bytes(), at, at + done)) {
            check(found, to.bytes(), at, count);
        }
        if (padded) {
            unpad(found, to, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            to.commit((int) found[i]);
        }
    }

    private void check(long[] found, byte[] bytes, int from, int count) {
        int start = from;
        for (int i = 0; i < count; i++) {
            int end = start + (int) found[i];
            if (!Utf8.isValid(bytes, start, end)) {
                bad.add(i, NO_TEXT);
            }
            start = end;
        }
    }

    private static void unpad(long[] found, BytesVector to, int count) {
        byte[] bytes = to.bytes();
        int start = to.end();
        for (int i = 0; i < count; i++) {
            int length = withoutPadding(bytes, start, (int) found[i]);
            System.arraycopy(bytes, start, bytes, to.end(), length);
            to.commit(length);
            start += (int) found[i];
        }
    }

    private static int withoutPadding(byte[] bytes, int start, int length) {
        int left = length;
        while (left > 0 && bytes[start + left - 1] == ' ') {
            left--;
        }
        return left;
    }

    private RuntimeException tooLarge() {
        return place.damaged("its values take more than " + MOST_BYTES + " bytes in one batch of rows");
    }
}
