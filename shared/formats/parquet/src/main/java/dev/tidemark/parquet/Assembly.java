package dev.tidemark.parquet;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import dev.tidemark.expression.ValueCast;
import dev.tidemark.reading.RowProblems;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// A column put together from the levels of the leaves below it: nulls, structs, lists and maps.
///
/// A list or map has an entry of each leaf below where it is null or empty; what lies in it has none. So each
/// node counts the entries from the level on that its own list begins at ([Around]).
sealed interface Assembly {

    ColumnVector vector();

    /// The leaf whose levels tell about this node: any below it would do.
    ColumnReader leaf();

    /// Makes the vector of the rows that the leaves read last.
    ///
    /// @param problems told of rows with a value that its column cannot hold; null stands in its place
    void assemble(Around around, RowProblems problems);

    /// The innermost list or map around a node.
    ///
    /// @param entry      definition level from which it has an entry; 0 outside all lists
    /// @param repetition its repetition level; 0 outside all lists
    record Around(int entry, int repetition) {

        static final Around ROWS = new Around(0, 0);
    }

    /// Single values.
    ///
    /// @param path   of the column in the batch, for problems
    /// @param isNull reused
    record Values(ColumnReader leaf, String path, boolean[][] isNull) implements Assembly {

        Values(ColumnReader leaf, String path) {
            this(leaf, path, new boolean[1][0]);
        }

        @Override
        public ColumnVector vector() {
            return leaf.vector();
        }

        @Override
        public void assemble(Around around, RowProblems problems) {
            spread(around);
            if (!leaf.bad().isEmpty()) {
                tell(around, problems);
            }
        }

        private void tell(Around around, RowProblems problems) {
            Iterator<Map.Entry<Integer, String>> all =
                    leaf.bad().reasons().entrySet().iterator();
            Map.Entry<Integer, String> next = all.next();
            boolean nested = leaf.column().repetition() > 0;
            int row = -1;
            int value = 0;
            int slot = 0;
            for (int i = 0; i < leaf.entries(); i++) {
                row += !nested || leaf.repetitions()[i] == 0 ? 1 : 0;
                boolean there = leaf.allPresent()
                        || leaf.definitions()[i] >= leaf.column().present();
                if (there && value++ == next.getKey()) {
                    problems.add(row, path, next.getValue());
                    vector().makeNull(slot);
                    if (!all.hasNext()) {
                        return;
                    }
                    next = all.next();
                }
                slot += leaf.allPresent() || leaf.definitions()[i] >= around.entry() ? 1 : 0;
            }
        }

        private void spread(Around around) {
            if (leaf.allPresent()) {
                return;
            }
            int entries = leaf.entries();
            if (isNull[0].length < entries) {
                isNull[0] = new boolean[entries + entries / 2];
            }
            boolean[] nulls = isNull[0];
            int[] definitions = leaf.definitions();
            int present = leaf.column().present();
            int count = 0;
            for (int i = 0; i < entries; i++) {
                if (definitions[i] >= around.entry()) {
                    nulls[count++] = definitions[i] < present;
                }
            }
            leaf.vector().spread(nulls, count);
        }
    }

    record Struct(Node.Struct node, StructVector vector, List<Assembly> fields) implements Assembly {

        @Override
        public ColumnReader leaf() {
            return fields.getFirst().leaf();
        }

        @Override
        public void assemble(Around around, RowProblems problems) {
            fields.forEach(field -> field.assemble(around, problems));
            ColumnReader leaf = leaf();
            int entries = leaf.entries();
            int[] definitions = leaf.definitions();
            int[] repetitions = leaf.repetitions();
            boolean nested = leaf.column().repetition() > 0;
            for (int i = 0; i < entries; i++) {
                if (leaf.allPresent()) {
                    vector.endRow();
                } else if (definitions[i] >= around.entry() && (!nested || repetitions[i] <= around.repetition())) {
                    if (definitions[i] >= node.present()) {
                        vector.endRow();
                    } else {
                        vector.endNullRow();
                    }
                }
            }
            for (Assembly field : fields) {
                if (field.vector().size() != vector.size()) {
                    throw field.leaf().place().damaged("it has another number of values than the fields beside it");
                }
            }
        }
    }

