package dev.tidemark.parquet;

import dev.tidemark.data.ColumnVector;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/// One column of values: its levels and values for some rows at a time.
///
/// Values go to the vector one behind the other; [Assembly] then makes room for the nulls among them.
final class ColumnReader {

    /// A row of more elements than this is a bomb.
    private static final int MOST_ENTRIES = 1 << 24;
    private static final int BLOCK = 4096;
    /// Rows that are passed over at once.
    private static final int SKIPPED = 4096;
    /// Of an entry: its two levels and a number.
    private static final int ENTRY_BYTES = 16;

    private final Place place;
    private final Node.Scalar column;
    private final ColumnVector vector;
    private final LeafValues values;
    private final HybridDecoder repetitionLevels;
    private final HybridDecoder definitionLevels;
    private final HybridDecoder ids;
    private final Scratch scratch = new Scratch();
    private final BadValues bad = new BadValues();
    private final Times times;
    private @Nullable PageReader pages;
    private byte[] room = new byte[0];
    private @Nullable ColumnVector dictionary;
    private BadValues badWords = new BadValues();
    private long longest;
    private @Nullable PageValues decoder;
    private int[] wanted = new int[0];
    /// Of the current page.
    private int left;
    /// Levels that were decoded and not taken yet: `ahead[next..last)`.
    private final int[] aheadRepetitions = new int[BLOCK];
    private final int[] aheadDefinitions = new int[BLOCK];
    private int next;
    private int last;

    private @Nullable PagePlaces places;
    /// Of the row group, the one that is read next.
    private long row;
    /// Rows of the current page, where its place is known; else 0.
    private long pageFrom;

    private long pageTo;
    private int entries;
    private boolean allPresent;
    private int[] definitions = new int[0];
    private int[] repetitions = new int[0];

    ColumnReader(Place file, Node.Scalar column, ColumnVector vector, Times times) {
        this.place = file.in(column.path());
        this.column = column;
        this.vector = vector;
        this.times = times;
        this.values = new LeafValues(place, column.form(), times, bad);
        this.repetitionLevels = new HybridDecoder(place);
        this.definitionLevels = new HybridDecoder(place);
        this.ids = new HybridDecoder(place);
    }

    Place place() {
        return place;
    }

    Node.Scalar column() {
        return column;
    }

    ColumnVector vector() {
        return vector;
    }

    /// What the file counts as values in the rows read last, nulls and empty lists included.
    int entries() {
        return entries;
    }

    /// Whether all entries are values; then no definition level is kept.
    boolean allPresent() {
        return allPresent;
    }

    int[] definitions() {
        return definitions;
    }

    int[] repetitions() {
        return repetitions;
    }

    /// Those of the rows read last, by their place among the values that are there.
    BadValues bad() {
        return bad;
    }

    /// Begins a column chunk, or those of its pages that are wanted.
    ///
    /// @param known where they lie and which rows they have; null: all are there
    void open(ChunkBytes chunk, ColumnMetaData metadata, Decompression decompression, @Nullable PagePlaces known)
            throws IOException {
        pages = new PageReader(place, column, chunk, metadata, decompression, room);
        places = known;
        pageFrom = 0;
        pageTo = 0;
        dictionary = null;
        longest = 0;
        badWords = new BadValues();
        left = 0;
        next = 0;
        last = 0;
        nextPage();
        row = pageFrom;
    }

    /// Bytes of the longest value of the dictionary, by which many rows may share; 0 without one.
    long dictionaryBytesPerValue() {
        return longest;
    }

    /// Forgets the rows read so far, as the vector does.
    void clear() {
        entries = 0;
        allPresent = column.repetition() == 0;
        bad.clear();
    }

    /// Reads the next `rows` rows, which the chunk has, behind those read since [#clear()].
    void read(int rows) throws IOException {
        long after = row + rows;
        if (column.repetition() == 0) {
            flat(rows);
        } else {
            nested(rows);
        }
        // Looking for the end of a list it may have come to a page that begins further on.
        row = Math.max(after, pageFrom);
    }

