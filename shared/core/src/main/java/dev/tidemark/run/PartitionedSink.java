package dev.tidemark.run;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.partition.HivePath;
import dev.tidemark.partition.Partition;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.StagedUpload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Routes rows to output partitions and stages one file a partition, or several where a file has its target size.
///
/// All open writers share one byte budget: when it is used up the largest buffers are flushed. One thread.
final class PartitionedSink {

    /// Opens hidden files.
    interface Uploads {
        /// @param target full location of the file to be
        StagedUpload open(String target);
    }

    /// What the files of one chunk and sink have in common.
    ///
    /// @param index      the sink's index in its flow
    /// @param root       full location of the sink, ending in `/`
    /// @param namePrefix file name up to its running number: `part-<runId>-<chunk>-<attempt>-`
    /// @param fileBytes  size at which a file is closed and the partition's next one begins
    record Target(int index, String root, String namePrefix, List<String> partitionKeys, long fileBytes) {

        /// Files are closed when their chunk ends.
        static final long ANY_SIZE = Long.MAX_VALUE;
    }

    private final Target target;
    private final FormatWriter format;
    private final FormatOptions options;
    private final Uploads uploads;
    private final long budgetBytes;
    private final NumberSource fileNumbers;
    private final Schema dataSchema;
    private final int[] dataColumns;
    private final int[] keyColumns;
    private final PartitionIds partitions;
    /// By partition; those that are closed wait for their partition's next row to be replaced.
    private final List<OpenFile> files = new ArrayList<>();

    private final List<StagedFile> closed = new ArrayList<>();
    private int[] ids = new int[0];
    private int[] order = new int[0];
    private int[] slice = new int[0];
    private int[] starts = new int[0];
    private long heldBytes;
    private long rows;

    /// Numbers the files of one attempt over all its sinks.
    static final class NumberSource {
        private int next;

        int next() {
            return next++;
        }
    }

    private static final class OpenFile {
        final String location;
        final Partition partition;
        final StagedUpload upload;
        final FileWriter writer;
        long rows;
        long bufferedBytes;
        long heldBytes;
        /// Bytes of all that was ever buffered.
        long gatheredBytes;
        boolean isClosed;

        OpenFile(String location, Partition partition, StagedUpload upload, FileWriter writer) {
            this.location = location;
            this.partition = partition;
            this.upload = upload;
            this.writer = writer;
        }

        /// How large the file would be if it ended here: what is buffered shrinks as what was written did.
        long expectedBytes() {
            long written = upload.position();
            long flushed = gatheredBytes - bufferedBytes;
            double shrunk = flushed > 0 ? Math.min(1, (double) written / flushed) : 0;
            return written + (long) (bufferedBytes * shrunk);
        }
    }

    /// @param input columns of the batches to come
    /// @throws PartitionKeyException when a key is no column of theirs or of an unfit type
    PartitionedSink(
            Target target,
            Schema input,
            FormatWriter format,
            FormatOptions options,
            Uploads uploads,
            NumberSource fileNumbers,
            long budgetBytes) {
        this.target = target;
        this.format = format;
        this.options = options;
        this.uploads = uploads;
        this.fileNumbers = fileNumbers;
        this.budgetBytes = budgetBytes;
        this.keyColumns = keyColumns(target, input);
        this.dataColumns = dataColumns(input, keyColumns);
        this.dataSchema = dataSchema(target, input);
        this.partitions = new PartitionIds(input, keyColumns);
    }

    /// The columns of the files: those of `input` without the partition keys.
    ///
    /// @throws PartitionKeyException when a key is no column of theirs or of an unfit type
    static Schema dataSchema(Target target, Schema input) {
        List<Field> fields = new ArrayList<>();
        for (int column : dataColumns(input, keyColumns(target, input))) {
            fields.add(input.field(column));
        }
        if (fields.isEmpty()) {
            throw PartitionKeyException.onlyKeys(target.root());
        }
        return new Schema(fields);
    }

    private static int[] keyColumns(Target target, Schema input) {
        return target.partitionKeys().stream()
                .mapToInt(key -> {
                    int index = input.indexOf(key);
                    if (index < 0) {
                        throw PartitionKeyException.missing(key, target.root(), input);
                    }
                    if (!Partition.canBeKey(input.field(index).type())) {
                        throw PartitionKeyException.type(
                                key, target.root(), input.field(index).type().toString());
                    }
                    return index;
                })
                .toArray();
    }

    private static int[] dataColumns(Schema input, int[] keyColumns) {
        return java.util.stream.IntStream.range(0, input.size())
                .filter(column -> Arrays.stream(keyColumns).noneMatch(key -> key == column))
                .toArray();
    }

    Schema dataSchema() {
        return dataSchema;
    }