    record Elements(Node.Elements node, ArrayVector vector, Assembly element) implements Assembly {

        @Override
        public ColumnReader leaf() {
            return element.leaf();
        }

        @Override
        public void assemble(Around around, RowProblems problems) {
            element.assemble(new Around(node.entry(), node.repetition()), problems);
            Lengths.of(leaf(), around, node.present(), node.entry(), node.repetition(), length -> {
                if (length < 0) {
                    vector.endNullRow();
                } else {
                    vector.endRow(length);
                }
            });
            check(leaf(), vector.end(), vector.elements().size());
        }
    }

    /// @param keys    their values, which may be the map's own vector
    record Entries(Node.Entries node, MapVector vector, Values keys, Assembly values, ZoneId zone) implements Assembly {

        @Override
        public ColumnReader leaf() {
            return keys.leaf();
        }

        @Override
        public void assemble(Around around, RowProblems problems) {
            Around inside = new Around(node.entry(), node.repetition());
            keys.assemble(inside, problems);
            values.assemble(inside, problems);
            if (keys.vector().hasNulls()) {
                nullKeys(problems);
            }
            if (keys.vector() != vector.keys()) {
                asText(keys.vector(), vector.keys());
            }
            Lengths.of(leaf(), around, node.present(), node.entry(), node.repetition(), length -> {
                if (length < 0) {
                    vector.endNullRow();
                } else {
                    vector.endRow(length);
                }
            });
            check(leaf(), vector.end(), vector.keys().size());
            check(values.leaf(), vector.end(), vector.values().size());
        }

        /// Maps have none: such a row is bad as a whole.
        private void nullKeys(RowProblems problems) {
            ColumnReader leaf = leaf();
            int row = -1;
            for (int i = 0; i < leaf.entries(); i++) {
                row += leaf.repetitions()[i] == 0 ? 1 : 0;
                int definition = leaf.definitions()[i];
                if (definition >= node.entry() && definition < leaf.column().present()) {
                    problems.add(row, keys.path(), "a key is null");
                }
            }
        }

        private void asText(ColumnVector from, BytesVector to) {
            ValueCast cast = ValueCast.of(from.type(), DataType.STRING, zone).orElseThrow();
            for (int i = 0; i < from.size(); i++) {
                if (from.isNull(i)) {
                    to.appendNull();
                } else {
                    cast.append(from, i, to);
                }
            }
            from.clear();
        }
    }

    private static void check(ColumnReader leaf, int ends, int elements) {
        if (ends != elements) {
            throw leaf.place().damaged("its lists end after " + ends + " elements where it has " + elements);
        }
    }

    /// Told the length of each list; -1 for a null.
    @FunctionalInterface
    interface Lengths {
        void list(int length);

        static void of(ColumnReader leaf, Around around, int present, int entry, int repetition, Lengths lists) {
            int entries = leaf.entries();
            int[] definitions = leaf.definitions();
            int[] repetitions = leaf.repetitions();
            int length = 0;
            for (int i = 0; i < entries; i++) {
                if (repetitions[i] == repetition) {
                    if (length == 0) {
                        throw leaf.place().damaged("an element follows a list that is empty");
                    }
                    length++;
                } else if (repetitions[i] < repetition) {
                    if (length > 0) {
                        lists.list(length);
                        length = 0;
                    }
                    if (definitions[i] >= entry) {
                        length = 1;
                    } else if (definitions[i] >= around.entry()) {
                        lists.list(definitions[i] >= present ? 0 : -1);
                    }
                }
            }
            if (length > 0) {
                lists.list(length);
            }
        }
    }
}
