package dev.tidemark.parquet;

import dev.tidemark.data.Batch;
import dev.tidemark.data.Field;
import dev.tidemark.expression.RowTest;
import dev.tidemark.reading.FileColumns;
import dev.tidemark.reading.RowProblems;
import dev.tidemark.spi.BadRecords;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.Nullable;

/// The row groups of one file, or those that begin in a range of it, as batches.
final class ParquetBatchReader implements BatchReader {

    private static final int MOST_ROWS = 4096;
    /// Files of parquet-mr before 1.2.9 leave the dictionary's header out of a chunk's length (PARQUET-816).
    private static final int LEFT_OUT = 100;
    /// Bytes of values that a batch is meant to have by what the footer says: half of the most that it may have, as
    /// values vary.
    private static final long BATCH_BYTES = Columns.MOST_BYTES / 2;

    /// More is no writer's doing, however well a column compresses.
    private static final long MOST_ROWS_PER_BYTE = 1 << 20;

    private final ReadTask task;
    private final BadRecords bad;
    private final FileBytes file;
    private final Footer footer;
    private final int chunksInGroup;
    private final FileColumns asked;
    private final RowGroupBytes groupBytes;
    private final Columns columns;
    private final RowProblems problems = new RowProblems();
    private final Decompression decompression;
    private final long[] numbers = new long[MOST_ROWS];
    private final long[] offsets = new long[MOST_ROWS];
    private final @Nullable GroupFilter filter;
    private int nextGroup;
    /// Of the row groups before this one.
    private long rowsBefore;
    private long groupRows;
    private RowRanges wantedRows = RowRanges.NONE;
    private int nextRange;
    /// Rows `at` to `rangeEnd - 1` of the row group come next.
    private long at;

    private long rangeEnd;
    private int batchRows = MOST_ROWS;
    private boolean open;

    private ParquetBatchReader(
            ReadTask task,
            BadRecords bad,
            FileBytes file,
            Footer footer,
            FileTree.Columns tree,
            FileColumns asked,
            long mostHeld) {
        this.task = task;
        this.bad = bad;
        this.file = file;
        this.footer = footer;
        this.chunksInGroup = tree.columns();
        this.asked = asked;
        this.groupBytes = new RowGroupBytes(file, mostHeld);
        List<Node> decoded = new ArrayList<>();
        for (Field field : asked.decoded().fields()) {
            for (Node node : tree.nodes()) {
                if (node.name().equals(field.name())) {
                    decoded.add(node.as(field.type()));
                }
            }
        }
        RowTest test = task.filter();
        this.filter = test == null ? null : new GroupFilter(test, file, footer, tree.nodes(), asked, task.timezone());
        this.columns = new Columns(decoded, file.place(), task.timezone(), task.notices()::finerThanMicros);
        // Last, as it holds memory that nobody closes when the above throws.
        this.decompression = new Decompression();
    }

    /// @param mostHeld compressed bytes of a row group that are held at once
    static BatchReader open(ReadTask task, BadRecords bad, long mostHeld) throws IOException {
        FileBytes file = new FileBytes(task.input());
        Footer footer = Footer.read(file);
        FileTree.Columns tree = FileTree.of(footer.elements(), file.place());
        return new ParquetBatchReader(task, bad, file, footer, tree, FileColumns.of(tree.fields(), task), mostHeld);
    }

    @Override
    public @Nullable Batch next() throws IOException {
        while (true) {
            if (at == rangeEnd && !nextRange()) {
                return null;
            }
            problems.clear();
            int rows = columns.read((int) Math.min(rangeEnd - at, batchRows), problems);
            boolean numbered = task.whole();
            for (int i = 0; i < rows; i++) {
                numbers[i] = numbered ? rowsBefore + at + i + 1 : 0;
            }
            at += rows;
            Batch batch = asked.batch(columns.vectors(), rows, numbers, offsets, problems, bad);
            if (batch != null) {
                return batch;
            }
        }
    }

    /// Goes to the next rows that are wanted, in this row group or a later one.
    private boolean nextRange() throws IOException {
        while (nextRange == wantedRows.ranges().size()) {
            if (!nextGroup()) {
                return false;
            }
        }
        RowRanges.Range range = wantedRows.ranges().get(nextRange++);
        at = range.from();
        rangeEnd = range.to();
        columns.skipTo(at);
        return true;
    }

    /// Goes to the next row group that is this task's and has rows.
    private boolean nextGroup() throws IOException {
        closeGroup();
        while (nextGroup < footer.rowGroups().size()) {
            RowGroup group = footer.rowGroups().get(nextGroup++);
            long start = Footer.start(group, file.place());
            long rows = group.getNum_rows();
            if (rows < 0) {
                throw file.place().damaged("row group " + nextGroup + " claims " + rows + " rows");
            }
            if (start < 0) {
                throw file.place().damaged("row group " + nextGroup + " claims to begin at byte " + start);
            }
            if (rows == 0 && Footer.hasValues(group)) {
                throw file.place().damaged("row group " + nextGroup + " claims no rows and has values");
            }
            if (rows > 0 && start >= task.from() && start < task.to()) {
                Arrays.fill(offsets, start);
                openGroup(group);
                return true;
            }
        }
        return false;
    }

