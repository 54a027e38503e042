package dev.tidemark.orc;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.reading.RowProblems;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The columns that are decoded of a file.
final class Columns {

    private final Place file;
    private final ZoneId timezone;
    private final boolean hybridDays;
    private final Consumer<String> finerThanMicros;
    private final List<Column> columns = new ArrayList<>();
    private final List<ColumnVector> vectors = new ArrayList<>();
    private final Set<Integer> numbers = new HashSet<>();

    /// @param nodes           what is decoded, in order
    /// @param hybridDays      whether the file's days are of the calendar of Julius Caesar and Gregory
    /// @param finerThanMicros told the path of each column whose timestamps lose digits
    Columns(List<Node> nodes, Place file, ZoneId timezone, boolean hybridDays, Consumer<String> finerThanMicros) {
        this.file = file;
        this.timezone = timezone;
        this.hybridDays = hybridDays;
        this.finerThanMicros = finerThanMicros;
        for (Node node : nodes) {
            FileTree.check(node, file);
            columns.add(column(node));
            vectors.add(ColumnVector.of(node.type()));
        }
    }

    /// Numbers in the file's tree of types of all that is decoded.
    Set<Integer> numbers() {
        return numbers;
    }

    void open(Stripe stripe) throws IOException {
        for (Column column : columns) {
            column.open(stripe);
        }
    }

    /// How many of the next `rows` rows have values of no more than `bytes` where values may have any length; one at
    /// least, however large it is.
    int fitting(int rows, long bytes) throws IOException {
        long longValued = columns.stream().filter(Column::hasLongValues).count();
        int fitting = rows;
        for (Column column : columns) {
            if (column.hasLongValues()) {
                fitting = Math.min(fitting, column.fitting(fitting, bytes / longValued));
            }
        }
        return Math.max(1, fitting);
    }

    /// Reads the next `rows` rows, which are valid until the next call.
    ///
    /// @param problems told of rows with a value that its column cannot hold
    List<ColumnVector> read(int rows, RowProblems problems) throws IOException {
        for (int i = 0; i < columns.size(); i++) {
            vectors.get(i).clear();
            columns.get(i).read(vectors.get(i), rows, null);
            if (columns.get(i).anyBad()) {
                columns.get(i).tell(vectors.get(i), row -> row, problems);
            }
        }
        return vectors;
    }

    private Column column(Node node) {
        numbers.add(node.column());
        List<Column> children = node.children().stream().map(this::column).toList();
        return switch (node.kind()) {
            case BOOLEAN -> new Numbers.Booleans(node, file);
            case BYTE -> new Numbers.Bytes(node, file);
            case SHORT, INT, LONG, DATE -> new Numbers.Whole(node, file, hybridDays);
            case FLOAT, DOUBLE -> new Numbers.Reals(node, file);
            case STRING, BINARY, VARCHAR, CHAR -> new Texts(node, file);
            case TIMESTAMP, TIMESTAMP_INSTANT ->
                new Timestamps(node, file, hybridDays, timezone, () -> finerThanMicros.accept(node.path()));
            case DECIMAL -> new Decimals(node, file);
            case STRUCT -> new Nested.Struct(node, file, children);
            case UNION -> new Nested.Union(node, file, children);
            case LIST -> new Nested.Elements(node, file, children.getFirst());
            case MAP -> new Nested.Entries(node, file, children.getFirst(), children.getLast(), timezone);
            case GEOMETRY, GEOGRAPHY -> throw new IllegalStateException(node.kind() + " is refused");
        };
    }
}
