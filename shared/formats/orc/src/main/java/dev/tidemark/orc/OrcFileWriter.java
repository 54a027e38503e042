package dev.tidemark.orc;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One ORC file being written: rows gather in vectors of its own, a flush makes a stripe of them.
///
/// Between flushes a file keeps only the packed descriptions of its stripes and the statistics of the whole.
final class OrcFileWriter implements FileWriter {

    static final String WRITER = "tidemark";

    private static final byte[] MAGIC = "ORC".getBytes(StandardCharsets.US_ASCII);
    /// Of orc-core's writer whose form of statistics this is ("ORC-14").
    private static final int WRITER_VERSION = 9;

    private static final int PROLEPTIC_GREGORIAN = 2;

    private final StagedOutput output;
    private final DataType.Struct type;
    private final OrcOptions options;
    private final ProtoWriter stripes = new ProtoWriter();
    private final ProtoWriter stripeStatistics = new ProtoWriter();
    private List<ColumnStats> statistics = List.of();
    private List<ColumnVector> columns = List.of();
    private int rows;
    private long totalRows;
    private boolean begun;

    OrcFileWriter(StagedOutput output, Schema schema, OrcOptions options) {
        this.output = output;
        this.type = new DataType.Struct(schema.fields());
        this.options = options;
    }

    @Override
    public void append(Batch batch, int[] chosen, int count) throws IOException {
        if (count == 0) {
            return;
        }
        if (columns.isEmpty()) {
            columns = type.fields().stream()
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
        if (bytes >= options.stripeSizeBytes()) {
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
            writeStripe(workspace);
        } finally {
            workspace.giveBack();
        }
        totalRows += rows;
        rows = 0;
        columns = List.of();
    }

    private void begin() throws IOException {
        if (!begun) {
            output.write(MAGIC, 0, MAGIC.length);
            begun = true;
        }
    }

    private void writeStripe(Workspace workspace) throws IOException {
        begin();
        StripeWriter stripe = new StripeWriter(workspace, options.compression());
        stripe.write(columns, type, rows);
        long start = output.position();
        int index = workspace.index.size();
        int data = workspace.data.size();
        output.write(workspace.index.bytes(), 0, index);
        output.write(workspace.data.bytes(), 0, data);
        int footer = write(workspace, stripe.footer());
        stripes.message(
                3,
                new ProtoWriter()
                        .number(1, start)
                        .number(2, index)
                        .number(3, data)
                        .number(4, footer)
                        .number(5, rows));
        ProtoWriter all = new ProtoWriter();
        stripe.statistics().forEach(column -> all.message(1, column.message()));
        stripeStatistics.message(1, all);
        if (statistics.isEmpty()) {
            statistics = stripe.statistics();
        } else {
            for (int i = 0; i < statistics.size(); i++) {
                statistics.get(i).add(stripe.statistics().get(i));
            }
        }
    }

    /// Compresses and writes a description.
    ///
    /// @return how many bytes it took
    private int write(Workspace workspace, ProtoWriter message) throws IOException {
        StreamWriter stream = workspace.begin(options.compression());
        stream.write(message.bytes());
        ByteBuilder bytes = stream.end();
        output.write(bytes.bytes(), 0, bytes.size());
        return bytes.size();
    }

    @Override
    public void finish() throws IOException {
        flush();
        begin();
        long content = output.position();
        Workspace workspace = Workspace.lease();
        try {
            int metadata = write(workspace, stripeStatistics);
            ProtoWriter footer = new ProtoWriter().number(1, MAGIC.length).number(2, content);
            footer.bytes().write(stripes.bytes());
            FileTypes.write(type, footer);
            footer.number(6, totalRows);
            statistics().forEach(column -> footer.message(7, column.message()));
            footer.number(8, StripeWriter.GROUP).number(11, PROLEPTIC_GREGORIAN).text(12, WRITER);
            int length = write(workspace, footer);
            ProtoWriter postscript = new ProtoWriter()
                    .number(1, length)
                    .number(2, options.compression().codec().number());
            if (options.compression() != Compression.UNCOMPRESSED) {
                postscript.number(3, StreamWriter.BLOCK);
            }
            postscript
                    .numbers(4, new long[] {0, 12}, 2)
                    .number(5, metadata)
                    .number(6, WRITER_VERSION)
                    .text(8000, "ORC");
            postscript.bytes().write(postscript.bytes().size());
            output.write(postscript.bytes().bytes(), 0, postscript.bytes().size());
        } finally {
            workspace.giveBack();
        }
    }

    /// Of a file without rows too.
    private List<ColumnStats> statistics() {
        if (!statistics.isEmpty()) {
            return statistics;
        }
        List<ColumnStats> none = new ArrayList<>();
        FileTypes.each(type, column -> none.add(new ColumnStats(column)));
        return none;
    }
}
