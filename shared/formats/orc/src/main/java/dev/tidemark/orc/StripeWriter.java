package dev.tidemark.orc;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/// One stripe being made, column by column: its streams, how they are encoded, the index of its groups of rows.
final class StripeWriter {

    /// Rows of a group, which an engine may leave out by its bounds.
    static final int GROUP = 10_000;

    private static final int DIRECT = 0;
    private static final int DIRECT_V2 = 2;
    private static final int DICTIONARY_V2 = 3;

    private final Workspace work;
    private final Compression compression;
    private final ProtoWriter footer = new ProtoWriter();
    private final ProtoWriter dataStreams = new ProtoWriter();
    private final ProtoWriter encodings = new ProtoWriter();
    private final List<ColumnStats> statistics = new ArrayList<>();
    private int nextColumn;
    /// Of the column at hand, per group.
    private Positions[] positions = {};

    private ColumnStats[] groups = {};

    StripeWriter(Workspace work, Compression compression) {
        this.work = work;
        this.compression = compression;
    }

    /// Of all columns, in the order of the tree of types.
    List<ColumnStats> statistics() {
        return statistics;
    }

    /// Encodes the rows into the workspace: indexes, then data.
    void write(List<ColumnVector> columns, DataType.Struct type, int rows) throws IOException {
        Rows all = Rows.all(rows, GROUP);
        int root = begin(type, all);
        for (int group = 0; group < all.groups(); group++) {
            groups[group].count(all.ends()[group] - all.start(group), false);
        }
        end(root, 0, -1);
        for (int i = 0; i < columns.size(); i++) {
            column(columns.get(i), all, type.fields().get(i).name());
        }
    }

    /// The stripe's footer, when all is written.
    ProtoWriter footer() {
        footer.bytes().write(dataStreams.bytes());
        footer.bytes().write(encodings.bytes());
        return footer.text(3, "UTC");
    }

    private int begin(DataType type, Rows rows) {
        positions = new Positions[rows.groups()];
        groups = new ColumnStats[rows.groups()];
        for (int group = 0; group < groups.length; group++) {
            positions[group] = new Positions();
            groups[group] = new ColumnStats(type);
        }
        statistics.add(new ColumnStats(type));
        return nextColumn++;
    }

    /// Writes the column's index.
    ///
    /// @param dictionary entries of its dictionary, or -1
    private void end(int column, int encoding, int dictionary) throws IOException {
        ProtoWriter index = new ProtoWriter();
        for (int group = 0; group < groups.length; group++) {
            ProtoWriter entry = new ProtoWriter();
            positions[group].writeTo(entry);
            index.message(1, entry.message(2, groups[group].message()));
            statistics.get(column).add(groups[group]);
        }
        StreamWriter stream = work.begin(compression);
        stream.write(index.bytes());
        ByteBuilder bytes = stream.end();
        work.index.write(bytes);
        stream(footer, StripeFooter.ROW_INDEX, column, bytes.size());
        ProtoWriter how = new ProtoWriter().number(1, encoding);
        encodings.message(2, dictionary < 0 ? how : how.number(2, dictionary));
    }

    private static void stream(ProtoWriter to, int kind, int column, int length) {
        to.message(1, new ProtoWriter().number(1, kind).number(2, column).number(3, length));
    }

    private void endData(int column, int kind, StreamWriter stream) throws IOException {
        ByteBuilder bytes = stream.end();
        work.data.write(bytes);
        stream(dataStreams, kind, column, bytes.size());
    }

    /// @param path for errors
    private void column(ColumnVector vector, Rows rows, String path) throws IOException {
        int column = begin(vector.type(), rows);
        Rows values = rows;
        if (rows.anyNull(vector)) {
            present(column, vector, rows);
            values = rows.withoutNulls(vector);
        }
        for (int group = 0; group < rows.groups(); group++) {
            int found = values.ends()[group] - values.start(group);
            groups[group].count(found, found < rows.ends()[group] - rows.start(group));
        }
        switch (vector) {
            case BooleanVector booleans -> booleans(column, booleans, values);
            case IntVector ints when ints.type().equals(DataType.TINYINT) -> bytes(column, ints, values);
            case IntVector ints -> {
                integers(column, StripeFooter.DATA, values, true, ints::get, true);
                end(column, DIRECT_V2, -1);
            }
            case LongVector longs -> longs(column, longs, values, path);
            case DecimalVector decimals -> decimals(column, decimals, values);
            case FloatVector _, DoubleVector _ -> reals(column, vector, values);
            case BytesVector texts -> texts(column, texts, values);
            case StructVector struct -> {
                end(column, DIRECT, -1);
                List<Field> fields = ((DataType.Struct) struct.type()).fields();
                for (int i = 0; i < fields.size(); i++) {
                    column(struct.field(i), values, path + "." + fields.get(i).name());
                }
            }
            case ArrayVector array -> {
                integers(column, StripeFooter.LENGTH, values, false, array::length, false);
                end(column, DIRECT_V2, -1);
                column(array.elements(), values.elements(lengths(array::start, array::length)), path + "[]");
            }
            case MapVector map -> {
                integers(column, StripeFooter.LENGTH, values, false, map::length, false);
                end(column, DIRECT_V2, -1);
                Rows entries = values.elements(lengths(map::start, map::length));
                column(map.keys(), entries, path + "{}");
                column(map.values(), entries, path + "{}");
            }
        }
    }

