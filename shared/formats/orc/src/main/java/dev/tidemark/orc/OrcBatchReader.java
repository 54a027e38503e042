package dev.tidemark.orc;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
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
import org.jspecify.annotations.Nullable;

/// The stripes of one file, or those that begin in a range of it, as batches.
final class OrcBatchReader implements BatchReader {

    private static final int MOST_ROWS = 4096;
    /// Rows of the first batch of a file, which shows how large they are.
    private static final int FIRST_ROWS = 512;
    /// Bytes of values that a batch is meant to have at most.
    private static final long BATCH_BYTES = 8 << 20;
    /// By how much a batch may have more rows than the one before.
    private static final int GROWTH = 4;

    /// More is no writer's doing, however well a column compresses.
    private static final long MOST_ROWS_PER_BYTE = 1 << 20;

    private final ReadTask task;
    private final BadRecords bad;
    private final FileBytes file;
    private final Tail tail;
    private final FileColumns asked;
    private final Columns columns;
    private final long mostHeld;
    private final Decompression decompression;
    private final RowProblems problems = new RowProblems();
    private final long[] numbers = new long[MOST_ROWS];
    private final long[] offsets = new long[MOST_ROWS];
    private int nextStripe;
    private long rowsBefore;
    private long rowsLeft;
    private int batchRows = FIRST_ROWS;

    private OrcBatchReader(
            ReadTask task, BadRecords bad, FileBytes file, Tail tail, List<Node> tree, FileColumns asked, long held) {
        this.task = task;
        this.bad = bad;
        this.file = file;
        this.tail = tail;
        this.asked = asked;
        this.mostHeld = held;
        List<Node> decoded = new ArrayList<>();
        for (Field field : asked.decoded().fields()) {
            for (Node node : tree) {
                if (node.name().equals(field.name())) {
                    decoded.add(node.as(field.type()));
                }
            }
        }
        this.columns =
                new Columns(decoded, file.place(), task.timezone(), !tail.proleptic(), task.notices()::finerThanMicros);
        // Last, as it holds memory that nobody closes when the above throws.
        this.decompression = new Decompression();
    }

    /// @param mostHeld compressed bytes of a stripe that are held at once
    static OrcBatchReader open(ReadTask task, BadRecords bad, long mostHeld) throws IOException {
        FileBytes file = new FileBytes(task.input());
        Tail tail = Tail.read(file);
        List<Node> tree = FileTree.of(tail, file.place());
        FileColumns asked = FileColumns.of(FileTree.fields(tree), task);
        return new OrcBatchReader(task, bad, file, tail, tree, asked, mostHeld);
    }

    @Override
    public @Nullable Batch next() throws IOException {
        while (true) {
            if (rowsLeft == 0 && !nextStripe()) {
                return null;
            }
            problems.clear();
            int rows = columns.fitting((int) Math.min(rowsLeft, batchRows), BATCH_BYTES);
            List<ColumnVector> vectors = columns.read(rows, problems);
            measure(vectors, rows);
            boolean numbered = task.whole();
            for (int i = 0; i < rows; i++) {
                numbers[i] = numbered ? rowsBefore + i + 1 : 0;
            }
            rowsBefore += rows;
            rowsLeft -= rows;
            Batch batch = asked.batch(
                    vectors, rows, Arrays.copyOf(numbers, rows), Arrays.copyOf(offsets, rows), problems, bad);
            if (batch != null) {
                return batch;
            }
        }
    }

    private void measure(List<ColumnVector> vectors, int rows) {
        long bytes = 0;
        for (ColumnVector vector : vectors) {
            bytes += vector.valueBytes();
        }
        long fitting = Math.max(1, BATCH_BYTES * rows / Math.max(1, bytes));
        batchRows = (int) Math.min(Math.min(MOST_ROWS, (long) batchRows * GROWTH), fitting);
    }

    /// Goes to the next stripe that is this task's and has rows.
    private boolean nextStripe() throws IOException {
        while (nextStripe < tail.stripes().size()) {
            Tail.StripeInfo info = tail.stripes().get(nextStripe++);
            if (info.rows() > 0 && info.offset() >= task.from() && info.offset() < task.to()) {
                openStripe(info);
                return true;
            }
        }
        return false;
    }

    private void openStripe(Tail.StripeInfo info) throws IOException {
        // Nothing of a stripe says how large its rows are but the bytes that they take compressed.
        long bytesPerRow = info.dataLength() / info.rows() + 1;
        batchRows = (int) Math.max(1, Math.min(batchRows, BATCH_BYTES / bytesPerRow));
        if (columns.numbers().isEmpty()) {
            // Where no column is read, nothing else meets a number of rows that is not true.
            if (info.rows() / MOST_ROWS_PER_BYTE > info.dataLength()) {
                throw file.place()
                        .damaged("the stripe at byte " + info.offset() + " claims " + info.rows() + " rows in "
                                + info.dataLength() + " bytes");
            }
        } else {
            columns.open(Stripe.open(file, tail, info, columns.numbers(), decompression, mostHeld));
        }
        Arrays.fill(offsets, info.offset());
        rowsLeft = info.rows();
    }

    @Override
    public void close() {
        decompression.close();
    }
}
