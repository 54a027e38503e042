package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every format with types of its own must do whose files are read in ranges: values, names and projection,
/// damage, ranges. One whose files are read as a whole extends [FormatDamageContract].
public abstract class FormatContract extends FormatDamageContract {

    /// Where blocks that can be read by themselves begin, in a file made by [#writtenByOther].
    protected abstract List<Long> blocks(byte[] file) throws IOException;

    /// Every record belongs to exactly one of any two neighbouring ranges, and they keep their order.
    @Test
    protected void everyCutGivesTheSameRecords() throws IOException {
        Schema schema = one(DataType.STRING);
        byte[] file = writtenInBlocks(schema, values.rows(schema, 400));
        List<List<@Nullable Object>> whole = read(file, schema);
        assertThat(whole).hasSize(400);
        assertThat(reader().splittable(LOCATION, readOptions())).isTrue();
        TreeSet<Long> cuts = new TreeSet<>();
        List<Long> blocks = blocks(file);
        assertThat(blocks).hasSizeGreaterThan(2);
        for (long block : blocks) {
            cuts.addAll(List.of(Math.max(1, block - 1), Math.max(1, block), block + 1));
        }
        for (int i = 0; i < 50; i++) {
            cuts.add(1 + random.nextLong(file.length));
        }
        for (long cut : cuts) {
            List<List<@Nullable Object>> both = new ArrayList<>(read(file, schema, 0, cut, new Told()));
            int first = both.size();
            both.addAll(read(file, schema, cut, ReadTask.END, new Told()));
            assertThat(both).as("cut at %s, %s records before", cut, first).isEqualTo(whole);
        }
    }

    /// A file of another library with at least three blocks.
    protected abstract byte[] writtenInBlocks(Schema schema, List<List<@Nullable Object>> rows) throws IOException;
}
