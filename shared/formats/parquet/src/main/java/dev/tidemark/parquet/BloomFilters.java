package dev.tidemark.parquet;

import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.FloatVector;
import dev.tidemark.expression.XxHash64;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.SplitBlockAlgorithm;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Uncompressed;
import org.apache.parquet.format.XxHash;

/// Makes the bloom filters of some columns, one for each of their chunks.
///
/// @param leaves that have one, by their index
/// @param wrong  how often a filter may answer yes for a value that is not there
record BloomFilters(List<Integer> leaves, double wrong) {

    /// parquet-java's limit: a filter that would be larger is wrong more often.
    private static final long MOST_BYTES = 1 << 20;

    BloomFilters {
        leaves = List.copyOf(leaves);
    }

    /// @throws ParquetOptionException when a name is no column of single values other than booleans
    static BloomFilters of(ParquetOptions options, Layout layout) {
        List<Integer> leaves = new ArrayList<>();
        for (String name : options.bloomFilters()) {
            int leaf = layout.single(name, "bloomFilterColumns");
            if (layout.leaves().get(leaf).physical() == Type.BOOLEAN) {
                throw new ParquetOptionException(
                        "bloomFilterColumns", name, "a boolean column has two values", "leave it out");
            }
            leaves.add(leaf);
        }
        return new BloomFilters(leaves, options.bloomWrong());
    }

    boolean has(int leaf) {
        return leaves.contains(leaf);
    }

    /// The filter of the values of a chunk.
    ///
    /// @param vector   whose first `rows` rows are written
    /// @param distinct how many values there are at most
    BloomFilter made(Leaf leaf, ColumnVector vector, int rows, long distinct) {
        BloomFilter filter = BloomFilter.sized(Math.max(1, distinct), wrong, MOST_BYTES);
        ByteBuilder bytes = new ByteBuilder();
        for (int row = 0; row < rows; row++) {
            if (!vector.isNull(row)) {
                add(leaf, vector, row, filter, bytes);
            }
        }
        return filter;
    }

    private static void add(Leaf leaf, ColumnVector vector, int row, BloomFilter filter, ByteBuilder bytes) {
        switch (vector) {
            case FloatVector floats -> {
                float value = floats.get(row);
                filter.add(XxHash64.ofInt(Float.floatToRawIntBits(value), 0));
                if (value == 0) {
                    filter.add(XxHash64.ofInt(Float.floatToRawIntBits(-value), 0));
                }
            }
            case DoubleVector doubles -> {
                double value = doubles.get(row);
                filter.add(XxHash64.ofLong(Double.doubleToRawLongBits(value), 0));
                if (value == 0) {
                    filter.add(XxHash64.ofLong(Double.doubleToRawLongBits(-value), 0));
                }
            }
            case DecimalVector decimals -> {
                bytes.clear();
                Plain.encode(leaf, decimals, null, row, row + 1, bytes);
                filter.add(XxHash64.ofBytes(bytes.bytes(), 0, bytes.size(), 0));
            }
            default -> filter.add(BloomFilter.hash(vector, row, leaf.physical()).orElseThrow());
        }
    }

    /// Writes a filter and tells the chunk's metadata where it is.
    static void write(BloomFilter filter, ColumnMetaData metadata, ChunkOutput out) throws IOException {
        BloomFilterHeader header = new BloomFilterHeader(
                filter.bits().length,
                BloomFilterAlgorithm.BLOCK(new SplitBlockAlgorithm()),
                BloomFilterHash.XXHASH(new XxHash()),
                BloomFilterCompression.UNCOMPRESSED(new Uncompressed()));
        long from = out.position();
        ThriftBytes.write(header, out.pending());
        out.pending().write(filter.bits(), 0, filter.bits().length);
        metadata.setBloom_filter_offset(from).setBloom_filter_length((int) (out.position() - from));
        out.written();
    }
}
