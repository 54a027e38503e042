package dev.tidemark.expression;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.RowOrigin;
import java.time.Instant;
import java.util.List;

/// What the run and the input object say: run_date, run_timestamp, input_object, input_modified, input_record.
final class RunFunctions {

    private RunFunctions() {}

    static List<ExpressionFunction> all() {
        return List.of(
                fromContext(
                        "run_date",
                        DataType.DATE,
                        (rows, out) -> ((IntVector) out)
                                .append((int) rows.context().runDate().toEpochDay())),
                fromContext(
                        "run_timestamp",
                        DataType.TIMESTAMP,
                        (rows, out) -> ((LongVector) out)
                                .append(TimeText.micros(rows.context().runTimestamp()))),
                fromContext("input_object", DataType.STRING, RunFunctions::appendObject),
                fromContext("input_modified", DataType.TIMESTAMP, RunFunctions::appendModified),
                new ExpressionFunction("input_record", 0, 0, _ -> new InputRecord()));
    }

    private static ExpressionFunction fromContext(
            String name, DataType type, java.util.function.BiConsumer<Rows, ColumnVector> append) {
        return new ExpressionFunction(name, 0, 0, _ -> new Leaves.FromContext(type, append));
    }

    private static void appendObject(Rows rows, ColumnVector out) {
        String object = rows.context().inputObject();
        RowOrigin origin = rows.batch().origin();
        if (object != null) {
            ((BytesVector) out).append(object);
        } else if (origin != null) {
            ((BytesVector) out).append(origin.object());
        } else {
            out.appendNull();
        }
    }

    private static void appendModified(Rows rows, ColumnVector out) {
        Instant modified = rows.context().inputModified();
        if (modified == null) {
            out.appendNull();
        } else {
            ((LongVector) out).append(TimeText.micros(modified));
        }
    }

    /// The number of the record in its object, counted from 1; null where unknown.
    private record InputRecord() implements Operation {
        @Override
        public DataType type() {
            return DataType.BIGINT;
        }

        @Override
        public boolean constant() {
            return false;
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            RowOrigin origin = rows.batch().origin();
            LongVector out = (LongVector) ColumnVector.of(DataType.BIGINT);
            for (int row = 0; row < rows.count(); row++) {
                if (origin == null || origin.recordNumber()[row] == 0) {
                    out.appendNull();
                } else {
                    out.append(origin.recordNumber()[row]);
                }
            }
            return out;
        }
    }
}
