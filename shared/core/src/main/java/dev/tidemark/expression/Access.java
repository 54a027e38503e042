package dev.tidemark.expression;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.util.List;

/// Parts of nested values.
final class Access {

    private Access() {}

    /// A struct's field is null where the struct is, so its child vector is the answer.
    record StructField(Operation struct, int index, DataType type) implements Operation {
        @Override
        public boolean constant() {
            return struct.constant();
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            return ((StructVector) struct.evaluate(rows)).field(index);
        }
    }

    /// @param index int or bigint
    static Operation element(Operation array, DataType elementType, Operation index) {
        return PerRow.of(elementType, List.of(array, index), (in, row, out, rows) -> {
            ArrayVector values = (ArrayVector) in[0];
            long at = in[1] instanceof IntVector ints ? ints.get(row) : ((LongVector) in[1]).get(row);
            if (at < 0 || at >= values.length(row)) {
                rows.fail(
                        row,
                        "index " + at + " is out of range: the array has " + values.length(row)
                                + " elements, counted from 0");
                out.appendNull();
            } else {
                out.appendFrom(values.elements(), values.start(row) + (int) at);
            }
        });
    }

    /// @param key string; a key that is not there gives null
    static Operation mapValue(Operation map, DataType valueType, Operation key) {
        return PerRow.of(valueType, List.of(map, key), (in, row, out, _) -> {
            MapVector values = (MapVector) in[0];
            BytesVector wanted = (BytesVector) in[1];
            int end = values.start(row) + values.length(row);
            for (int i = values.start(row); i < end; i++) {
                if (values.keys().equal(i, wanted, row)) {
                    out.appendFrom(values.values(), i);
                    return;
                }
            }
            out.appendNull();
        });
    }
}
