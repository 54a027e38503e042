package dev.tidemark.parquet;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.jspecify.annotations.Nullable;

/// Writes column chunks of one row group: an optional dictionary page, then data pages of version 1.
final class ChunkWriter {

    /// Pages end here at the latest: a filter skips by pages, and dictionary ids make small pages of many rows.
    private static final int MAX_PAGE_ROWS = 100_000;

    private final Workspace workspace;
    private final ChunkOutput out;
    private final Compression compression;
    private final int pageSize;

    private long uncompressed;
    private long dictionaryOffset;
    private int dataPages;

    ChunkWriter(Workspace workspace, ChunkOutput out, Compression compression, int pageSize) {
        this.workspace = workspace;
        this.out = out;
        this.compression = compression;
        this.pageSize = pageSize;
    }

    /// @param columnIndex null where the format cannot express it
    /// @param distinct    at least as many as there are distinct values
    record Chunk(ColumnMetaData metadata, @Nullable ColumnIndex columnIndex, OffsetIndex offsetIndex, int distinct) {}

    /// Writes the first `rows` rows of a top-level column as far as they concern `leaf`.
    Chunk write(Leaf leaf, ColumnVector column, int rows) throws IOException {
        Levels levels = workspace.levels;
        ColumnVector vector = levels.load(leaf, column, rows);
        int @Nullable [] positions = levels.dense() ? null : levels.positions();
        uncompressed = 0;
        dataPages = 0;
        long start = out.position();
        boolean coded = workspace.dictionary.build(vector, positions, levels.valueCount());
        if (coded) {
            writeDictionary(leaf, vector);
        }
        long firstPage = out.position();
        ChunkStatistics statistics = new ChunkStatistics(leaf, vector);
        writePages(leaf, vector, coded, statistics);
        Encoding values = coded ? Encoding.RLE_DICTIONARY : Encoding.PLAIN;
        ColumnMetaData metadata = new ColumnMetaData(
                leaf.physical(),
                coded ? List.of(Encoding.PLAIN, Encoding.RLE, values) : List.of(Encoding.RLE, values),
                leaf.path(),
                compression.codec(),
                levels.entries(),
                uncompressed,
                out.position() - start,
                firstPage);
        metadata.setStatistics(statistics.statistics());
        PageEncodingStats pages = new PageEncodingStats(PageType.DATA_PAGE, values, dataPages);
        if (coded) {
            metadata.setDictionary_page_offset(dictionaryOffset);
            metadata.setEncoding_stats(
                    List.of(new PageEncodingStats(PageType.DICTIONARY_PAGE, Encoding.PLAIN, 1), pages));
        } else {
            metadata.setEncoding_stats(List.of(pages));
        }
        return new Chunk(
                metadata,
                statistics.columnIndex(),
                statistics.offsetIndex(),
                coded ? workspace.dictionary.size() : levels.valueCount());
    }

