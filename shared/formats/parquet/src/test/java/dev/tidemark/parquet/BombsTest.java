package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

/// Small files that claim what no memory holds, made by hand.
class BombsTest {

    private static final String FILE = "bomb.parquet";
    private static final Place PLACE = Place.file(FILE);

    private static void varint(ByteBuilder out, long value) {
        long rest = value;
        while (rest > 0x7F) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    /// Two thousand million deltas, none of which takes a byte.
    private static byte[] deltas() {
        ByteBuilder out = new ByteBuilder();
        varint(out, 1 << 16);
        varint(out, 1);
        varint(out, 2_000_000_000);
        out.write(0);
        for (int i = 0; i < 30_600; i++) {
            out.write(0);
            out.write(0);
        }
        return out.toArray();
    }

    /// One row group with one column of one page.
    private static byte[] file(SchemaElement column, long rows, long values, int inPage, byte[] page)
            throws IOException {
        ByteBuilder made = new ByteBuilder();
        byte[] magic = {'P', 'A', 'R', '1'};
        made.write(magic, 0, 4);
        PageHeader header = new PageHeader(PageType.DATA_PAGE, page.length, page.length)
                .setData_page_header(new DataPageHeader(inPage, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        ThriftBytes.write(header, made);
        made.write(page, 0, page.length);
        int length = made.size() - 4;
        ColumnMetaData metadata = new ColumnMetaData(
                Type.INT32,
                List.of(Encoding.PLAIN),
                List.of(column.getName()),
                CompressionCodec.UNCOMPRESSED,
                values,
                length,
                length,
                4);
        RowGroup group = new RowGroup(List.of(new ColumnChunk(4).setMeta_data(metadata)), length, rows);
        FileMetaData footer = new FileMetaData(
                1, List.of(new SchemaElement("root").setNum_children(1), column), rows, List.of(group));
        int pages = made.size();
        ThriftBytes.write(footer, made);
        made.putInt(made.size() - pages);
        made.write(magic, 0, 4);
        return made.toArray();
    }

    private static SchemaElement column(FieldRepetitionType repetition) {
        return new SchemaElement("v").setType(Type.INT32).setRepetition_type(repetition);
    }

    @Test
    void lengthsThatTakeNoBytesAreNotMoreThanThePageHasValues() {
        byte[] page = deltas();
        assertThat(page.length).isLessThan(62_000);
        for (PageValues values : List.of(new PageValues.DeltaLengths(PLACE), new PageValues.Prefixes(PLACE, 0))) {
            assertThatThrownBy(() -> values.reset(page, 0, page.length, 1_000))
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining(FILE)
                    .hasMessageContaining("claims the lengths of 2000000000 values and has 1000");
        }
    }

    @Test
    void aPageThatClaimsAsManyValuesIsRefused() {
        byte[] page = deltas();
        for (PageValues values : List.of(new PageValues.DeltaLengths(PLACE), new PageValues.Prefixes(PLACE, 0))) {
            assertThatThrownBy(() -> values.reset(page, 0, page.length, Integer.MAX_VALUE))
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining(FILE)
                    .hasMessageContaining("up to 16777216 are read");
        }
    }

    @Test
    void valuesOfOneHugeWidthAreRefused() {
        SchemaElement wide = new SchemaElement("v")
                .setType(Type.FIXED_LEN_BYTE_ARRAY)
                .setType_length(2_000_000_000)
                .setRepetition_type(FieldRepetitionType.OPTIONAL);
        FileTree.Columns tree = FileTree.of(List.of(new SchemaElement("root").setNum_children(1), wide), PLACE);
        assertThatThrownBy(() -> FileTree.check(tree.nodes().getFirst(), PLACE))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(FILE)
                .hasMessageContaining("2000000000 bytes each");
    }

    @Test
    void aRowOfMoreElementsThanItsLimitIsRefused() throws IOException {
        int entries = (1 << 24) + 10_000;
        ByteBuilder page = new ByteBuilder();
        ByteBuilder levels = new ByteBuilder();
        varint(levels, 1 << 1);
        levels.write(0);
        varint(levels, (entries - 1L) << 1);
        levels.write(1);
        page.putInt(levels.size());
        page.write(levels.bytes(), 0, levels.size());
        levels.clear();
        varint(levels, (long) entries << 1);
        levels.write(0);
        page.putInt(levels.size());
        page.write(levels.bytes(), 0, levels.size());
        byte[] file = file(column(FieldRepetitionType.REPEATED), 1, entries, entries, page.toArray());
        Schema schema = Schema.of(new Field("v", new DataType.Array(DataType.INT)));
        assertThatThrownBy(() -> Reading.rows(FILE, file, schema, ZoneOffset.UTC))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(FILE)
                .hasMessageContaining("more than 16777216 elements");
    }

    @Test
    void rowsThatNoColumnIsReadOfAreHeldToTheValuesAndBytesOfTheColumns() throws IOException {
        Schema other = Schema.of(new Field("other", DataType.INT));
        long rows = 1_000_000_000_000L;
        byte[] one = file(column(FieldRepetitionType.REQUIRED), rows, 1, 1, new byte[4]);
        assertThatThrownBy(() -> Reading.rows(FILE, one, other, ZoneOffset.UTC))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(FILE)
                .hasMessageContaining("claims 1000000000000 rows and a column of it 1 values");
        byte[] many = file(column(FieldRepetitionType.REQUIRED), rows, rows, 1, new byte[4]);
        assertThatThrownBy(() -> Reading.rows(FILE, many, other, ZoneOffset.UTC))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(FILE)
                .hasMessageContaining("claims 1000000000000 rows in ");
    }
}