    /// Goes to a row further on, which a page that is there has. Forgets what was read.
    void skipTo(long wanted) throws IOException {
        while (row < wanted) {
            if (places != null && wanted >= pageTo) {
                left = 0;
                next = 0;
                last = 0;
                if (!nextPage() || pageFrom < row || pageFrom > wanted) {
                    throw place.damaged("its offset index does not lead to row " + wanted + " of its row group");
                }
                row = pageFrom;
            } else {
                int rows = (int) Math.min(SKIPPED, wanted - row);
                read(hasLongValues() ? fitting(rows, Columns.MOST_BYTES) : rows);
                vector.clear();
                clear();
            }
        }
        if (row > wanted) {
            throw place.damaged("its offset index leads over row " + wanted + " of its row group");
        }
    }

    /// Whether the footer's averages say little about how much some rows take.
    boolean hasLongValues() {
        return column.repetition() > 0 || column.form().physical() == Type.BYTE_ARRAY;
    }

    /// Bytes that the rows read since [#clear()] take.
    long bytes() {
        return vector.valueBytes() + (column.repetition() > 0 ? (long) entries * ENTRY_BYTES : 0);
    }

    /// How many of the next rows, as far as they are in sight, have values of no more than `bytes`; one at least.
    int fitting(int rows, long bytes) throws IOException {
        if (column.repetition() == 0) {
            if (left == 0 && !nextPage()) {
                return rows;
            }
            return Math.max(1, valuesFitting(Math.min(rows, left), bytes));
        }
        if (next == last && !ahead()) {
            return rows;
        }
        int end = next + (int) Math.min(valuesFitting(last - next, bytes), bytes / ENTRY_BYTES);
        int found = 0;
        for (int i = next + 1; i < last && i <= end && found < rows; i++) {
            found += aheadRepetitions[i] == 0 ? 1 : 0;
        }
        return Math.max(1, found);
    }

    private int valuesFitting(int count, long bytes) {
        PageValues plain = decoder;
        if (plain != null) {
            return plain.fitting(count, bytes);
        }
        return longest == 0 ? count : (int) Math.min(count, bytes / longest);
    }

    /// @throws dev.tidemark.spi.UnreadableObjectException when all rows were wanted and values are left
    void close(boolean allRows) throws IOException {
        PageReader reader = pages;
        if (reader != null) {
            if (allRows && (left > 0 || next < last || nextPage())) {
                throw place.damaged("it has more values than its row group has rows");
            }
            room = reader.room();
            pages = null;
        }
    }

    private void flat(int rows) throws IOException {
        int missing = rows;
        while (missing > 0) {
            if (left == 0 && !nextPage()) {
                throw place.damaged("it has fewer values than its row group has rows");
            }
            int count = Math.min(missing, left);
            values(flatDefinitions(count));
            left -= count;
            missing -= count;
        }
    }

    /// Takes definition levels and answers how many values are there.
    private int flatDefinitions(int count) {
        int most = column.present();
        int known = most == 0 ? count : definitionLevels.run(most, count);
        if (allPresent && known == count) {
            entries += count;
            return count;
        }
        if (definitions.length < entries + count) {
            definitions = Arrays.copyOf(definitions, Math.max(entries + count, 4096));
        }
        if (allPresent) {
            Arrays.fill(definitions, 0, entries, most);
            allPresent = false;
        }
        Arrays.fill(definitions, entries, entries + known, most);
        definitionLevels.read(definitions, entries + known, count - known);
        int present = known + present(definitions, entries + known, entries + count);
        entries += count;
        return present;
    }

    private int present(int[] levels, int from, int to) {
        int most = column.present();
        int found = 0;
        int highest = 0;
        for (int i = from; i < to; i++) {
            found += levels[i] == most ? 1 : 0;
            highest = Math.max(highest, levels[i]);
        }
        if (highest > most) {
            throw place.damaged("it has a definition level of " + highest + " where " + most + " is the highest");
        }
        return found;
    }

