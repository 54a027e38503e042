package dev.tidemark.parquet;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.expression.ColumnBounds;
import dev.tidemark.expression.ColumnTest;
import dev.tidemark.expression.RowTest;
import dev.tidemark.reading.FileColumns;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalLong;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;
import shaded.parquet.org.apache.thrift.TBase;
import shaded.parquet.org.apache.thrift.TException;

/// Which rows of a row group a filter may let through, by its statistics, bloom filters and page indexes.
///
/// What these do not say for certain is read: the filter looks at the rows again.
final class GroupFilter {

    private static final int MOST_INDEX = 64 << 20;
    private static final int MOST_BLOOM = 16 << 20;
    private static final int BLOOM_HEADER = 64;

    private final RowTest test;
    private final FileBytes file;
    private final Footer footer;
    private final List<Node> nodes;
    private final FileColumns asked;
    private final ZoneId timezone;
    private final long firstIndex;

    GroupFilter(RowTest test, FileBytes file, Footer footer, List<Node> nodes, FileColumns asked, ZoneId timezone) {
        this.test = test;
        this.file = file;
        this.footer = footer;
        this.nodes = nodes;
        this.asked = asked;
        this.timezone = timezone;
        this.firstIndex = firstIndex(footer);
    }

    /// Where the page indexes of all row groups begin: writers put them together, in front of the footer.
    private static long firstIndex(Footer footer) {
        long first = Long.MAX_VALUE;
        for (RowGroup group : footer.rowGroups()) {
            List<ColumnChunk> chunks = group.getColumns() == null ? List.of() : group.getColumns();
            for (ColumnChunk chunk : chunks) {
                first = Math.min(first, chunk.isSetColumn_index_offset() ? chunk.getColumn_index_offset() : first);
                first = Math.min(first, chunk.isSetOffset_index_offset() ? chunk.getOffset_index_offset() : first);
            }
        }
        return first;
    }

    /// The rows that may meet the filter.
    RowRanges rows(RowGroup group) throws IOException {
        // The file is asked for pages only when its row group as a whole may have such rows.
        return rows(test, group, false).isEmpty() ? RowRanges.NONE : rows(test, group, true);
    }

    private RowRanges rows(RowTest condition, RowGroup group, boolean byPages) throws IOException {
        return switch (condition) {
            case RowTest.All all -> {
                RowRanges rows = RowRanges.all(group.getNum_rows());
                for (RowTest term : all.tests()) {
                    if (!rows.isEmpty()) {
                        rows = rows.and(rows(term, group, byPages));
                    }
                }
                yield rows;
            }
            case RowTest.Any any -> {
                RowRanges rows = RowRanges.NONE;
                for (RowTest term : any.tests()) {
                    rows = rows.or(rows(term, group, byPages));
                }
                yield rows;
            }
            case RowTest.OfColumn column -> rows(column.test(), group, byPages);
        };
    }

    private RowRanges rows(ColumnTest column, RowGroup group, boolean byPages) throws IOException {
        RowRanges all = RowRanges.all(group.getNum_rows());
        int place = asked.place(column.column());
        if (place < 0) {
            return column.mayHold(missing(column))[0] ? all : RowRanges.NONE;
        }
        Node.Scalar scalar = scalar(asked.decoded().field(place).name());
        List<ColumnChunk> chunks = group.getColumns();
        if (scalar == null || chunks == null || scalar.column() >= chunks.size()) {
            return all;
        }
        ColumnChunk chunk = chunks.get(scalar.column());
        ColumnMetaData metadata = chunk.getMeta_data();
        if (metadata == null
                || metadata.getType() != scalar.form().physical()
                || metadata.getNum_values() != group.getNum_rows()
                || chunk.isSetCrypto_metadata()
                || chunk.isSetFile_path()) {
            return all;
        }
        FileBounds bounds =
                new FileBounds(file.place(), scalar, column, asked, timezone, footer.isOrdered(scalar.column()));
        if (!byPages) {
            boolean may = column.mayHold(bounds.of(metadata.getStatistics(), metadata.getNum_values()))[0]
                    && mayContain(column, scalar, metadata);
            return may ? all : RowRanges.NONE;
        }
        PagePlaces pages =
                pages(chunk, metadata, group.getNum_rows(), file.place().in(scalar.path()));
        ColumnIndex index =
                pages == null ? null : columnIndex(chunk, file.place().in(scalar.path()));
        if (pages == null || index == null) {
            return all;
        }
        return pages.rows(
                column.mayHold(bounds(bounds, index, pages.size(), file.place().in(scalar.path()))));
    }

    private Node.@Nullable Scalar scalar(String name) {
        for (Node node : nodes) {
            if (node.name().equals(name)) {
                return node instanceof Node.Scalar found && found.repetition() == 0 ? found : null;
            }
        }
        return null;
    }

    /// A column that the file lacks is null in all rows.
    private static ColumnBounds missing(ColumnTest column) {
        ColumnVector nothing = ColumnVector.of(column.type());
        nothing.appendNull();
        return new ColumnBounds(nothing, nothing, new boolean[] {false}, new boolean[] {false}, new boolean[] {true});
    }

