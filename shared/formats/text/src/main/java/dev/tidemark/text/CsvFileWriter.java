package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.compression.EncodedFile;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// One CSV file. The header is its first line, also of a file without rows.
final class CsvFileWriter implements FileWriter {

    private final EncodedFile file;
    private final Schema schema;
    private final CsvRow row;
    private final byte[] nullText;

    CsvFileWriter(
            StagedOutput output, Schema schema, CsvOptions options, Compression compression, boolean writeHeader) {
        this.file = compression.encode(output);
        this.schema = schema;
        String nullValue = options.nullValue();
        this.nullText = nullValue == null ? new byte[0] : nullValue.getBytes(StandardCharsets.UTF_8);
        this.row = new CsvRow(options, nullText);
        if (writeHeader && schema.size() > 0) {
            header();
        }
    }

    private void header() {
        for (int i = 0; i < schema.size(); i++) {
            byte[] name = schema.field(i).name().getBytes(StandardCharsets.UTF_8);
            row.text(name, 0, name.length);
            row.separate();
        }
        row.end();
    }

    @Override
    public void append(Batch batch, int[] rows, int count) {
        for (int i = 0; i < count; i++) {
            int from = rows[i];
            for (int column = 0; column < schema.size(); column++) {
                value(batch.column(column), from);
                row.separate();
            }
            row.end();
        }
    }

    private void value(ColumnVector column, int from) {
        if (column.isNull(from)) {
            row.plain(nullText, 0, nullText.length);
        } else {
            value(row, column, from);
        }
    }

    /// Appends a value that is not null to `row`.
    static void value(CsvRow row, ColumnVector column, int from) {
        switch (column) {
            case BytesVector vector
            when vector.type().equals(DataType.BINARY) ->
                row.ascii(Base64.getEncoder().encodeToString(vector.get(from)));
            case BytesVector vector -> row.text(vector.bytes(), vector.start(from), vector.length(from));
            case IntVector vector when vector.type().equals(DataType.DATE) -> row.date(vector.values()[from]);
            case IntVector vector -> row.integer(vector.values()[from]);
            case LongVector vector -> longValue(row, vector, from);
            case DecimalVector vector ->
                row.ascii(new BigDecimal(vector.get(from), ((DataType.Decimal) vector.type()).scale()).toPlainString());
            case DoubleVector vector -> row.ascii(Double.toString(vector.get(from)));
            case FloatVector vector -> row.ascii(Float.toString(vector.get(from)));
            case BooleanVector vector -> row.ascii(vector.get(from) ? "true" : "false");
            default -> throw new CsvColumnException("", column.type());
        }
    }

    private static void longValue(CsvRow row, LongVector vector, int from) {
        long value = vector.get(from);
        if (vector.type() instanceof DataType.Decimal decimal) {
            row.decimal(value, decimal.scale());
        } else if (vector.type().equals(DataType.TIMESTAMP)) {
            row.timestamp(value);
        } else {
            row.integer(value);
        }
    }

    @Override
    public long bufferedBytes() {
        return row.length();
    }

    @Override
    public long heldBytes() {
        return row.length() + file.heldBytes();
    }

    @Override
    public void flush() throws IOException {
        row.writeTo(file);
        file.endMember();
    }

    @Override
    public void finish() throws IOException {
        row.writeTo(file);
        file.close();
    }
}
