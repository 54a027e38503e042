package dev.tidemark.transform;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One row for each element of an array, or entry of a map (as a struct of key and value).
final class ExplodeTransform implements Transform {

    private final int column;
    private final boolean outer;
    private final DataType elementType;
    private final Schema output;

    /// @param name name of the element's column; it stands where the collection stood
    ExplodeTransform(Schema input, int column, String name, boolean outer) {
        this.column = column;
        this.outer = outer;
        this.elementType = elementType(input.field(column).type());
        List<Field> fields = new ArrayList<>(input.fields());
        fields.set(column, new Field(name, elementType));
        this.output = new Schema(fields);
    }

    static boolean canExplode(DataType type) {
        return type instanceof DataType.Array || type instanceof DataType.Map;
    }

    private static DataType elementType(DataType collection) {
        return switch (collection) {
            case DataType.Array array -> array.element();
            case DataType.Map map ->
                new DataType.Struct(List.of(new Field("key", DataType.STRING), new Field("value", map.value())));
            case DataType.Primitive _, DataType.Decimal _, DataType.Struct _ ->
                throw new IllegalArgumentException(collection + " has no elements");
        };
    }

    @Override
    public Schema output() {
        return output;
    }

    @Override
    public Batch apply(Batch batch, RowContext context) {
        ColumnVector collection = batch.column(column);
        ColumnVector elements = ColumnVector.of(elementType);
        int[] rows = new int[Math.max(16, batch.rows())];
        int count = 0;
        int dropped = 0;
        for (int row = 0; row < batch.rows(); row++) {
            int length = collection.isNull(row) ? 0 : length(collection, row);
            int copies = length == 0 && outer ? 1 : length;
            if (copies == 0) {
                dropped++;
            }
            if (count + copies > rows.length) {
                rows = Arrays.copyOf(rows, Math.max(count + copies, rows.length * 2));
            }
            Arrays.fill(rows, count, count + copies, row);
            count += copies;
            for (int i = 0; i < length; i++) {
                append(elements, collection, row, i);
            }
            if (length == 0 && outer) {
                elements.appendNull();
            }
        }
        context.filtered(dropped);
        List<ColumnVector> columns = new ArrayList<>(batch.schema().size());
        for (int i = 0; i < batch.schema().size(); i++) {
            columns.add(i == column ? elements : batch.column(i).select(rows, count));
        }
        return new Batch(
                output,
                columns,
                count,
                batch.origin() == null ? null : batch.origin().select(rows, count));
    }

    private static int length(ColumnVector collection, int row) {
        return collection instanceof ArrayVector array ? array.length(row) : ((MapVector) collection).length(row);
    }

    private static void append(ColumnVector to, ColumnVector collection, int row, int index) {
        if (collection instanceof ArrayVector array) {
            to.appendFrom(array.elements(), array.start(row) + index);
        } else {
            MapVector map = (MapVector) collection;
            StructVector entry = (StructVector) to;
            entry.field(0).appendFrom(map.keys(), map.start(row) + index);
            entry.field(1).appendFrom(map.values(), map.start(row) + index);
            entry.endRow();
        }
    }
}
