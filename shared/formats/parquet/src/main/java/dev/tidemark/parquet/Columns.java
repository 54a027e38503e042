package dev.tidemark.parquet;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The columns that are decoded of a file: their leaves, and how vectors are put together from these.
final class Columns {

    private final Place file;
    private final ZoneId timezone;
    private final Consumer<String> finerThanMicros;
    private final List<ColumnReader> leaves = new ArrayList<>();
    private final List<Assembly> assemblies = new ArrayList<>();

    /// @param nodes           what is decoded, in order
    /// @param finerThanMicros told the path of each column whose timestamps lose digits
    Columns(List<Node> nodes, Place file, ZoneId timezone, Consumer<String> finerThanMicros) {
        this.file = file;
        this.timezone = timezone;
        this.finerThanMicros = finerThanMicros;
        for (Node node : nodes) {
            assemblies.add(assembly(node, ColumnVector.of(node.type()), node.name()));
        }
    }

    List<ColumnReader> leaves() {
        return leaves;
    }

    /// Reads the next `rows` rows, which are valid until the next call.
    List<ColumnVector> read(int rows) throws java.io.IOException {
        for (Assembly assembly : assemblies) {
            assembly.vector().clear();
        }
        for (ColumnReader leaf : leaves) {
            leaf.read(rows);
        }
        List<ColumnVector> vectors = new ArrayList<>(assemblies.size());
        for (Assembly assembly : assemblies) {
            assembly.assemble(Assembly.Around.ROWS);
            if (assembly.vector().size() != rows) {
                throw assembly.leaf()
                        .place()
                        .damaged("it has " + assembly.vector().size() + " values for " + rows + " rows");
            }
            vectors.add(assembly.vector());
        }
        return vectors;
    }

    private Assembly assembly(Node node, ColumnVector vector, String path) {
        return switch (node) {
            case Node.Scalar scalar -> values(scalar, vector, path);
            case Node.Struct struct -> {
                List<Assembly> fields = new ArrayList<>();
                for (int i = 0; i < struct.fields().size(); i++) {
                    Node field = struct.fields().get(i);
                    fields.add(assembly(field, ((StructVector) vector).field(i), path + "." + field.name()));
                }
                yield new Assembly.Struct(struct, (StructVector) vector, fields);
            }
            case Node.Elements list ->
                new Assembly.Elements(
                        list,
                        (ArrayVector) vector,
                        assembly(list.element(), ((ArrayVector) vector).elements(), path + "[]"));
            case Node.Entries map -> {
                MapVector entries = (MapVector) vector;
                DataType keys = map.keys().type();
                ColumnVector stored = keys.equals(DataType.STRING) || keys.equals(DataType.BINARY)
                        ? entries.keys()
                        : ColumnVector.of(keys);
                yield new Assembly.Entries(
                        map,
                        entries,
                        values(map.keys(), stored, path + "{}"),
                        assembly(map.values(), entries.values(), path + "{}"),
                        timezone);
            }
            case Node.Refused refused ->
                throw file.in(refused.path())
                        .refused(
                                refused.what(),
                                "Declare the source's schema without it, or have it written as a string");
        };
    }

    private Assembly.Values values(Node.Scalar scalar, ColumnVector vector, String path) {
        Times times = new Times(file.in(scalar.path()), timezone, () -> finerThanMicros.accept(path));
        ColumnReader leaf = new ColumnReader(file, scalar, vector, times);
        leaves.add(leaf);
        return new Assembly.Values(leaf);
    }
}