    private static Rows.Lengths lengths(IntUnaryOperator start, IntUnaryOperator length) {
        return new Rows.Lengths() {
            @Override
            public int start(int row) {
                return start.applyAsInt(row);
            }

            @Override
            public int length(int row) {
                return length.applyAsInt(row);
            }
        };
    }

    private void present(int column, ColumnVector vector, Rows rows) throws IOException {
        StreamWriter stream = work.begin(compression);
        for (int group = 0; group < rows.groups(); group++) {
            work.bytes.markBits(stream, positions[group]);
            for (int i = rows.start(group); i < rows.ends()[group]; i++) {
                work.bytes.writeBit(!vector.isNull(rows.place(i)), stream);
            }
        }
        work.bytes.end(stream);
        endData(column, StripeFooter.PRESENT, stream);
    }

    private void booleans(int column, BooleanVector vector, Rows rows) throws IOException {
        StreamWriter stream = work.begin(compression);
        for (int group = 0; group < rows.groups(); group++) {
            work.bytes.markBits(stream, positions[group]);
            for (int i = rows.start(group); i < rows.ends()[group]; i++) {
                int place = rows.place(i);
                groups[group].add(vector, place);
                work.bytes.writeBit(vector.get(place), stream);
            }
        }
        work.bytes.end(stream);
        endData(column, StripeFooter.DATA, stream);
        end(column, DIRECT, -1);
    }

    private void bytes(int column, IntVector vector, Rows rows) throws IOException {
        StreamWriter stream = work.begin(compression);
        for (int group = 0; group < rows.groups(); group++) {
            work.bytes.mark(stream, positions[group]);
            for (int i = rows.start(group); i < rows.ends()[group]; i++) {
                int place = rows.place(i);
                groups[group].add(vector, place);
                work.bytes.write((byte) vector.get(place), stream);
            }
        }
        work.bytes.end(stream);
        endData(column, StripeFooter.DATA, stream);
        end(column, DIRECT, -1);
    }

    /// The number at a place of a vector.
    @FunctionalInterface
    interface Numbers {
        long at(int place);
    }

    /// Writes one stream of whole numbers.
    ///
    /// @param bounds whether they are the column's values
    private void integers(int column, int kind, Rows rows, boolean signed, Numbers numbers, boolean bounds)
            throws IOException {
        StreamWriter stream = work.begin(compression);
        for (int group = 0; group < rows.groups(); group++) {
            stream.mark(positions[group]);
            positions[group].add(0);
            int end = rows.ends()[group];
            for (int from = rows.start(group); from < end; from += Integers.MOST_IN_RUN) {
                int count = Math.min(Integers.MOST_IN_RUN, end - from);
                for (int i = 0; i < count; i++) {
                    work.run[i] = numbers.at(rows.place(from + i));
                }
                for (int i = 0; bounds && i < count; i++) {
                    groups[group].addWhole(work.run[i]);
                }
                work.runs.write(work.run, count, signed, stream);
            }
        }
        endData(column, kind, stream);
    }

    private void longs(int column, LongVector vector, Rows rows, String path) throws IOException {
        switch (vector.type()) {
            case DataType.Decimal decimal -> {
                StreamWriter stream = work.begin(compression);
                for (int group = 0; group < rows.groups(); group++) {
                    stream.mark(positions[group]);
                    for (int from = rows.start(group); from < rows.ends()[group]; from++) {
                        long value = vector.get(rows.place(from));
                        groups[group].addWhole(value);
                        work.value.clear();
                        work.value.writeVarint(RunsWriter.zigzag(value));
                        stream.write(work.value);
                    }
                }
                endData(column, StripeFooter.DATA, stream);
                scales(column, decimal, rows);
            }
            case DataType.Primitive primitive
            when primitive == DataType.Primitive.TIMESTAMP -> {
                timestamps(column, vector, rows, path);
            }
            default -> integers(column, StripeFooter.DATA, rows, true, vector::get, true);
        }
        end(column, DIRECT_V2, -1);
    }

    private void scales(int column, DataType.Decimal decimal, Rows rows) throws IOException {
        integers(column, StripeFooter.SECONDARY, rows, true, _ -> decimal.scale(), false);
    }