    long rows() {
        return rows;
    }

    void write(Batch batch) throws IOException {
        int count = batch.rows();
        if (count == 0) {
            return;
        }
        rows += count;
        Batch data = dataColumns.length == batch.schema().size() ? batch : project(batch);
        if (ids.length < count) {
            ids = new int[count];
            order = new int[count];
            slice = new int[count];
        }
        partitions.assign(batch, ids);
        openNewFiles();
        sortByPartition(count);
        int at = 0;
        while (at < count) {
            int id = ids[order[at]];
            int length = 0;
            while (at < count && ids[order[at]] == id) {
                slice[length++] = order[at++];
            }
            if (files.get(id).isClosed) {
                files.set(id, open(files.get(id).partition));
            }
            append(files.get(id), data, length);
        }
        if (heldBytes > budgetBytes) {
            flushLargest();
        }
    }

    /// Ends all files and returns them: those that had their size, then the others in the order of their partitions'
    /// first rows.
    ///
    /// @param beforeEach called before each file: it may throw when there is no time for another
    List<StagedFile> finish(Runnable beforeEach) throws IOException {
        for (OpenFile file : files) {
            if (!file.isClosed) {
                beforeEach.run();
                close(file);
            }
        }
        return List.copyOf(closed);
    }

    private void close(OpenFile file) throws IOException {
        file.writer.finish();
        StagedUpload.Handle handle = file.upload.finish();
        closed.add(new StagedFile(
                file.location,
                handle.uploadId(),
                handle.partTags(),
                file.rows,
                file.upload.position(),
                StagedFile.Kind.DATA,
                target.index(),
                file.partition));
        heldBytes -= file.heldBytes;
        file.heldBytes = 0;
        file.bufferedBytes = 0;
        file.isClosed = true;
    }

    private Batch project(Batch batch) {
        List<ColumnVector> columns = new ArrayList<>(dataColumns.length);
        for (int column : dataColumns) {
            columns.add(batch.column(column));
        }
        return new Batch(dataSchema, columns, batch.rows(), batch.origin());
    }

    private void openNewFiles() {
        while (files.size() < partitions.count()) {
            int id = files.size();
            List<@Nullable String> values = new ArrayList<>(keyColumns.length);
            for (int key = 0; key < keyColumns.length; key++) {
                values.add(PartitionText.of(partitions.values(key), id));
            }
            files.add(open(new Partition(target.partitionKeys(), values)));
        }
    }

    private OpenFile open(Partition partition) {
        String folder = HivePath.path(partition);
        String location = target.root() + folder + (folder.isEmpty() || folder.endsWith("/") ? "" : "/")
                + target.namePrefix() + fileNumbers.next() + "." + format.extension(options);
        StagedUpload upload = uploads.open(location);
        return new OpenFile(location, partition, upload, format.create(upload, dataSchema, options));
    }

    /// Fills `order` with the rows of the batch, those of one partition together and in their own order.
    private void sortByPartition(int count) {
        int partitionCount = partitions.count();
        if (starts.length <= partitionCount) {
            starts = new int[partitionCount * 2 + 1];
        }
        Arrays.fill(starts, 0, partitionCount + 1, 0);
        for (int row = 0; row < count; row++) {
            starts[ids[row] + 1]++;
        }
        for (int id = 0; id < partitionCount; id++) {
            starts[id + 1] += starts[id];
        }
        for (int row = 0; row < count; row++) {
            order[starts[ids[row]]++] = row;
        }
    }

    private void append(OpenFile file, Batch data, int length) throws IOException {
        file.writer.append(data, slice, length);
        file.rows += length;
        account(file);
        if (file.upload.position() == 0 && file.bufferedBytes >= target.fileBytes()) {
            // Only what is written tells how much smaller rows become in the file.
            file.writer.flush();
            account(file);
        }
        if (file.expectedBytes() >= target.fileBytes()) {
            close(file);
        }
    }

    private void account(OpenFile file) {
        long now = file.writer.bufferedBytes();
        file.gatheredBytes += Math.max(0, now - file.bufferedBytes);
        file.bufferedBytes = now;
        long held = file.writer.heldBytes();
        heldBytes += held - file.heldBytes;
        file.heldBytes = held;
    }

    /// Flushes the largest buffers until a quarter of the budget is free, so that not every batch has to flush.
    private void flushLargest() throws IOException {
        List<OpenFile> largestFirst = new ArrayList<>(files);
        largestFirst.sort((a, b) -> Long.compare(b.heldBytes, a.heldBytes));
        for (OpenFile file : largestFirst) {
            if (heldBytes <= budgetBytes / 4 * 3 || file.heldBytes == 0) {
                return;
            }
            file.writer.flush();
            account(file);
        }
    }
}
