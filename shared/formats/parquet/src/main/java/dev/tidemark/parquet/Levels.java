package dev.tidemark.parquet;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.util.Arrays;
import java.util.List;

/// Definition and repetition levels of one leaf over the rows of a row group, and where its values stand.
///
/// An entry is what the file counts as a value, nulls and empty lists included. Reused from leaf to leaf.
/// Levels as in the Dremel paper and <https://parquet.apache.org/docs/file-format/nestedencoding/>.
class Levels {

    private int entries;
    private int valueCount;
    private boolean dense;
    private int[] definitions = new int[0];
    private int[] repetitions = new int[0];
    /// While the levels are made: position of each entry in the current vector, or -1 where the path ended.
    private int[] positions = new int[0];
    private int[] spareDefinitions = new int[0];
    private int[] spareRepetitions = new int[0];
    private int[] sparePositions = new int[0];

    int entries() {
        return entries;
    }

    /// Entries that are values, in other words neither null nor below something null or empty.
    int valueCount() {
        return valueCount;
    }

    /// Whether every entry is a value and value `i` stands at position `i`: then no array of this object is filled.
    boolean dense() {
        return dense;
    }

    int[] definitions() {
        return definitions;
    }

    int[] repetitions() {
        return repetitions;
    }

    /// Positions of the values in the leaf's vector, `valueCount()` of them in rising order.
    int[] positions() {
        return positions;
    }

    /// Fills this from the first `rows` rows and returns the vector that holds the leaf's values.
    ColumnVector load(Leaf leaf, ColumnVector column, int rows) {
        entries = rows;
        dense = leaf.steps().isEmpty() && !column.hasNulls();
        valueCount = rows;
        if (dense) {
            return column;
        }
        reserve(rows);
        for (int i = 0; i < rows; i++) {
            positions[i] = i;
        }
        Arrays.fill(definitions, 0, rows, 0);
        Arrays.fill(repetitions, 0, rows, 0);
        int depth = 0;
        ColumnVector vector = column;
        markNulls(vector, depth++);
        List<Leaf.Step> steps = leaf.steps();
        int repetition = 0;
        for (Leaf.Step step : steps) {
            switch (step) {
                case Leaf.Step.IntoField(int index) -> {
                    vector = ((StructVector) vector).field(index);
                    markNulls(vector, depth++);
                }
                case Leaf.Step.IntoElements _ -> {
                    expand(vector, ++repetition);
                    depth++;
                    vector = ((ArrayVector) vector).elements();
                    markNulls(vector, depth++);
                }
                case Leaf.Step.IntoKeys _ -> {
                    expand(vector, ++repetition);
                    depth++;
                    vector = ((MapVector) vector).keys();
                }
                case Leaf.Step.IntoValues _ -> {
                    expand(vector, ++repetition);
                    depth++;
                    vector = ((MapVector) vector).values();
                    markNulls(vector, depth++);
                }
            }
        }
        compact();
        return vector;
    }

    /// Entries whose value is there get one level more, the others end here.
    private void markNulls(ColumnVector vector, int depth) {
        boolean nulls = vector.hasNulls();
        for (int i = 0; i < entries; i++) {
            int position = positions[i];
            if (position >= 0) {
                if (nulls && vector.isNull(position)) {
                    positions[i] = -1;
                } else {
                    definitions[i] = depth + 1;
                }
            }
        }
    }

    /// One entry for each element of a list or map; an empty one stays an entry that ends here.
    private void expand(ColumnVector vector, int repetition) {
        long total = 0;
        for (int i = 0; i < entries; i++) {
            total += positions[i] < 0 ? 1 : Math.max(1, length(vector, positions[i]));
        }
        int count = Math.toIntExact(total);
        if (sparePositions.length < count) {
            sparePositions = new int[count];
            spareDefinitions = new int[count];
            spareRepetitions = new int[count];
        }
        int at = 0;
        for (int i = 0; i < entries; i++) {
            int position = positions[i];
            int length = position < 0 ? 0 : length(vector, position);
            int first = length == 0 ? -1 : start(vector, position);
            sparePositions[at] = first;
            spareDefinitions[at] = length == 0 ? definitions[i] : definitions[i] + 1;
            spareRepetitions[at++] = repetitions[i];
            for (int element = 1; element < length; element++) {
                sparePositions[at] = first + element;
                spareDefinitions[at] = definitions[i] + 1;
                spareRepetitions[at++] = repetition;
            }
        }
        entries = count;
        swap();
    }

    private static int start(ColumnVector vector, int row) {
        return vector instanceof ArrayVector array ? array.start(row) : ((MapVector) vector).start(row);
    }

    private static int length(ColumnVector vector, int row) {
        return vector instanceof ArrayVector array ? array.length(row) : ((MapVector) vector).length(row);
    }

    private void compact() {
        int at = 0;
        for (int i = 0; i < entries; i++) {
            if (positions[i] >= 0) {
                positions[at++] = positions[i];
            }
        }
        valueCount = at;
    }

    private void reserve(int count) {
        if (positions.length < count) {
            positions = new int[count];
            definitions = new int[count];
            repetitions = new int[count];
        }
    }

    private void swap() {
        int[] held = positions;
        positions = sparePositions;
        sparePositions = held;
        held = definitions;
        definitions = spareDefinitions;
        spareDefinitions = held;
        held = repetitions;
        repetitions = spareRepetitions;
        spareRepetitions = held;
    }
}
