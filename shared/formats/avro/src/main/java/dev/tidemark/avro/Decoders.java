package dev.tidemark.avro;

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
import dev.tidemark.reading.TimeRange;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.avro.Schema;

/// From the writer's schema to vectors: one decoder a field, put together once a file.
///
/// A value that its column cannot hold is appended as null and told to [Row#problem]; the block goes on
/// behind it.
final class Decoders {

    /// Of 38 digits and their sign.
    private static final int MOST_DECIMAL_BYTES = 17;

    private final Row row;
    private final Times times;

    /// The record that is being read.
    interface Row {
        void problem(String path, String reason);
    }

    Decoders(Row row, Times times) {
        this.row = row;
        this.times = times;
    }

    /// @param schema as the file has it
    /// @param out    of the type that [AvroTypes] gives it, without the fields that nobody asked for
    Decoder of(Schema schema, ColumnVector out, String path) {
        return switch (schema.getType()) {
            case NULL -> _ -> out.appendNull();
            case BOOLEAN -> in -> ((BooleanVector) out).append(in.readBoolean());
            case INT -> integer(schema, out, path);
            case LONG -> number(schema, out, path);
            case FLOAT -> in -> ((FloatVector) out).append(in.readFloat());
            case DOUBLE -> in -> ((DoubleVector) out).append(in.readDouble());
            case STRING -> in -> text(in, (BytesVector) out, path);
            case ENUM -> symbols(schema, (BytesVector) out);
            case BYTES -> {
                if (out.type() instanceof DataType.Decimal decimal) {
                    yield in -> decimal(in, in.readLength(), decimal, out, path);
                }
                yield in -> in.append(in.readLength(), (BytesVector) out);
            }
            case FIXED -> fixed(schema, out, path);
            case ARRAY -> array(schema, (ArrayVector) out, path);
            case MAP -> map(schema, (MapVector) out, path);
            case RECORD -> {
                StructVector struct = (StructVector) out;
                Decoder fields =
                        record(schema, ((DataType.Struct) struct.type()).fields(), struct.fields(), path + ".");
                yield in -> {
                    fields.next(in);
                    struct.endRow();
                };
            }
            case UNION -> union(schema, out, path);
        };
    }

    /// All fields of a record in the file's order: those that stand in `fields` into their vectors, others
    /// skipped.
    Decoder record(Schema record, List<Field> fields, List<ColumnVector> vectors, String prefix) {
        List<Decoder> decoders = new ArrayList<>();
        for (Schema.Field field : record.getFields()) {
            int index = indexOf(fields, field.name());
            decoders.add(
                    index < 0 ? skip(field.schema()) : of(field.schema(), vectors.get(index), prefix + field.name()));
        }
        Decoder[] all = decoders.toArray(Decoder[]::new);
        return in -> {
            for (Decoder decoder : all) {
                decoder.next(in);
            }
        };
    }