    private void nested(int rows) throws IOException {
        int begun = 0;
        while (true) {
            if (next == last && !ahead()) {
                if (begun < rows) {
                    throw place.damaged("it has fewer values than its row group has rows");
                }
                return;
            }
            int from = next;
            while (next < last) {
                if (aheadRepetitions[next] == 0) {
                    if (begun == rows) {
                        break;
                    }
                    begun++;
                } else if (begun == 0) {
                    throw place.damaged("its first row begins in the middle of a list");
                }
                next++;
            }
            take(from, next);
            if (next < last) {
                return;
            }
        }
    }

    private void take(int from, int to) throws IOException {
        int count = to - from;
        if (entries + count > MOST_ENTRIES) {
            throw place.refused(
                    "has more than " + MOST_ENTRIES + " elements in a few rows", "Have it written in smaller rows");
        }
        if (entries + count > definitions.length) {
            definitions = Arrays.copyOf(definitions, Math.max(4096, (entries + count) * 2));
            repetitions = Arrays.copyOf(repetitions, definitions.length);
        }
        System.arraycopy(aheadRepetitions, from, repetitions, entries, count);
        System.arraycopy(aheadDefinitions, from, definitions, entries, count);
        entries += count;
        values(present(aheadDefinitions, from, to));
    }

    /// Decodes levels of the next block; false at the chunk's end.
    private boolean ahead() throws IOException {
        while (left == 0) {
            if (!nextPage()) {
                return false;
            }
        }
        int count = Math.min(BLOCK, left);
        repetitionLevels.read(aheadRepetitions, 0, count);
        definitionLevels.read(aheadDefinitions, 0, count);
        for (int i = 0; i < count; i++) {
            if (aheadRepetitions[i] > column.repetition()) {
                throw place.damaged("it has a repetition level of " + aheadRepetitions[i] + " where "
                        + column.repetition() + " is the highest");
            }
        }
        left -= count;
        next = 0;
        last = count;
        return true;
    }

    /// Appends the next `count` values of the page to the vector.
    private void values(int count) {
        if (count == 0) {
            return;
        }
        if (column.form().meaning() == ValueForm.Meaning.NOTHING) {
            throw place.damaged("it has a value, and its type is one of nothing but nulls");
        }
        PageValues plain = decoder;
        if (plain != null) {
            plain.read(scratch, count);
            values.append(scratch, count, vector);
            return;
        }
        ColumnVector words = dictionary;
        if (words == null) {
            throw place.damaged("a page refers to a dictionary that is not there");
        }
        if (wanted.length < count) {
            wanted = new int[Math.max(count, 4096)];
        }
        ids.read(wanted, 0, count);
        checkIds(words.size(), count);
        values.checkRoom(words, longest, wanted, count, vector);
        if (!badWords.isEmpty()) {
            for (int i = 0; i < count; i++) {
                String reason = badWords.reasons().get(wanted[i]);
                if (reason != null) {
                    bad.add(vector.size() + i, reason);
                }
            }
        }
        vector.appendSelected(words, wanted, count);
    }

    private void checkIds(int size, int count) {
        int[] ids = wanted;
        int last = size - 1;
        int beyond = 0;
        for (int i = 0; i < count; i++) {
            beyond |= ids[i] | (last - ids[i]);
        }
        for (int i = 0; beyond < 0 && i < count; i++) {
            if (ids[i] < 0 || ids[i] >= size) {
                throw place.damaged("a page refers to entry " + (ids[i] & 0xFFFFFFFFL) + " of a dictionary of " + size);
            }
        }
    }

    /// Goes to the next page that has values; false at the chunk's end.
    private boolean nextPage() throws IOException {
        PageReader reader = place.there(pages, "open chunk");
        for (PageReader.Page page = reader.next(); page != null; page = reader.next()) {
            if (page.dictionary()) {
                if (dictionary != null) {
                    throw place.damaged("it has two dictionaries in one chunk");
                }
                dictionary(page);
            } else if (page.values() > 0) {
                locate(reader.start(), page.values());
                begin(page);
                return true;
            }
        }
        return false;
    }

