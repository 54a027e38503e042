package dev.tidemark.run;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import java.util.Arrays;

/// Numbers the distinct key values of rows in the order of their first appearance: a hash table over columns, no
/// object per row.
final class PartitionIds {

    private final int[] keyColumns;
    /// One value a distinct partition, by key column.
    private final ColumnVector[] seen;
    private int[] table = new int[64];
    private int[] hashes = new int[64];
    private int count;

    PartitionIds(Schema schema, int[] keyColumns) {
        this.keyColumns = keyColumns.clone();
        this.seen = new ColumnVector[keyColumns.length];
        for (int i = 0; i < keyColumns.length; i++) {
            seen[i] = ColumnVector.of(schema.field(keyColumns[i]).type());
        }
        Arrays.fill(table, -1);
    }

    int count() {
        return count;
    }

    /// The value of key `key` in partition `id`.
    ColumnVector values(int key) {
        return seen[key];
    }

    /// Fills `ids[row]` for all rows of the batch.
    void assign(Batch batch, int[] ids) {
        ColumnVector[] keys = new ColumnVector[keyColumns.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = batch.column(keyColumns[i]);
        }
        for (int row = 0; row < batch.rows(); row++) {
            // Neighbours are mostly of one partition.
            ids[row] = row > 0 && same(keys, row, keys, row - 1) ? ids[row - 1] : find(keys, row);
        }
    }

    private int find(ColumnVector[] keys, int row) {
        int hash = 1;
        for (ColumnVector key : keys) {
            hash = hash * 31 + hash(key, row);
        }
        hash ^= hash >>> 15;
        int slot = hash & (table.length - 1);
        while (table[slot] >= 0) {
            int id = table[slot];
            if (hashes[id] == hash && same(keys, row, seen, id)) {
                return id;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return add(keys, row, hash);
    }

    private int add(ColumnVector[] keys, int row, int hash) {
        int id = count++;
        for (int i = 0; i < keys.length; i++) {
            if (isEmptyText(keys[i], row)) {
                seen[i].appendNull();
            } else {
                seen[i].appendFrom(keys[i], row);
            }
        }
        if (id == hashes.length) {
            hashes = Arrays.copyOf(hashes, id * 2);
        }
        hashes[id] = hash;
        if (count * 2 > table.length) {
            table = new int[table.length * 2];
            Arrays.fill(table, -1);
            for (int each = 0; each < count; each++) {
                place(each);
            }
        } else {
            place(id);
        }
        return id;
    }

    private void place(int id) {
        int slot = hashes[id] & (table.length - 1);
        while (table[slot] >= 0) {
            slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = id;
    }

    private static boolean same(ColumnVector[] left, int leftRow, ColumnVector[] right, int rightRow) {
        for (int i = 0; i < left.length; i++) {
            boolean leftNull = left[i].isNull(leftRow) || isEmptyText(left[i], leftRow);
            boolean rightNull = right[i].isNull(rightRow) || isEmptyText(right[i], rightRow);
            if (leftNull != rightNull || (!leftNull && !equal(left[i], leftRow, right[i], rightRow))) {
                return false;
            }
        }
        return true;
    }

    /// Empty text and null lie in the same partition, so they are one key.
    private static boolean isEmptyText(ColumnVector column, int row) {
        return column instanceof BytesVector bytes && !bytes.isNull(row) && bytes.length(row) == 0;
    }

    private static boolean equal(ColumnVector left, int leftRow, ColumnVector right, int rightRow) {
        return switch (left) {
            case IntVector ints -> ints.get(leftRow) == ((IntVector) right).get(rightRow);
            case LongVector longs -> longs.get(leftRow) == ((LongVector) right).get(rightRow);
            case BytesVector bytes -> bytes.equal(leftRow, (BytesVector) right, rightRow);
            case BooleanVector booleans -> booleans.get(leftRow) == ((BooleanVector) right).get(rightRow);
            case DecimalVector decimals -> {
                DecimalVector other = (DecimalVector) right;
                yield decimals.low(leftRow) == other.low(rightRow) && decimals.high(leftRow) == other.high(rightRow);
            }
            default -> throw new IllegalArgumentException(left.type() + " cannot be a partition key");
        };
    }

    private static int hash(ColumnVector column, int row) {
        if (column.isNull(row)) {
            return 0;
        }
        return switch (column) {
            case IntVector ints -> ints.get(row) * 0x9E3779B1;
            case LongVector longs -> Long.hashCode(longs.get(row) * 0x9E3779B97F4A7C15L);
            case BytesVector bytes -> hash(bytes, row);
            case BooleanVector booleans -> booleans.get(row) ? 1231 : 1237;
            case DecimalVector decimals -> Long.hashCode(decimals.low(row) * 31 + decimals.high(row));
            default -> throw new IllegalArgumentException(column.type() + " cannot be a partition key");
        };
    }

    private static int hash(BytesVector bytes, int row) {
        int hash = 0;
        byte[] array = bytes.bytes();
        int end = bytes.start(row) + bytes.length(row);
        for (int i = bytes.start(row); i < end; i++) {
            hash = hash * 31 + array[i];
        }
        return hash * 0x9E3779B1;
    }
}
