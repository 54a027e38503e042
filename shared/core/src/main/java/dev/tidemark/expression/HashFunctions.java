package dev.tidemark.expression;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// xxhash64, md5, sha2, with Spark's results.
final class HashFunctions {

    private static final long SPARK_SEED = 42;

    private HashFunctions() {}

    static List<ExpressionFunction> all() {
        return List.of(
                new ExpressionFunction("xxhash64", 1, Integer.MAX_VALUE, HashFunctions::xxhash64),
                new ExpressionFunction("md5", 1, 1, HashFunctions::md5),
                new ExpressionFunction("sha2", 2, 2, HashFunctions::sha2));
    }

    private static Operation xxhash64(FunctionCall call) {
        for (int i = 0; i < call.size(); i++) {
            if (call.type(i) instanceof DataType.Map) {
                throw call.error(i, "is a map, whose order is not defined.", null);
            }
        }
        return new Hash(call.arguments());
    }

    /// The hash of each argument is the seed of the next; a null leaves it as it is.
    private record Hash(List<Operation> arguments) implements Operation {
        @Override
        public DataType type() {
            return DataType.BIGINT;
        }

        @Override
        public boolean constant() {
            return arguments.stream().allMatch(Operation::constant);
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            LongVector out = (LongVector) ColumnVector.of(DataType.BIGINT);
            for (int row = 0; row < rows.count(); row++) {
                out.append(SPARK_SEED);
            }
            for (Operation argument : arguments) {
                ColumnVector in = argument.evaluate(rows);
                for (int row = 0; row < rows.count(); row++) {
                    if (!rows.skipped(row)) {
                        out.values()[row] = hash(in, row, out.values()[row]);
                    }
                }
            }
            return out;
        }
    }

    private static long hash(ColumnVector in, int row, long seed) {
        if (in.isNull(row)) {
            return seed;
        }
        return switch (in) {
            case BooleanVector booleans -> XxHash64.ofInt(booleans.get(row) ? 1 : 0, seed);
            case IntVector ints -> XxHash64.ofInt(ints.get(row), seed);
            case LongVector longs -> XxHash64.ofLong(longs.get(row), seed);
            // Adding zero makes -0.0 the same as 0.0.
            case FloatVector floats -> XxHash64.ofInt(Float.floatToIntBits(floats.get(row) + 0f), seed);
            case DoubleVector doubles -> XxHash64.ofLong(Double.doubleToLongBits(doubles.get(row) + 0d), seed);
            case DecimalVector decimals -> {
                byte[] unscaled = decimals.get(row).toByteArray();
                yield XxHash64.ofBytes(unscaled, 0, unscaled.length, seed);
            }
            case BytesVector bytes -> XxHash64.ofBytes(bytes.bytes(), bytes.start(row), bytes.length(row), seed);
            case ArrayVector array -> {
                long hash = seed;
                for (int i = 0; i < array.length(row); i++) {
                    hash = hash(array.elements(), array.start(row) + i, hash);
                }
                yield hash;
            }
            case StructVector struct -> {
                long hash = seed;
                for (ColumnVector field : struct.fields()) {
                    hash = hash(field, row, hash);
                }
                yield hash;
            }
            case MapVector map -> {
                long hash = seed;
                for (int i = map.start(row); i < map.start(row) + map.length(row); i++) {
                    hash = hash(map.values(), i, hash(map.keys(), i, hash));
                }
                yield hash;
            }
        };
    }

    private static Operation bytes(FunctionCall call) {
        return call.type(0) == Primitive.BINARY ? call.argument(0) : call.argument(0, DataType.STRING);
    }

    private static Operation md5(FunctionCall call) {
        return new PerRow(DataType.STRING, List.of(bytes(call)), () -> {
            MessageDigest digest = digest("MD5");
            return (in, row, out, _) -> appendHex(digest, (BytesVector) in[0], row, out);
        });
    }

    /// Null for a length that does not exist, as in Spark; 0 means 256.
    private static Operation sha2(FunctionCall call) {
        List<Operation> arguments = List.of(bytes(call), call.argument(1, DataType.INT));
        return PerRow.of(DataType.STRING, arguments, (in, row, out, _) -> {
            int bits = ((IntVector) in[1]).get(row);
            switch (bits) {
                case 0, 256 -> appendHex(digest("SHA-256"), (BytesVector) in[0], row, out);
                case 224, 384, 512 -> appendHex(digest("SHA-" + bits), (BytesVector) in[0], row, out);
                default -> out.appendNull();
            }
        });
    }

    private static void appendHex(MessageDigest digest, BytesVector in, int row, ColumnVector out) {
        digest.update(in.bytes(), in.start(row), in.length(row));
        byte[] hex = HexFormat.of().formatHex(digest.digest()).getBytes(StandardCharsets.US_ASCII);
        ((BytesVector) out).append(hex);
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has " + algorithm, missing);
        }
    }
}