    private void locate(long start, int count) {
        PagePlaces known = places;
        if (known == null) {
            return;
        }
        int index = known.at(start);
        if (index < 0) {
            throw place.damaged("a page at byte " + start + " is not in its offset index");
        }
        pageFrom = known.firstRow()[index];
        pageTo = known.firstRow()[index + 1];
        if (column.repetition() == 0 && pageTo - pageFrom != count) {
            throw place.damaged("a page has " + count + " values where its offset index says " + (pageTo - pageFrom));
        }
    }

    private void dictionary(PageReader.Page page) {
        ColumnVector words = ColumnVector.of(vector.type());
        dictionary = words;
        if (column.form().meaning() == ValueForm.Meaning.NOTHING) {
            return;
        }
        badWords = new BadValues();
        LeafValues meanings = new LeafValues(place, column.form(), times, badWords);
        PageValues plain = new PageValues.Plain(place, column.form());
        plain.reset(page.bytes(), page.data(), page.end(), page.values());
        for (int read = 0; read < page.values(); ) {
            int step = Math.min(4096, page.values() - read);
            plain.read(scratch, step);
            meanings.append(scratch, step, words);
            read += step;
        }
        longest = words.size() == 0 ? 0 : LeafValues.longest(words);
    }

    private void begin(PageReader.Page page) {
        left = page.values();
        begin(repetitionLevels, page, page.repetition(), column.repetition());
        begin(definitionLevels, page, page.definition(), column.present());
        Encoding encoding = page.encoding();
        if (encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY) {
            decoder = null;
            // A page of nothing but nulls may lack even the width.
            int width = page.data() < page.end() ? page.bytes()[page.data()] : 0;
            if (width < 0 || width > 32) {
                throw place.damaged("dictionary ids of " + width + " bits make no sense");
            }
            ids.reset(page.bytes(), Math.min(page.end(), page.data() + 1), page.end(), width);
            return;
        }
        PageValues plain = decoder(encoding);
        decoder = plain;
        if (page.data() < page.end()) {
            plain.reset(page.bytes(), page.data(), page.end(), page.values());
        } else {
            decoder = new PageValues.Plain(place, column.form());
            decoder.reset(page.bytes(), page.data(), page.end(), page.values());
        }
    }

    private static void begin(HybridDecoder decoder, PageReader.Page page, PageReader.Range levels, int most) {
        int width = HybridEncoding.width(most);
        if (levels.packed()) {
            decoder.resetPacked(page.bytes(), levels.from(), levels.to(), width);
        } else {
            decoder.reset(page.bytes(), levels.from(), levels.to(), width);
        }
    }

    private PageValues decoder(Encoding encoding) {
        ValueForm form = column.form();
        Type physical = form.physical();
        PageValues found = switch (encoding) {
            case PLAIN -> new PageValues.Plain(place, form);
            case RLE -> physical == Type.BOOLEAN ? new PageValues.Runs(place) : null;
            case DELTA_BINARY_PACKED ->
                physical == Type.INT32 || physical == Type.INT64 ? new PageValues.Deltas(place, form) : null;
            case DELTA_LENGTH_BYTE_ARRAY -> physical == Type.BYTE_ARRAY ? new PageValues.DeltaLengths(place) : null;
            case DELTA_BYTE_ARRAY ->
                physical == Type.BYTE_ARRAY || physical == Type.FIXED_LEN_BYTE_ARRAY
                        ? new PageValues.Prefixes(place, form.width())
                        : null;
            case BYTE_STREAM_SPLIT ->
                physical == Type.BOOLEAN || physical == Type.INT96 || physical == Type.BYTE_ARRAY
                        ? null
                        : new PageValues.Split(place, form);
            case BIT_PACKED, PLAIN_DICTIONARY, RLE_DICTIONARY -> null;
        };
        if (found == null) {
            throw place.damaged("values of " + physical + " cannot be encoded as " + encoding);
        }
        return found;
    }
}
