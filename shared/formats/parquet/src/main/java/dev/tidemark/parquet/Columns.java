package dev.tidemark.parquet;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import dev.tidemark.reading.RowProblems;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The columns that are decoded of a file: their leaves, and how vectors are put together from these.
final class Columns {

    /// Of the values of a batch.
    static final long MOST_BYTES = 8 << 20;

    private final Place file;
    private final ZoneId timezone;
    private final Consumer<String> finerThanMicros;
    private final List<ColumnReader> leaves = new ArrayList<>();
    private final List<Assembly> assemblies = new ArrayList<>();
    private final List<ColumnVector> vectors = new ArrayList<>();
    /// Leaves whose values may have any length.
    private final int longValued;

    /// @param nodes           what is decoded, in order
    /// @param finerThanMicros told the path of each column whose timestamps lose digits
    Columns(List<Node> nodes, Place file, ZoneId timezone, Consumer<String> finerThanMicros) {
        this.file = file;
        this.timezone = timezone;
        this.finerThanMicros = finerThanMicros;
        for (Node node : nodes) {
            ColumnVector vector = ColumnVector.of(node.type());
            assemblies.add(assembly(node, vector, node.name()));
            vectors.add(vector);
        }
        longValued = (int) leaves.stream().filter(ColumnReader::hasLongValues).count();
    }

    List<ColumnReader> leaves() {
        return leaves;
    }

    /// Goes to a row further on of the row group.
    void skipTo(long row) throws IOException {
        for (ColumnReader leaf : leaves) {
            leaf.skipTo(row);
        }
    }

    /// Reads the next rows, which are valid until the next call: as many as are asked for, or fewer where their values
    /// would take more than a batch is to have. One row is read however large it is.
    ///
    /// @param problems told of rows with a value that its column cannot hold
    /// @return how many
    int read(int rows, RowProblems problems) throws IOException {
        for (Assembly assembly : assemblies) {
            assembly.vector().clear();
        }
        for (ColumnReader leaf : leaves) {
            leaf.clear();
        }
        int read = 0;
        long bytes = 0;
        while (read < rows && bytes <= MOST_BYTES / 4 * 3) {
            int step = fitting(rows - read, MOST_BYTES - bytes);
            for (ColumnReader leaf : leaves) {
                leaf.read(step);
            }
            read += step;
            bytes = 0;
            for (ColumnReader leaf : leaves) {
                bytes += leaf.bytes();
            }
        }
        for (Assembly assembly : assemblies) {
            assembly.assemble(Assembly.Around.ROWS, problems);
            if (assembly.vector().size() != read) {
                throw assembly.leaf()
                        .place()
                        .damaged("it has " + assembly.vector().size() + " values for " + read + " rows");
            }
        }
        return read;
    }

    /// How many of the next rows have values that take no more than `bytes`, but one at least.
    private int fitting(int rows, long bytes) throws IOException {
        int fitting = rows;
        for (ColumnReader leaf : leaves) {
            if (leaf.hasLongValues()) {
                fitting = leaf.fitting(fitting, bytes / longValued);
            }
        }
        return fitting;
    }

    /// The rows read last.
    List<ColumnVector> vectors() {
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
        Times times = new Times(timezone, () -> finerThanMicros.accept(path));
        ColumnReader leaf = new ColumnReader(file, scalar, vector, times);
        leaves.add(leaf);
        return new Assembly.Values(leaf, path);
    }
}
