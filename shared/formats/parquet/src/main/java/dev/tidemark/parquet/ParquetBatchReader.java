package dev.tidemark.parquet;

import dev.tidemark.data.Batch;
import dev.tidemark.data.Field;
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
    /// Bytes of values that a batch is meant to have by what the footer says: half of the most that it may have, as
    /// values vary.
    private static final long BATCH_BYTES = Columns.MOST_BYTES / 2;

    private final ReadTask task;
    private final BadRecords bad;
    private final FileBytes file;
    private final Footer footer;
    private final int chunksInGroup;
    private final FileColumns asked;
    private final long mostHeld;
    private final Columns columns;
    private final RowProblems problems = new RowProblems();
    private final Decompression decompression = new Decompression();
    private final long[] numbers = new long[MOST_ROWS];
    private final long[] offsets = new long[MOST_ROWS];
    private int nextGroup;
    private long rowsBefore;
    private long rowsLeft;
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
        this.mostHeld = mostHeld;
        List<Node> decoded = new ArrayList<>();
        for (Field field : asked.decoded().fields()) {
            for (Node node : tree.nodes()) {
                if (node.name().equals(field.name())) {
                    decoded.add(node.as(field.type()));
                }
            }
        }
        this.columns = new Columns(decoded, file.place(), task.timezone(), task.notices()::finerThanMicros);
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
            if (rowsLeft == 0 && !nextGroup()) {
                return null;
            }
            problems.clear();
            int rows = columns.read((int) Math.min(rowsLeft, batchRows), problems);
            boolean numbered = task.whole();
            for (int i = 0; i < rows; i++) {
                numbers[i] = numbered ? rowsBefore + i + 1 : 0;
            }
            rowsBefore += rows;
            rowsLeft -= rows;
            Batch batch = asked.batch(columns.vectors(), rows, numbers, offsets, problems, bad);
            if (batch != null) {
                return batch;
            }
        }
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
                openGroup(group);
                Arrays.fill(offsets, start);
                rowsLeft = rows;
                return true;
            }
        }
        return false;
    }

    private void openGroup(RowGroup group) throws IOException {
        List<ColumnChunk> chunks = file.place().there(group.getColumns(), "column chunks");
        if (chunks.size() != chunksInGroup) {
            throw file.place()
                    .damaged("row group " + nextGroup + " has " + chunks.size() + " column chunks for " + chunksInGroup
                            + " columns");
        }
        List<ColumnMetaData> wanted = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (ColumnReader leaf : columns.leaves()) {
            wanted.add(metadata(chunks.get(leaf.column().column()), leaf));
            places.add(leaf.place());
        }
        List<ChunkBytes> bytes = new RowGroupBytes(file, mostHeld).of(wanted, places, footer);
        double bytesPerRow = 1;
        for (int i = 0; i < wanted.size(); i++) {
            ColumnReader leaf = columns.leaves().get(i);
            ColumnMetaData metadata = wanted.get(i);
            leaf.open(bytes.get(i), metadata, decompression);
            double valuesPerRow = (double) metadata.getNum_values() / group.getNum_rows();
            bytesPerRow += (double) metadata.getTotal_uncompressed_size() / group.getNum_rows()
                    + valuesPerRow * (8 + leaf.dictionaryBytesPerValue());
        }
        batchRows = (int) Math.max(1, Math.min(MOST_ROWS, BATCH_BYTES / bytesPerRow));
        open = true;
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
                leaf.close();
            }
            open = false;
        }
    }

    @Override
    public void close() {
        decompression.close();
    }
}