    private void decimals(int column, DecimalVector vector, Rows rows) throws IOException {
        StreamWriter stream = work.begin(compression);
        for (int group = 0; group < rows.groups(); group++) {
            stream.mark(positions[group]);
            for (int from = rows.start(group); from < rows.ends()[group]; from++) {
                int place = rows.place(from);
                groups[group].add(vector, place);
                work.value.clear();
                writeLong(vector.high(place), vector.low(place));
                stream.write(work.value);
            }
        }
        endData(column, StripeFooter.DATA, stream);
        scales(column, (DataType.Decimal) vector.type(), rows);
        end(column, DIRECT_V2, -1);
    }

    /// 128 bits, seven a byte, the lowest of all being the sign.
    private void writeLong(long high, long low) {
        long sign = high >> 63;
        long first = low << 1 ^ sign;
        long second = (high << 1 | low >>> 63) ^ sign;
        while (second != 0) {
            work.value.write((int) ((first & 0x7F) | 0x80));
            first = first >>> 7 | second << 57;
            second >>>= 7;
        }
        work.value.writeVarint(first);
    }

    private void reals(int column, ColumnVector vector, Rows rows) throws IOException {
        StreamWriter stream = work.begin(compression);
        byte[] room = work.value.reserve(8);
        for (int group = 0; group < rows.groups(); group++) {
            stream.mark(positions[group]);
            for (int i = rows.start(group); i < rows.ends()[group]; i++) {
                int place = rows.place(i);
                groups[group].add(vector, place);
                if (vector instanceof FloatVector floats) {
                    OrcStream.INTS.set(room, 0, Float.floatToRawIntBits(floats.get(place)));
                    stream.write(room, 0, 4);
                } else {
                    OrcStream.LONGS.set(room, 0, Double.doubleToRawLongBits(((DoubleVector) vector).get(place)));
                    stream.write(room, 0, 8);
                }
            }
        }
        endData(column, StripeFooter.DATA, stream);
        end(column, DIRECT, -1);
    }

    /// Seconds are cut off towards 1970, as readers expect where the fraction is a millisecond or more ([Timestamps]).
    private void timestamps(int column, LongVector vector, Rows rows, String path) throws IOException {
        for (int group = 0; group < rows.groups(); group++) {
            for (int i = rows.start(group); i < rows.ends()[group]; i++) {
                long micros = vector.get(rows.place(i));
                if (micros < 0 && micros > -1_000_000 && Math.floorMod(micros, 1_000_000L) > 999) {
                    throw new TimestampRefusedException(path, micros);
                }
                groups[group].addWhole(micros);
            }
        }
        integers(
                column,
                StripeFooter.DATA,
                rows,
                true,
                place -> {
                    long micros = vector.get(place);
                    long second = Math.floorDiv(micros, 1_000_000L);
                    boolean cut = second < 0 && Math.floorMod(micros, 1_000_000L) > 999;
                    return second + (cut ? 1 : 0) - Timestamps.BASE;
                },
                false);
        integers(
                column,
                StripeFooter.SECONDARY,
                rows,
                false,
                place -> Timestamps.stored((int) Math.floorMod(vector.get(place), 1_000_000L) * 1000),
                false);
    }

    private void texts(int column, BytesVector vector, Rows rows) throws IOException {
        for (int group = 0; group < rows.groups(); group++) {
            for (int i = rows.start(group); i < rows.ends()[group]; i++) {
                groups[group].add(vector, rows.place(i));
            }
        }
        if (!vector.type().equals(DataType.BINARY) && work.dictionary.build(vector, rows)) {
            dictionary(column, vector, rows);
            return;
        }
        StreamWriter stream = work.begin(compression);
        for (int group = 0; group < rows.groups(); group++) {
            stream.mark(positions[group]);
            for (int i = rows.start(group); i < rows.ends()[group]; i++) {
                int place = rows.place(i);
                stream.write(vector.bytes(), vector.start(place), vector.length(place));
            }
        }
        endData(column, StripeFooter.DATA, stream);
        integers(column, StripeFooter.LENGTH, rows, false, vector::length, false);
        end(column, DIRECT_V2, -1);
    }

    private void dictionary(int column, BytesVector vector, Rows rows) throws IOException {
        Dictionary dictionary = work.dictionary;
        int[] ids = dictionary.ids();
        Rows indexes = new Rows(null, 0, rows.ends());
        integers(column, StripeFooter.DATA, indexes, false, i -> ids[i], false);
        StreamWriter stream = work.begin(compression);
        for (int i = 0; i < dictionary.size(); i++) {
            int place = dictionary.entries()[i];
            stream.write(vector.bytes(), vector.start(place), vector.length(place));
        }
        endData(column, StripeFooter.DICTIONARY_DATA, stream);
        stream = work.begin(compression);
        for (int from = 0; from < dictionary.size(); from += Integers.MOST_IN_RUN) {
            int count = Math.min(Integers.MOST_IN_RUN, dictionary.size() - from);
            for (int i = 0; i < count; i++) {
                work.run[i] = vector.length(dictionary.entries()[from + i]);
            }
            work.runs.write(work.run, count, false, stream);
        }
        endData(column, StripeFooter.LENGTH, stream);
        end(column, DICTIONARY_V2, dictionary.size());
    }
}
