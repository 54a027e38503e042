package dev.tidemark.parquet;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.TypeDefinedOrder;
import org.jspecify.annotations.Nullable;

/// One Parquet file being written: rows gather in vectors of its own, a flush makes a row group of them.
///
/// Between flushes a file keeps only the packed descriptions of its row groups, about a kilobyte each.
final class ParquetFile implements FileWriter {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;

    private final StagedOutput output;
    private final Schema schema;
    private final Layout layout;
    private final ParquetOptions options;
    private final RowOrder order;
    private final BloomFilters bloomFilters;
    private final List<Described> rowGroups = new ArrayList<>(1);
    private List<ColumnVector> columns = List.of();
    private int rows;
    private long totalRows;
    private boolean begun;

    ParquetFile(
            StagedOutput output,
            Schema schema,
            Layout layout,
            ParquetOptions options,
            RowOrder order,
            BloomFilters bloomFilters) {
        this.order = order;
        this.bloomFilters = bloomFilters;
        this.output = output;
        this.schema = schema;
        this.layout = layout;
        this.options = options;
    }

    /// A row group that is in the output, in thrift's compact form: as objects it would take ten times as much.
    ///
    /// @param metadata      the row group, without the places of its indexes
    /// @param columnIndexes of its chunks in order; empty bytes where there is none
    /// @param offsetIndexes of its chunks in order
    private record Described(byte[] metadata, List<byte[]> columnIndexes, List<byte[]> offsetIndexes) {}

    @Override
    public void append(Batch batch, int[] chosen, int count) throws IOException {
        if (count == 0) {
            return;
        }
        if (columns.isEmpty()) {
            columns = schema.fields().stream()
                    .map(Field::type)
                    .map(ColumnVector::of)
                    .toList();
        }
        long bytes = 0;
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).appendSelected(batch.column(i), chosen, count);
            bytes += columns.get(i).valueBytes();
        }
        rows += count;
        if (bytes >= options.blockSizeBytes()) {
            flush();
        }
    }

    @Override
    public long bufferedBytes() {
        long bytes = 0;
        for (ColumnVector column : columns) {
            bytes += column.heapBytes();
        }
        return bytes;
    }

    @Override
    public void flush() throws IOException {
        if (rows == 0) {
            return;
        }
        Workspace workspace = Workspace.lease();
        try {
            writeRowGroup(workspace);
        } finally {
            workspace.giveBack();
        }
        totalRows += rows;
        rows = 0;
        columns = List.of();
    }

    private void writeRowGroup(Workspace workspace) throws IOException {
        workspace.gathered.clear();
        ChunkOutput out = new ChunkOutput(output, workspace.gathered);
        begin(out);
        ChunkWriter writer = new ChunkWriter(workspace, out, options.compression(), options.pageSizeBytes());
        long start = out.position();
        long uncompressed = 0;
        List<ColumnChunk> chunks = new ArrayList<>();
        List<byte[]> columnIndexes = new ArrayList<>();
        List<byte[]> offsetIndexes = new ArrayList<>();
        ByteBuilder packed = workspace.page;
        List<@Nullable BloomFilter> filters = new ArrayList<>();
        Ordered ordered = new Ordered(order.isEmpty() ? null : order.rows(columns, rows));
        for (int i = 0; i < layout.leaves().size(); i++) {
            Leaf leaf = layout.leaves().get(i);
            ColumnVector column = ordered.column(leaf.column());
            ChunkWriter.Chunk chunk = writer.write(leaf, column, rows);
            filters.add(bloomFilters.has(i) ? bloomFilters.made(leaf, column, rows, chunk.distinct()) : null);
            uncompressed += chunk.metadata().getTotal_uncompressed_size();
            chunks.add(new ColumnChunk(0).setMeta_data(chunk.metadata()));
            packed.clear();
            ColumnIndex columnIndex = chunk.columnIndex();
            if (columnIndex != null) {
                ThriftBytes.write(columnIndex, packed);
            }
            columnIndexes.add(packed.toArray());
            packed.clear();
            ThriftBytes.write(chunk.offsetIndex(), packed);
            offsetIndexes.add(packed.toArray());
        }
        RowGroup rowGroup = new RowGroup(chunks, uncompressed, rows)
                .setFile_offset(start)
                .setTotal_compressed_size(out.position() - start)
                .setOrdinal((short) rowGroups.size());
        if (!order.isEmpty()) {
            rowGroup.setSorting_columns(order.described());
        }
        for (int i = 0; i < filters.size(); i++) {
            BloomFilter filter = filters.get(i);
            if (filter != null) {
                BloomFilters.write(filter, Objects.requireNonNull(chunks.get(i).getMeta_data()), out);
            }
        }
        out.drain();
        packed.clear();
        ThriftBytes.write(rowGroup, packed);
        rowGroups.add(new Described(packed.toArray(), columnIndexes, offsetIndexes));
    }

    /// The columns with their rows in order; one at a time is held twice.
    private final class Ordered {

        private final int @Nullable [] wanted;
        private int at = -1;
        private @Nullable ColumnVector made;

        /// @param wanted the rows in order; null: as they are
        Ordered(int @Nullable [] wanted) {
            this.wanted = wanted;
        }

        ColumnVector column(int index) {
            if (wanted == null) {
                return columns.get(index);
            }
            ColumnVector known = made;
            if (known == null || at != index) {
                known = columns.get(index).select(wanted, rows);
                made = known;
                at = index;
            }
            return known;
        }
    }

    private void begin(ChunkOutput out) {
        if (!begun) {
            out.pending().write(MAGIC, 0, MAGIC.length);
            begun = true;
        }
    }

    @Override
    public void finish() throws IOException {
        flush();
        ChunkOutput out = new ChunkOutput(output, new ByteBuilder());
        begin(out);
        List<RowGroup> groups = new ArrayList<>();
        for (Described described : rowGroups) {
            groups.add(ThriftBytes.read(described.metadata(), new RowGroup()));
        }
        for (int group = 0; group < groups.size(); group++) {
            List<ColumnChunk> chunks = Objects.requireNonNull(groups.get(group).getColumns());
            for (int i = 0; i < chunks.size(); i++) {
                byte[] index = rowGroups.get(group).columnIndexes().get(i);
                if (index.length > 0) {
                    chunks.get(i).setColumn_index_offset(out.position()).setColumn_index_length(index.length);
                    out.pending().write(index, 0, index.length);
                }
            }
        }
        for (int group = 0; group < groups.size(); group++) {
            List<ColumnChunk> chunks = Objects.requireNonNull(groups.get(group).getColumns());
            for (int i = 0; i < chunks.size(); i++) {
                byte[] index = rowGroups.get(group).offsetIndexes().get(i);
                chunks.get(i).setOffset_index_offset(out.position()).setOffset_index_length(index.length);
                out.pending().write(index, 0, index.length);
            }
        }
        FileMetaData footer = new FileMetaData(VERSION, layout.elements(), totalRows, groups)
                .setCreated_by("tidemark")
                .setColumn_orders(layout.leaves().stream()
                        .map(_ -> ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()))
                        .toList());
        int before = out.pending().size();
        ThriftBytes.write(footer, out.pending());
        out.pending().putInt(out.pending().size() - before);
        out.pending().write(MAGIC, 0, MAGIC.length);
        out.drain();
    }
}
