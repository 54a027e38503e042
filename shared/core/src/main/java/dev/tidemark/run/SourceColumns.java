package dev.tidemark.run;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionCompiler;
import dev.tidemark.expression.Functions;
import dev.tidemark.expression.SourcePosition;
import dev.tidemark.expression.TypedExpression;
import dev.tidemark.partition.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The columns that a flow's transforms start from: those of its files, then its partition keys.
///
/// A file column of a key's name is hidden by the folder's value.
final class SourceColumns {

    private final Schema schema;
    private final int[] fileColumns;
    private final List<Field> keys;
    private final Functions functions;

    SourceColumns(List<ColumnSpec> columns, List<Field> keys, Functions functions) {
        this.keys = List.copyOf(keys);
        this.functions = functions;
        List<Field> fields = new ArrayList<>();
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            if (keys.stream().noneMatch(key -> Schema.fold(key.name()).equals(Schema.fold(name)))) {
                fields.add(new Field(name, columns.get(i).type()));
                kept.add(i);
            }
        }
        fields.addAll(keys);
        this.schema = new Schema(fields);
        this.fileColumns = kept.stream().mapToInt(Integer::intValue).toArray();
    }

    Schema schema() {
        return schema;
    }

    /// The partition's values, typed once for all batches of an object.
    Constants constants(Partition partition, EvaluationContext evaluation) {
        Map<String, @Nullable String> values = partition.asMap();
        List<ColumnVector> typed = new ArrayList<>();
        for (Field key : keys) {
            String value = null;
            for (Map.Entry<String, @Nullable String> entry : values.entrySet()) {
                if (Schema.fold(entry.getKey()).equals(Schema.fold(key.name()))) {
                    value = entry.getValue();
                }
            }
            typed.add(constant(key, value, evaluation));
        }
        return new Constants(typed);
    }

    private ColumnVector constant(Field key, @Nullable String value, EvaluationContext evaluation) {
        ColumnVector vector = ColumnVector.of(key.type());
        if (value == null) {
            vector.appendNull();
            return vector;
        }
        Batch text = new Batch(Schema.of(new Field("v", DataType.STRING)), List.of(textVector(value)), 1, null);
        SourcePosition at = new SourcePosition(key.name(), 1);
        TypedExpression cast = ExpressionCompiler.compile(
                new Expression.Cast(at, new Expression.Name(at, "v"), key.type(), false), text.schema(), functions);
        return cast.evaluate(text, evaluation, (row, message) -> {
            throw new PartitionValueException(key.name(), key.type().toString(), value, message);
        });
    }

    private static ColumnVector textVector(String value) {
        dev.tidemark.data.BytesVector vector = (dev.tidemark.data.BytesVector) ColumnVector.of(DataType.STRING);
        vector.append(value);
        return vector;
    }

    /// One value a partition key.
    final class Constants {

        private final List<ColumnVector> values;
        private List<ColumnVector> filled = List.of();
        private int filledRows = -1;

        private Constants(List<ColumnVector> values) {
            this.values = values;
        }

        Batch addTo(Batch batch) {
            if (values.isEmpty()) {
                return batch;
            }
            if (filledRows != batch.rows()) {
                int[] zeros = new int[batch.rows()];
                filled = values.stream()
                        .map(value -> value.select(zeros, zeros.length))
                        .toList();
                filledRows = batch.rows();
            }
            List<ColumnVector> columns = new ArrayList<>(schema.size());
            for (int column : fileColumns) {
                columns.add(batch.column(column));
            }
            columns.addAll(filled);
            return new Batch(schema, columns, batch.rows(), batch.origin());
        }
    }
}
