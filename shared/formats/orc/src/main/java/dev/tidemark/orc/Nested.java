package dev.tidemark.orc;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import dev.tidemark.expression.ValueCast;
import dev.tidemark.reading.RowProblems;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Columns of structs, unions, lists and maps.
final class Nested {

    private Nested() {}

    static final class Struct extends Column {

        private final List<Column> fields;

        Struct(Node node, Place file, List<Column> fields) {
            super(node, file);
            this.fields = fields;
        }

        @Override
        void openValues(Stripe stripe) throws IOException {
            for (Column field : fields) {
                field.open(stripe);
            }
        }

        @Override
        void readValues(ColumnVector to, int count, int values, boolean @Nullable [] nulls) throws IOException {
            StructVector struct = (StructVector) to;
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).read(struct.field(i), count, nulls);
            }
            endRows(struct, count, nulls);
        }

        @Override
        boolean hasLongValues() {
            return fields.stream().anyMatch(Column::hasLongValues);
        }

        @Override
        int fitting(int count, long bytes) throws IOException {
            return Nested.fitting(fields, count, bytes);
        }

        @Override
        boolean anyBad() {
            return Nested.anyBad(fields);
        }

        @Override
        void tell(ColumnVector read, IntUnaryOperator row, RowProblems problems) {
            Nested.tell(fields, (StructVector) read, row, problems);
        }
    }

    /// Where what is around them is null they have no value, so at least as many as would fit without that do.
    private static int fitting(List<Column> columns, int count, long bytes) throws IOException {
        int fitting = count;
        for (Column column : columns) {
            fitting = Math.min(fitting, column.fitting(fitting, bytes / columns.size()));
        }
        return fitting;
    }

    private static boolean anyBad(List<Column> columns) {
        return columns.stream().anyMatch(Column::anyBad);
    }

    private static void tell(List<Column> columns, StructVector read, IntUnaryOperator row, RowProblems problems) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).anyBad()) {
                columns.get(i).tell(read.field(i), row, problems);
            }
        }
    }

    private static void endRows(StructVector struct, int count, boolean @Nullable [] nulls) {
        for (int i = 0; i < count; i++) {
            if (nulls != null && nulls[i]) {
                struct.endNullRow();
            } else {
                struct.endRow();
            }
        }
    }

    /// A struct of its members, of which each row has one.
    static final class Union extends Column {

        private final List<Column> members;
        private final int most;
        private @Nullable ByteRuns tags;
        private byte[] room = new byte[0];
        private boolean[] absent = new boolean[0];

        Union(Node node, Place file, List<Column> members) {
            super(node, file);
            this.members = members;
            this.most = node.info().subtypes().size();
        }

        @Override
        void openValues(Stripe stripe) throws IOException {
            tags = new ByteRuns(stripe.stream(node, StripeFooter.DATA, place));
            for (Column member : members) {
                member.open(stripe);
            }
        }

        @Override
        void readValues(ColumnVector to, int count, int values, boolean @Nullable [] nulls) throws IOException {
            if (room.length < count) {
                room = new byte[count];
                absent = new boolean[count];
            }
            Objects.requireNonNull(tags).read(room, values);
            for (int i = 0; i < values; i++) {
                if ((room[i] & 0xFF) >= most) {
                    throw place.damaged("it has member " + (room[i] & 0xFF) + " of " + most);
                }
            }
            StructVector struct = (StructVector) to;
            for (int member = 0; member < members.size(); member++) {
                int tag = members.get(member).node.index();
                int value = 0;
                for (int i = 0; i < count; i++) {
                    boolean isNull = nulls != null && nulls[i];
                    absent[i] = isNull || (room[value] & 0xFF) != tag;
                    value += isNull ? 0 : 1;
                }
                members.get(member).read(struct.field(member), count, absent);
            }
            endRows(struct, count, nulls);
        }

        @Override
        boolean hasLongValues() {
            return members.stream().anyMatch(Column::hasLongValues);
        }

        @Override
        int fitting(int count, long bytes) throws IOException {
            return Nested.fitting(members, count, bytes);
        }

        @Override
        boolean anyBad() {
            return Nested.anyBad(members);
        }

        @Override
        void tell(ColumnVector read, IntUnaryOperator row, RowProblems problems) {
            Nested.tell(members, (StructVector) read, row, problems);
        }
    }

    /// Reads the lengths of lists and maps.
    abstract static class Lists extends Column {

        /// At the most where it has no length of its own.
        private static final int BYTES_OF_ELEMENT = 16;

        private @Nullable Integers lengths;

        Lists(Node node, Place file) {
            super(node, file);
        }

        @Override
        void openValues(Stripe stripe) throws IOException {
            lengths = Integers.of(
                    stripe.stream(node, StripeFooter.LENGTH, place),
                    false,
                    stripe.encoding(node, place).second());
        }

        @Override
        boolean hasLongValues() {
            return true;
        }

        /// As many lists as have no more elements together than fit.
        int fitting(int count, long bytes, List<Column> inside) throws IOException {
            Integers sizes = Objects.requireNonNull(lengths);
            long most = Math.min(MOST_ELEMENTS, bytes / BYTES_OF_ELEMENT);
            int elements = Nested.fitting(inside, (int) sizes.total(count, most), bytes);
            return sizes.fitting(count, elements, length -> length);
        }

        /// The list that each element lies in.
        static int[] owners(int lists, int elements, IntUnaryOperator lengths) {
            int[] owners = new int[elements];
            int at = 0;
            for (int list = 0; list < lists; list++) {
                for (int i = lengths.applyAsInt(list); i > 0; i--) {
                    owners[at++] = list;
                }
            }
            return owners;
        }

        /// @param list told the length of each; -1 for a null
        /// @return of all together
        int lengths(int count, int values, boolean @Nullable [] nulls, IntConsumer list) throws IOException {
            long[] found = Objects.requireNonNull(lengths).lengths(values, MOST_ELEMENTS);
            int total = 0;
            int value = 0;
            for (int i = 0; i < count; i++) {
                if (nulls != null && nulls[i]) {
                    list.accept(-1);
                } else {
                    total += (int) found[value];
                    list.accept((int) found[value++]);
                }
            }
            return total;
        }
    }

    static final class Elements extends Lists {

        private final Column element;

        Elements(Node node, Place file, Column element) {
            super(node, file);
            this.element = element;
        }

        @Override
        void openValues(Stripe stripe) throws IOException {
            super.openValues(stripe);
            element.open(stripe);
        }

        @Override
        void readValues(ColumnVector to, int count, int values, boolean @Nullable [] nulls) throws IOException {
            ArrayVector array = (ArrayVector) to;
            int total = lengths(count, values, nulls, length -> {
                if (length < 0) {
                    array.endNullRow();
                } else {
                    array.endRow(length);
                }
            });
            element.read(array.elements(), total, null);
        }

        @Override
        int fitting(int count, long bytes) throws IOException {
            return fitting(count, bytes, List.of(element));
        }

        @Override
        boolean anyBad() {
            return element.anyBad();
        }

        @Override
        void tell(ColumnVector read, IntUnaryOperator row, RowProblems problems) {
            ArrayVector array = (ArrayVector) read;
            int[] owners = owners(array.size(), array.elements().size(), array::length);
            element.tell(array.elements(), place -> row.applyAsInt(owners[place]), problems);
        }
    }

    static final class Entries extends Lists {

        private final Column keys;
        private final Column values;
        /// Keys of another type than string.
        private final @Nullable ColumnVector stored;

        private final @Nullable ValueCast cast;
        private boolean nullKeys;

        Entries(Node node, Place file, Column keys, Column values, ZoneId timezone) {
            super(node, file);
            this.keys = keys;
            this.values = values;
            DataType type = keys.node.type();
            boolean text = type.equals(DataType.STRING) || type.equals(DataType.BINARY);
            this.stored = text ? null : ColumnVector.of(type);
            this.cast =
                    text ? null : ValueCast.of(type, DataType.STRING, timezone).orElseThrow();
        }

        @Override
        void openValues(Stripe stripe) throws IOException {
            super.openValues(stripe);
            keys.open(stripe);
            values.open(stripe);
        }

        @Override
        void readValues(ColumnVector to, int count, int found, boolean @Nullable [] nulls) throws IOException {
            MapVector map = (MapVector) to;
            int total = lengths(count, found, nulls, length -> {
                if (length < 0) {
                    map.endNullRow();
                } else {
                    map.endRow(length);
                }
            });
            keys(map.keys(), total);
            values.read(map.values(), total, null);
        }

        private void keys(BytesVector to, int total) throws IOException {
            ColumnVector from = stored == null ? to : stored;
            if (stored != null) {
                stored.clear();
            }
            keys.read(from, total, null);
            nullKeys = from.hasNulls();
            if (cast != null) {
                for (int i = 0; i < total; i++) {
                    if (from.isNull(i)) {
                        to.appendNull();
                    } else {
                        cast.append(from, i, to);
                    }
                }
            }
        }

        @Override
        int fitting(int count, long bytes) throws IOException {
            return fitting(count, bytes, List.of(keys, values));
        }

        @Override
        boolean anyBad() {
            return nullKeys || keys.anyBad() || values.anyBad();
        }

        /// Maps have no null for a key: a row with one is bad as a whole.
        @Override
        void tell(ColumnVector read, IntUnaryOperator row, RowProblems problems) {
            MapVector map = (MapVector) read;
            int[] owners = owners(map.size(), map.values().size(), map::length);
            IntUnaryOperator rows = place -> row.applyAsInt(owners[place]);
            for (int i = 0; nullKeys && i < owners.length; i++) {
                if (map.keys().isNull(i)) {
                    problems.add(rows.applyAsInt(i), keys.node.path(), "a key is null");
                }
            }
            if (keys.anyBad()) {
                keys.tell(stored == null ? map.keys() : stored, rows, problems);
            }
            if (values.anyBad()) {
                values.tell(map.values(), rows, problems);
            }
        }
    }
}
