package dev.tidemark.data;

import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;

/// Rows and values as JSON, as the `json` sink writes them (docs/reference/json.md). One thread.
public final class JsonRows {

    private final JsonText json;
    private final List<byte[]> names;

    /// @param json   what is written to
    /// @param fields the columns of the rows
    public JsonRows(JsonText json, List<Field> fields) {
        this.json = json;
        this.names = names(fields);
    }

    private static List<byte[]> names(List<Field> fields) {
        return fields.stream().map(field -> JsonText.quotedName(field.name())).toList();
    }

    /// One object: the columns at `row` that are not null.
    public void write(List<ColumnVector> columns, int row) {
        writeFields(names, columns, row);
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

    /// A value or `null`.
    public void writeElement(ColumnVector column, int row) {
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
}
