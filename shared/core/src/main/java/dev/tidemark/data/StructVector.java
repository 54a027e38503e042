package dev.tidemark.data;

import java.util.List;

/// `struct<>`: one child vector a field, each with as many values as the struct has rows (null where the struct is).
///
/// To append a row, append one value to every field, then call [#endRow()].
public final class StructVector extends ColumnVector {

    private final List<ColumnVector> fields;

    StructVector(DataType.Struct type) {
        super(type);
        this.fields = type.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
    }

    public List<ColumnVector> fields() {
        return fields;
    }

    public ColumnVector field(int index) {
        return fields.get(index);
    }

    public void endRow() {
        size++;
    }

    /// Appends a null, where the fields, null there, are filled by themselves.
    public void endNullRow() {
        size++;
        markNull(size - 1);
    }

    @Override
    public void clear() {
        super.clear();
        fields.forEach(ColumnVector::clear);
    }

    @Override
    public void truncate(int newSize) {
        super.truncate(newSize);
        fields.forEach(field -> field.truncate(newSize));
    }

    @Override
    void spreadValues(int from, boolean[] isNull, int count, int values) {
        throw new IllegalStateException("the fields of a struct are spread by themselves");
    }

    @Override
    void appendDefault() {
        fields.forEach(ColumnVector::appendNull);
        endRow();
    }

    @Override
    void appendValueFrom(ColumnVector from, int row) {
        StructVector other = (StructVector) from;
        for (int i = 0; i < fields.size(); i++) {
            fields.get(i).appendFrom(other.fields.get(i), row);
        }
        endRow();
    }

    @Override
    void appendValuesFrom(ColumnVector from, int[] rows, int count) {
        StructVector other = (StructVector) from;
        for (int i = 0; i < fields.size(); i++) {
            fields.get(i).appendSelected(other.fields.get(i), rows, count);
        }
        size += count;
    }

    @Override
    public long valueBytes() {
        long bytes = 0;
        for (ColumnVector field : fields) {
            bytes += field.valueBytes();
        }
        return bytes;
    }

    @Override
    long arrayBytes() {
        long bytes = 0;
        for (ColumnVector field : fields) {
            bytes += field.heapBytes();
        }
        return bytes;
    }
}
