package dev.tidemark.transform;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Fields of structs become columns of their own, `struct<separator>field`, all levels down.
final class UnnestTransform implements Transform {

    private final Set<String> chosen;
    private final String separator;
    private final Schema output;

    /// @param chosen folded names of the struct columns to unnest; empty: all
    UnnestTransform(Schema input, Set<String> chosen, String separator) {
        this.chosen = Set.copyOf(chosen);
        this.separator = separator;
        List<Field> fields = new ArrayList<>();
        for (Field field : input.fields()) {
            if (wanted(field)) {
                addFields(field.name(), (DataType.Struct) field.type(), fields);
            } else {
                fields.add(field);
            }
        }
        this.output = new Schema(fields);
    }

    @Override
    public Schema output() {
        return output;
    }

    @Override
    public Batch apply(Batch batch, RowContext context) {
        List<ColumnVector> columns = new ArrayList<>(output.size());
        for (int i = 0; i < batch.schema().size(); i++) {
            if (wanted(batch.schema().field(i))) {
                addVectors((StructVector) batch.column(i), columns);
            } else {
                columns.add(batch.column(i));
            }
        }
        return new Batch(output, columns, batch.rows(), batch.origin());
    }

    private boolean wanted(Field field) {
        return field.type() instanceof DataType.Struct
                && (chosen.isEmpty() || chosen.contains(Schema.fold(field.name())));
    }

    private void addFields(String prefix, DataType.Struct struct, List<Field> to) {
        for (Field field : struct.fields()) {
            String name = prefix + separator + field.name();
            if (field.type() instanceof DataType.Struct inner) {
                addFields(name, inner, to);
            } else {
                to.add(new Field(name, field.type()));
            }
        }
    }

    private static void addVectors(StructVector struct, List<ColumnVector> to) {
        // A null struct holds null in each of its fields, so the fields can stand alone.
        for (ColumnVector field : struct.fields()) {
            if (field instanceof StructVector inner) {
                addVectors(inner, to);
            } else {
                to.add(field);
            }
        }
    }
}