    private static int indexOf(List<Field> fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Decoder integer(Schema schema, ColumnVector out, String path) {
        if (AvroTypes.Logical.of(schema) == AvroTypes.Logical.TIME_MILLIS) {
            return in -> time(in.readInt(), 1_000, (BytesVector) out, path);
        }
        IntVector ints = (IntVector) out;
        if (!ints.type().equals(DataType.DATE)) {
            return in -> ints.append(in.readInt());
        }
        return in -> {
            int day = in.readInt();
            if (TimeRange.holdsDay(day)) {
                ints.append(day);
            } else {
                row.problem(path, "the date " + LocalDate.ofEpochDay(day) + " lies outside of 0001 to 9999");
                ints.appendNull();
            }
        };
    }

    private Decoder number(Schema schema, ColumnVector out, String path) {
        AvroTypes.Logical logical = AvroTypes.Logical.of(schema);
        if (logical == AvroTypes.Logical.TIME_MICROS) {
            return in -> time(in.readLong(), 1, (BytesVector) out, path);
        }
        LongVector longs = (LongVector) out;
        if (!logical.isTimestamp()) {
            return in -> longs.append(in.readLong());
        }
        return in -> {
            long value = in.readLong();
            if (times.micros(value, logical, path)) {
                longs.append(times.value());
            } else {
                row.problem(
                        path,
                        "the " + logical.name().toLowerCase(Locale.ROOT).replace('_', '-') + " " + value
                                + " lies outside the range of timestamps");
                longs.appendNull();
            }
        };
    }

    private void time(long value, long micros, BytesVector out, String path) {
        String text = Times.ofDay(value, micros);
        if (text.isEmpty()) {
            row.problem(path, "the time of day " + value + " lies outside the day");
            out.appendNull();
        } else {
            out.append(text);
        }
    }

    private void text(AvroBytes in, BytesVector out, String path) {
        int length = in.readLength();
        if (in.isUtf8(length)) {
            in.append(length, out);
        } else {
            in.skip(length);
            row.problem(path, "the text is not UTF-8");
            out.appendNull();
        }
    }

    private static Decoder symbols(Schema schema, BytesVector out) {
        byte[][] symbols = schema.getEnumSymbols().stream()
                .map(symbol -> symbol.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        return in -> {
            int symbol = in.readInt();
            if (symbol < 0 || symbol >= symbols.length) {
                throw new DamagedBlockException("an enum has no symbol " + symbol);
            }
            out.append(symbols[symbol]);
        };
    }

    private Decoder fixed(Schema schema, ColumnVector out, String path) {
        int size = schema.getFixedSize();
        if (out.type() instanceof DataType.Decimal decimal) {
            return in -> decimal(in, size, decimal, out, path);
        }
        BytesVector bytes = (BytesVector) out;
        if (AvroTypes.isUuid(schema)) {
            return in -> {
                ByteBuffer halves = ByteBuffer.wrap(in.take(size));
                bytes.append(new UUID(halves.getLong(), halves.getLong()).toString());
            };
        }
        return in -> in.append(size, bytes);
    }

    /// Signed and big-endian.
    private void decimal(AvroBytes in, int length, DataType.Decimal type, ColumnVector out, String path) {
        byte[] bytes = in.takeSigned(length, MOST_DECIMAL_BYTES);
        BigInteger unscaled = bytes == null || bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
        if (bytes == null || unscaled.abs().compareTo(BigInteger.TEN.pow(type.precision())) >= 0) {
            row.problem(path, "the number has too many digits for " + type);
            out.appendNull();
        } else if (out instanceof LongVector longs) {
            longs.append(unscaled.longValue());
        } else {
            ((DecimalVector) out).append(unscaled);
        }
    }

    private Decoder array(Schema schema, ArrayVector out, String path) {
        Decoder element = of(schema.getElementType(), out.elements(), path + "[]");
        int weight = weight(schema.getElementType());
        return in -> {
            blocks(in, element, weight);
            out.endRow();
        };
    }

    private Decoder map(Schema schema, MapVector out, String path) {
        Decoder value = of(schema.getValueType(), out.values(), path + "{}");
        return in -> {
            blocks(
                    in,
                    entry -> {
                        text(entry, out.keys(), path);
                        value.next(entry);
                    },
                    1);
            out.endRow();
        };
    }

    /// Arrays and maps come in blocks of so many items; the last one is empty.
    ///
    /// @param weight values of an item that has no byte
    private static void blocks(AvroBytes in, Decoder item, int weight) {
        long total = 0;
        for (long count = in.readLong(); count != 0; count = in.readLong()) {
            if (count < 0) {
                in.readLong();
                count = -count;
            }
            total += count;
            if (count < 0 || count > in.mostItems()) {
                throw new DamagedBlockException("an array or map claims " + total + " items");
            }
            for (long i = 0; i < count; i++) {
                int before = in.position();
                item.next(in);
                if (in.position() == before) {
                    in.empty(weight);
                }
            }
        }
    }

    private static int weight(Schema schema) {
        return schema.getType() == Schema.Type.RECORD
                ? schema.getFields().stream()
                        .mapToInt(field -> weight(field.schema()))
                        .sum()
                : 1;
    }

    /// The fewest bytes that a value has.
    static long leastBytes(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> 0;
            case BOOLEAN, INT, LONG, ENUM, STRING, BYTES, ARRAY, MAP -> 1;
            case FLOAT -> Float.BYTES;
            case DOUBLE -> Double.BYTES;
            case FIXED -> schema.getFixedSize();
            case RECORD ->
                schema.getFields().stream()
                        .mapToLong(field -> leastBytes(field.schema()))
                        .sum();
            case UNION ->
                1
                        + schema.getTypes().stream()
                                .mapToLong(Decoders::leastBytes)
                                .min()
                                .orElse(0);
        };
    }

    private Decoder union(Schema union, ColumnVector out, String path) {
        List<Schema> branches = AvroTypes.branches(union);
        List<Decoder> byBranch = new ArrayList<>();
        boolean several = branches.size() > 1;
        boolean number = several && AvroTypes.wider(branches).isPresent();
        int member = 0;
        for (Schema branch : union.getTypes()) {
            if (branch.getType() == Schema.Type.NULL) {
                byBranch.add(_ -> out.appendNull());
            } else if (number) {
                byBranch.add(wider(branch, out));
            } else if (several) {
                byBranch.add(member(branch, AvroTypes.member(member++), (StructVector) out, path));
            } else {
                byBranch.add(of(branch, out, path));
            }
        }
        Decoder[] all = byBranch.toArray(Decoder[]::new);
        return in -> all[branch(in, all.length)].next(in);
    }

    private static int branch(AvroBytes in, int branches) {
        int branch = in.readInt();
        if (branch < 0 || branch >= branches) {
            throw new DamagedBlockException("a union has no branch " + branch);
        }
        return branch;
    }

    private static Decoder wider(Schema branch, ColumnVector out) {
        return switch (branch.getType()) {
            case INT -> in -> ((LongVector) out).append(in.readInt());
            case LONG -> in -> ((LongVector) out).append(in.readLong());
            case FLOAT -> in -> ((DoubleVector) out).append(in.readFloat());
            default -> in -> ((DoubleVector) out).append(in.readDouble());
        };
    }

    /// The struct's member of this branch is set, the others are null.
    private Decoder member(Schema branch, String name, StructVector out, String path) {
        List<Field> fields = ((DataType.Struct) out.type()).fields();
        int index = indexOf(fields, name);
        Decoder value = index < 0 ? skip(branch) : of(branch, out.field(index), path + "." + name);
        return in -> {
            for (int i = 0; i < fields.size(); i++) {
                if (i != index) {
                    out.field(i).appendNull();
                }
            }
            value.next(in);
            out.endRow();
        };
    }

    /// Reads over a value.
    static Decoder skip(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> _ -> {};
            case BOOLEAN -> AvroBytes::readBoolean;
            case INT, ENUM -> AvroBytes::readInt;
            case LONG -> AvroBytes::readLong;
            case FLOAT -> in -> in.skip(Float.BYTES);
            case DOUBLE -> in -> in.skip(Double.BYTES);
            case STRING, BYTES -> in -> in.skip(in.readLength());
            case FIXED -> in -> in.skip(schema.getFixedSize());
            case ARRAY -> {
                Decoder element = skip(schema.getElementType());
                int weight = weight(schema.getElementType());
                yield in -> blocks(in, element, weight);
            }
            case MAP -> {
                Decoder value = skip(schema.getValueType());
                yield in -> blocks(
                        in,
                        entry -> {
                            entry.skip(entry.readLength());
                            value.next(entry);
                        },
                        1);
            }
            case RECORD -> {
                Decoder[] fields = schema.getFields().stream()
                        .map(field -> skip(field.schema()))
                        .toArray(Decoder[]::new);
                yield in -> {
                    for (Decoder field : fields) {
                        field.next(in);
                    }
                };
            }
            case UNION -> {
                Decoder[] branches =
                        schema.getTypes().stream().map(Decoders::skip).toArray(Decoder[]::new);
                yield in -> branches[branch(in, branches.length)].next(in);
            }
        };
    }
}