    private void openGroup(RowGroup group) throws IOException {
        long rows = group.getNum_rows();
        wantedRows = filter == null ? RowRanges.all(rows) : filter.rows(group);
        nextRange = 0;
        groupRows = rows;
        open = true;
        if (wantedRows.count() < rows) {
            task.notices().rowsSkipped(rows - wantedRows.count());
        }
        if (columns.leaves().isEmpty()) {
            checkRows(group);
        }
        if (!wantedRows.isEmpty()) {
            openColumns(group, wantedRows.count() < rows);
        }
    }

    /// Where no column is read, nothing else meets a number of rows that is not true.
    private void checkRows(RowGroup group) {
        long rows = group.getNum_rows();
        long bytes = 1;
        for (ColumnChunk chunk : file.place().there(group.getColumns(), "column chunks")) {
            ColumnMetaData metadata = chunk.getMeta_data();
            if (metadata != null) {
                bytes += Math.clamp(metadata.getTotal_compressed_size(), 0, file.sizeBytes());
                if (metadata.getNum_values() < rows) {
                    throw file.place()
                            .damaged("row group " + nextGroup + " claims " + rows + " rows and a column of it "
                                    + metadata.getNum_values() + " values");
                }
            }
        }
        if (rows / MOST_ROWS_PER_BYTE >= Math.min(bytes, file.sizeBytes())) {
            throw file.place().damaged("row group " + nextGroup + " claims " + rows + " rows in " + bytes + " bytes");
        }
    }

    private void openColumns(RowGroup group, boolean byPages) throws IOException {
        List<ColumnChunk> chunks = file.place().there(group.getColumns(), "column chunks");
        if (chunks.size() != chunksInGroup) {
            throw file.place()
                    .damaged("row group " + nextGroup + " has " + chunks.size() + " column chunks for " + chunksInGroup
                            + " columns");
        }
        List<ColumnMetaData> metadatas = new ArrayList<>();
        List<RowGroupBytes.Wanted> wanted = new ArrayList<>();
        for (ColumnReader leaf : columns.leaves()) {
            ColumnChunk chunk = chunks.get(leaf.column().column());
            ColumnMetaData metadata = metadata(chunk, leaf);
            metadatas.add(metadata);
            PagePlaces pages =
                    byPages && filter != null ? filter.pages(chunk, metadata, group.getNum_rows(), leaf.place()) : null;
            wanted.add(wanted(metadata, leaf.place(), pages));
        }
        List<ChunkBytes> bytes = groupBytes.of(wanted, wantedRows);
        double bytesPerRow = 1;
        for (int i = 0; i < wanted.size(); i++) {
            ColumnReader leaf = columns.leaves().get(i);
            ColumnMetaData metadata = metadatas.get(i);
            leaf.open(bytes.get(i), metadata, decompression, wanted.get(i).places());
            double valuesPerRow = (double) metadata.getNum_values() / group.getNum_rows();
            bytesPerRow += (double) metadata.getTotal_uncompressed_size() / group.getNum_rows()
                    + valuesPerRow * (8 + leaf.dictionaryBytesPerValue());
        }
        batchRows = (int) Math.max(1, Math.min(MOST_ROWS, BATCH_BYTES / bytesPerRow));
    }

    private RowGroupBytes.Wanted wanted(ColumnMetaData chunk, Place place, @Nullable PagePlaces pages) {
        long start = Footer.start(chunk);
        long length = chunk.getTotal_compressed_size();
        if (start < 4 || length < 0 || start > file.sizeBytes() || length > file.sizeBytes() - start) {
            throw place.damaged(
                    "its chunk of " + length + " bytes at " + start + " is not within the file's " + file.sizeBytes());
        }
        long end = start + length;
        return new RowGroupBytes.Wanted(
                start, footer.leavesOutHeaders() ? Math.min(file.sizeBytes() - 8, end + LEFT_OUT) : end, pages);
    }

    private static ColumnMetaData metadata(ColumnChunk chunk, ColumnReader leaf) {
        Place place = leaf.place();
        if (chunk.isSetCrypto_metadata()) {
            throw place.refused(
                    "is encrypted, which is not read",
                    "Leave it out of the source's schema, or have it written without Parquet's own encryption");
        }
        if (chunk.isSetFile_path()) {
            throw place.refused("lies in another file, which is not read", "Have the files written one by one");
        }
        ColumnMetaData metadata = place.there(chunk.getMeta_data(), "metadata");
        if (metadata.getType() != leaf.column().form().physical()) {
            throw place.damaged("its chunk has values of " + metadata.getType() + " where the schema says "
                    + leaf.column().form().physical());
        }
        return metadata;
    }

    private void closeGroup() throws IOException {
        if (open) {
            for (ColumnReader leaf : columns.leaves()) {
                leaf.close(wantedRows.count() == groupRows);
            }
            rowsBefore += groupRows;
            open = false;
        }
    }

    @Override
    public void close() {
        decompression.close();
    }
}
