package dev.tidemark.text;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.StagedOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows as JSON lines.
final class JsonFileWriter implements FileWriter {

    private static final int FLUSH_BYTES = 64 << 10;

    private final StagedOutput output;
    private final Compression compression;
    private final List<byte[]> names;
    private final JsonOutput json = new JsonOutput();
    private @Nullable OutputStream encoded;

    JsonFileWriter(StagedOutput output, Schema schema, Compression compression) {
        this.output = output;
        this.compression = compression;
        this.names = names(schema.fields());
    }

    private static List<byte[]> names(List<Field> fields) {
        return fields.stream().map(field -> JsonOutput.quotedName(field.name())).toList();
    }

    @Override
    public void append(Batch batch, int[] rows, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            writeFields(names, batch.columns(), rows[i]);
            json.writeByte('\n');
            if (json.length() >= FLUSH_BYTES) {
                flush();
            }
        }
    }

    private void writeFields(List<byte[]> fieldNames, List<ColumnVector> columns, int row) {
        json.writeByte('{');
        boolean first = true;
        for (int i = 0; i < columns.size(); i++) {
            ColumnVector column = columns.get(i);
            if (column.isNull(row)) {
                continue;
            }
            if (!first) {
                json.writeByte(',');
            }
            first = false;
            json.writeBytes(fieldNames.get(i));
            writeValue(column, row);
        }
        json.writeByte('}');
    }

    private void writeValue(ColumnVector column, int row) {
        switch (column) {
            case BooleanVector booleans -> json.writeAscii(booleans.get(row) ? "true" : "false");
            case IntVector ints -> {
                if (ints.type().equals(DataType.DATE)) {
                    json.writeDate(ints.get(row));
                } else {
                    json.writeLong(ints.get(row));
                }
            }
            case LongVector longs -> writeLong(longs, row);
            case FloatVector floats -> json.writeFloat(floats.get(row));
            case DoubleVector doubles -> json.writeDouble(doubles.get(row));
            case DecimalVector decimals ->
                json.writeAscii(new BigDecimal(decimals.get(row), ((DataType.Decimal) decimals.type()).scale())
                        .toPlainString());
            case BytesVector bytes -> {
                if (bytes.type().equals(DataType.BINARY)) {
                    json.writeByte('"');
                    json.writeBytes(Base64.getEncoder().encode(bytes.get(row)));
                    json.writeByte('"');
                } else {
                    json.writeText(bytes.bytes(), bytes.start(row), bytes.length(row));
                }
            }
            case ArrayVector arrays -> writeArray(arrays, row);
            case MapVector maps -> writeMap(maps, row);
            case StructVector structs ->
                writeFields(names(((DataType.Struct) structs.type()).fields()), structs.fields(), row);
        }
    }

    private void writeLong(LongVector longs, int row) {
        if (longs.type().equals(DataType.TIMESTAMP)) {
            json.writeTimestamp(longs.get(row));
        } else if (longs.type() instanceof DataType.Decimal decimal && decimal.scale() > 0) {
            json.writeDecimal(longs.get(row), decimal.scale());
        } else {
            json.writeLong(longs.get(row));
        }
    }

    private void writeElement(ColumnVector column, int row) {
        if (column.isNull(row)) {
            json.writeAscii("null");
        } else {
            writeValue(column, row);
        }
    }

    private void writeArray(ArrayVector arrays, int row) {
        json.writeByte('[');
        int start = arrays.start(row);
        for (int i = start; i < start + arrays.length(row); i++) {
            if (i > start) {
                json.writeByte(',');
            }
            writeElement(arrays.elements(), i);
        }
        json.writeByte(']');
    }

    private void writeMap(MapVector maps, int row) {
        json.writeByte('{');
        int start = maps.start(row);
        BytesVector keys = maps.keys();
        for (int i = start; i < start + maps.length(row); i++) {
            if (i > start) {
                json.writeByte(',');
            }
            json.writeText(keys.bytes(), keys.start(i), keys.length(i));
            json.writeByte(':');
            writeElement(maps.values(), i);
        }
        json.writeByte('}');
    }

    @Override
    public long bufferedBytes() {
        return json.capacity();
    }

    private OutputStream encoded() throws IOException {
        OutputStream open = encoded;
        if (open == null) {
            open = compression.encode(output);
            encoded = open;
        }
        return open;
    }

    @Override
    public void flush() throws IOException {
        json.moveTo(encoded());
    }

    @Override
    public void finish() throws IOException {
        flush();
        encoded().close();
    }
}