    private void writeDictionary(Leaf leaf, ColumnVector vector) throws IOException {
        Dictionary dictionary = workspace.dictionary;
        workspace.page.clear();
        Plain.encode(leaf, vector, dictionary.entries(), 0, dictionary.size(), workspace.page);
        PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, 0, 0);
        header.setDictionary_page_header(
                new DictionaryPageHeader(dictionary.size(), Encoding.PLAIN).setIs_sorted(false));
        dictionaryOffset = out.position();
        writePage(header);
    }

    /// Cuts the entries into pages. A page begins at the start of a row: the offset index counts rows.
    private void writePages(Leaf leaf, ColumnVector vector, boolean coded, ChunkStatistics statistics)
            throws IOException {
        Levels levels = workspace.levels;
        boolean dense = levels.dense();
        int fixed = coded ? 2 : fixedWidth(leaf);
        Page page = new Page();
        for (int entry = 0; entry < levels.entries(); entry++) {
            boolean startsRow = leaf.maxRepetition() == 0 || levels.repetitions()[entry] == 0;
            if (startsRow) {
                if (page.bytes >= pageSize || page.rows >= MAX_PAGE_ROWS) {
                    page.to = entry;
                    writeDataPage(leaf, vector, coded, page, statistics);
                    page.next();
                }
                page.rows++;
            }
            if (dense || levels.definitions()[entry] == leaf.maxDefinition()) {
                int position = dense ? page.valueTo : levels.positions()[page.valueTo];
                page.valueTo++;
                page.bytes += fixed > 0 ? fixed : ((BytesVector) vector).length(position) + 4;
            } else {
                page.bytes++;
            }
        }
        page.to = levels.entries();
        writeDataPage(leaf, vector, coded, page, statistics);
    }

    /// The page being gathered: entries `[from, to)`, values `[valueFrom, valueTo)`.
    private static final class Page {
        int from;
        int to;
        int valueFrom;
        int valueTo;
        int rows;
        long firstRow;
        long bytes;

        void next() {
            from = to;
            valueFrom = valueTo;
            firstRow += rows;
            rows = 0;
            bytes = 0;
        }
    }

    /// Bytes of a value, or 0 where they differ.
    private static int fixedWidth(Leaf leaf) {
        return switch (leaf.physical()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT -> 4;
            case INT64, DOUBLE -> 8;
            case FIXED_LEN_BYTE_ARRAY -> leaf.width();
            case BYTE_ARRAY -> 0;
            case INT96 -> 12;
        };
    }

    private void writeDataPage(Leaf leaf, ColumnVector vector, boolean coded, Page page, ChunkStatistics statistics)
            throws IOException {
        Levels levels = workspace.levels;
        ByteBuilder body = workspace.page;
        body.clear();
        int entries = page.to - page.from;
        int values = page.valueTo - page.valueFrom;
        if (leaf.maxRepetition() > 0) {
            putLevels(levels.repetitions(), page.from, page.to, leaf.maxRepetition(), body);
        }
        if (levels.dense()) {
            putOnes(entries, body);
        } else {
            putLevels(levels.definitions(), page.from, page.to, leaf.maxDefinition(), body);
        }
        int @Nullable [] positions = levels.dense() ? null : levels.positions();
        if (coded) {
            int width = Math.max(1, HybridEncoding.width(workspace.dictionary.size() - 1));
            body.write(width);
            HybridEncoding.encode(workspace.dictionary.ids(), page.valueFrom, page.valueTo, width, body);
        } else {
            Plain.encode(leaf, vector, positions, page.valueFrom, page.valueTo, body);
        }
        Bounds bounds = new Bounds(leaf, vector);
        bounds.include(positions, page.valueFrom, page.valueTo);
        PageHeader header = new PageHeader(PageType.DATA_PAGE, 0, 0);
        header.setData_page_header(new DataPageHeader(
                entries, coded ? Encoding.RLE_DICTIONARY : Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        long offset = out.position();
        writePage(header);
        dataPages++;
        int length = Math.toIntExact(out.position() - offset);
        statistics.addPage(bounds, values, entries - values, new PageLocation(offset, length, page.firstRow));
        out.written();
    }

    private static void putLevels(int[] levels, int from, int to, int max, ByteBuilder body) {
        int at = body.size();
        body.putInt(0);
        HybridEncoding.encode(levels, from, to, HybridEncoding.width(max), body);
        body.setInt(at, body.size() - at - 4);
    }

    private static void putOnes(int count, ByteBuilder body) {
        int at = body.size();
        body.putInt(0);
        HybridEncoding.putRun(1, count, 1, body);
        body.setInt(at, body.size() - at - 4);
    }

    /// Compresses and writes [Workspace#page] behind its header, checksum included.
    private void writePage(PageHeader header) throws IOException {
        int plain = workspace.page.size();
        ByteBuilder packed = workspace.compress(compression);
        workspace.crc.reset();
        workspace.crc.update(packed.bytes(), 0, packed.size());
        header.setUncompressed_page_size(plain);
        header.setCompressed_page_size(packed.size());
        header.setCrc((int) workspace.crc.getValue());
        int before = out.pending().size();
        ThriftBytes.write(header, out.pending());
        uncompressed += out.pending().size() - before + plain;
        out.pending().write(packed.bytes(), 0, packed.size());
    }
}