    private static ColumnBounds bounds(FileBounds bounds, ColumnIndex index, int pages, Place place) {
        List<Boolean> nullPages = place.there(index.getNull_pages(), "null pages");
        List<ByteBuffer> least = place.there(index.getMin_values(), "minima of pages");
        List<ByteBuffer> most = place.there(index.getMax_values(), "maxima of pages");
        if (nullPages.size() != pages || least.size() != pages || most.size() != pages) {
            throw place.damaged("its column index has " + nullPages.size() + " pages and its offset index " + pages);
        }
        List<Long> nulls = index.getNull_counts();
        boolean[] anyValue = new boolean[pages];
        boolean[] anyNull = new boolean[pages];
        for (int i = 0; i < pages; i++) {
            anyValue[i] = !nullPages.get(i);
            anyNull[i] = nullPages.get(i) || nulls == null || i >= nulls.size() || nulls.get(i) > 0;
        }
        return bounds.ofPages(least, most, anyValue, anyNull);
    }

    private @Nullable ColumnIndex columnIndex(ColumnChunk chunk, Place place) throws IOException {
        if (!chunk.isSetColumn_index_offset() || !chunk.isSetColumn_index_length()) {
            return null;
        }
        return read(chunk.getColumn_index_offset(), chunk.getColumn_index_length(), new ColumnIndex(), place);
    }

    /// The places of a chunk's pages, or null when the file does not say.
    @Nullable
    PagePlaces pages(ColumnChunk chunk, ColumnMetaData metadata, long rows, Place place) throws IOException {
        if (!chunk.isSetOffset_index_offset() || !chunk.isSetOffset_index_length()) {
            return null;
        }
        OffsetIndex index =
                read(chunk.getOffset_index_offset(), chunk.getOffset_index_length(), new OffsetIndex(), place);
        long start = Footer.start(metadata);
        return PagePlaces.of(index, rows, start, start + metadata.getTotal_compressed_size(), place);
    }

    private <T extends TBase<?, ?>> T read(long from, int length, T into, Place place) throws IOException {
        if (from < 4 || length <= 0 || length > MOST_INDEX || from > file.sizeBytes() - length) {
            throw place.damaged("its page index of " + length + " bytes at " + from + " is not within the file");
        }
        file.keepFrom(firstIndex);
        try {
            ThriftBytes.read(file.read(from, length), 0, length, into);
            return into;
        } catch (TException e) {
            throw place.damaged("its page index cannot be read (" + e.getMessage() + ")", e);
        }
    }

    private boolean mayContain(ColumnTest column, Node.Scalar scalar, ColumnMetaData metadata) throws IOException {
        ColumnVector values = column.values().orElse(null);
        if (values == null || !isStoredAsItIs(column, scalar) || !metadata.isSetBloom_filter_offset()) {
            return true;
        }
        BloomFilter filter = bloomFilter(metadata, file.place().in(scalar.path()));
        if (filter == null) {
            return true;
        }
        for (int i = 0; i < values.size(); i++) {
            OptionalLong hash = BloomFilter.hash(values, i, scalar.form().physical());
            if (hash.isEmpty() || filter.mayContain(hash.getAsLong())) {
                return true;
            }
        }
        return false;
    }

    /// Whether a value of the column has one form in the file, that of [BloomFilter#hash].
    private static boolean isStoredAsItIs(ColumnTest column, Node.Scalar scalar) {
        boolean same = column.type().equals(scalar.form().type());
        return same
                && switch (scalar.form().meaning()) {
                    case PLAIN, INT8, INT16, MICROS -> true;
                    case DECIMAL -> scalar.form().width() == 0;
                    default -> false;
                };
    }

    private @Nullable BloomFilter bloomFilter(ColumnMetaData metadata, Place place) throws IOException {
        long from = metadata.getBloom_filter_offset();
        long left = file.sizeBytes() - from;
        if (from < 4 || left < 1) {
            throw place.damaged("its bloom filter at " + from + " is not within the file");
        }
        int length = metadata.isSetBloom_filter_length()
                ? metadata.getBloom_filter_length()
                : (int) Math.min(left, BLOOM_HEADER);
        if (length <= 0 || length > MOST_BLOOM || length > left) {
            return null;
        }
        byte[] bytes = file.read(from, length);
        BloomFilterHeader header = new BloomFilterHeader();
        int at;
        try {
            at = ThriftBytes.read(bytes, 0, length, header);
        } catch (TException e) {
            throw place.damaged("its bloom filter cannot be read (" + e.getMessage() + ")", e);
        }
        int size = header.getNumBytes();
        boolean known = header.getAlgorithm() != null
                && header.getAlgorithm().isSetBLOCK()
                && header.getHash() != null
                && header.getHash().isSetXXHASH()
                && header.getCompression() != null
                && header.getCompression().isSetUNCOMPRESSED();
        if (!known || !BloomFilter.isSize(size) || size > MOST_BLOOM || at + (long) size > left) {
            return null;
        }
        if (at + size > length) {
            return new BloomFilter(file.read(from + at, size), 0, size);
        }
        return new BloomFilter(bytes, at, size);
    }
}
