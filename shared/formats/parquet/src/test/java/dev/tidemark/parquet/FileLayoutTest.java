package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.apache.parquet.format.BoundaryOrder;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

// The getters of the format's structures are nullable where the format makes a field optional.
@NullUnmarked
class FileLayoutTest {

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    @Test
    void pagesChecksumsAndIndexesAgreeWithTheBytes() throws IOException {
        System.out.println("FileLayoutTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            Generated generated = new Generated(random.nextLong());
            Schema schema = generated.schema();
            Batch batch = generated.batch(schema, 1 + random.nextInt(800));
            Written file = write(batch, Map.of("pageSize", "" + (1 + random.nextInt(1000)), "blockSize", "20000"));
            long rows = 0;
            for (RowGroup group : file.footer().getRow_groups()) {
                rows += group.getNum_rows();
                for (ColumnChunk chunk : group.getColumns()) {
                    checkChunk(file, group, chunk);
                }
            }
            assertThat(rows).isEqualTo(batch.rows()).isEqualTo(file.footer().getNum_rows());
        }
    }

    private static void checkChunk(Written file, RowGroup group, ColumnChunk chunk) throws IOException {
        List<Written.Page> pages = file.pages(chunk);
        assertThat(pages).allMatch(Written.Page::rightChecksum);
        List<Written.Page> data = pages.stream()
                .filter(page -> page.header().getType() == PageType.DATA_PAGE)
                .toList();
        assertThat(data.stream()
                        .mapToLong(page -> page.header().getData_page_header().getNum_values())
                        .sum())
                .isEqualTo(chunk.getMeta_data().getNum_values());
        assertThat(file.offsetIndex(chunk).getPage_locations())
                .extracting(location -> List.of(location.getOffset(), (long) location.getCompressed_page_size()))
                .isEqualTo(data.stream()
                        .map(page -> List.of(page.offset(), (long) page.length()))
                        .toList());
        assertThat(file.offsetIndex(chunk).getPage_locations())
                .allMatch(location -> location.getFirst_row_index() < group.getNum_rows());
        if (chunk.isSetColumn_index_offset()) {
            assertThat(file.columnIndex(chunk).getNull_counts().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(chunk.getMeta_data().getStatistics().getNull_count());
        }
    }

    @Test
    void pageBoundsAreThoseOfTheirRows() throws IOException {
        Random random = new Random(seed);
        Schema schema = schema("n:bigint,t:string");
        LongVector numbers = (LongVector) ColumnVector.of(schema.field(0).type());
        BytesVector texts = (BytesVector) ColumnVector.of(schema.field(1).type());
        List<Long> rows = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            long number = random.nextLong(-1_000_000, 1_000_000);
            rows.add(number);
            numbers.append(number);
            texts.append("t" + (number + 5_000_000));
        }
        Written file = write(new Batch(schema, List.of(numbers, texts), rows.size(), null), Map.of("pageSize", "4096"));
        List<ColumnChunk> chunks = file.footer().getRow_groups().getFirst().getColumns();
        for (int column = 0; column < 2; column++) {
            ColumnChunk chunk = chunks.get(column);
            boolean text = column == 1;
            ColumnIndex index = file.columnIndex(chunk);
            List<Long> starts = file.offsetIndex(chunk).getPage_locations().stream()
                    .map(location -> location.getFirst_row_index())
                    .toList();
            assertThat(starts).hasSizeGreaterThan(8);
            assertThat(index.getBoundary_order()).isEqualTo(BoundaryOrder.UNORDERED);
            for (int page = 0; page < starts.size(); page++) {
                int to = page + 1 < starts.size() ? starts.get(page + 1).intValue() : rows.size();
                List<Long> here = rows.subList(starts.get(page).intValue(), to).stream()
                        .sorted()
                        .toList();
                assertThat(number(index.getMin_values().get(page), text)).isEqualTo(here.getFirst());
                assertThat(number(index.getMax_values().get(page), text)).isEqualTo(here.getLast());
            }
        }
    }

    private static long number(ByteBuffer bound, boolean text) {
        byte[] bytes = new byte[bound.remaining()];
        bound.duplicate().get(bytes);
        return text
                ? Long.parseLong(new String(bytes, StandardCharsets.UTF_8).substring(1)) - 5_000_000
                : (long) ByteBuilder.LONGS.get(bytes, 0);
    }

    @Test
    void longTextIsCutToBoundsThatStillHold() throws IOException {
        Schema schema = schema("t:string");
        BytesVector texts = (BytesVector) ColumnVector.of(schema.field(0).type());
        texts.append("ä".repeat(40));
        texts.append("z".repeat(100));
        Written file = write(new Batch(schema, List.of(texts), 2, null), Map.of());
        var statistics = file.footer()
                .getRow_groups()
                .getFirst()
                .getColumns()
                .getFirst()
                .getMeta_data()
                .getStatistics();
        assertThat(statistics.isSetMax_value())
                .as("nothing that can be raised in ä…")
                .isFalse();
        assertThat(new String(statistics.getMin_value(), StandardCharsets.UTF_8))
                .isEqualTo("z".repeat(64));
        assertThat(statistics.isIs_min_value_exact()).isFalse();
    }

    @Test
    void aColumnOfFewValuesGetsADictionaryAndOneOfIdsDoesNot() throws IOException {
        Schema schema = schema("country:string,id:string");
        BytesVector countries = (BytesVector) ColumnVector.of(schema.field(0).type());
        BytesVector ids = (BytesVector) ColumnVector.of(schema.field(1).type());
        for (int i = 0; i < 10_000; i++) {
            countries.append("country " + i % 10);
            ids.append(Long.toHexString(i * 0x9E3779B97F4A7C15L));
        }
        Written file = write(new Batch(schema, List.of(countries, ids), 10_000, null), Map.of());
        List<ColumnChunk> chunks = file.footer().getRow_groups().getFirst().getColumns();
        assertThat(chunks.get(0).getMeta_data().getEncodings()).contains(Encoding.RLE_DICTIONARY);
        assertThat(chunks.get(1).getMeta_data().getEncodings()).containsExactlyInAnyOrder(Encoding.RLE, Encoding.PLAIN);
    }

    @Test
    void aWriterWithoutRowsHoldsNothingAndAnEmptyFileIsWhole() throws IOException {
        Schema schema = schema("a:int,b:array<string>");
        Memory output = new Memory();
        FileWriter writer = writer().create(output, schema, FormatOptions.NONE);
        assertThat(writer.bufferedBytes()).isZero();
        writer.append(new Generated(seed).batch(schema, 10), new int[] {1, 2}, 2);
        assertThat(writer.bufferedBytes()).isPositive();
        assertThat(output.writes()).isZero();
        writer.flush();
        assertThat(writer.bufferedBytes()).isZero();
        assertThat(output.writes()).as("one write a small row group").isEqualTo(1);
        Memory empty = new Memory();
        writer().create(empty, schema, FormatOptions.NONE).finish();
        Written file = Written.of(empty.toArray());
        assertThat(file.footer().getNum_rows()).isZero();
        assertThat(file.footer().getRow_groups()).isEmpty();
        assertThat(file.footer().getCreated_by()).isEqualTo("tidemark");
    }

    @Test
    void whatParquetCannotDoIsRefusedWithTheWayOut() {
        Schema schema = schema("a:int");
        assertThatThrownBy(() -> writer().check(schema, new FormatOptions(Map.of("compression", "lzo"))))
                .isInstanceOf(ParquetOptionException.class)
                .hasMessageContaining("compression of format parquet cannot be 'lzo'")
                .hasMessageContaining("zstd, snappy, gzip or uncompressed");
        assertThatThrownBy(() -> writer().check(schema, new FormatOptions(Map.of("blockSize", "4TB"))))
                .isInstanceOf(ParquetOptionException.class)
                .hasMessageContaining("blockSize");
        assertThatThrownBy(() -> writer().check(Schema.EMPTY, FormatOptions.NONE))
                .isInstanceOf(NoDataColumnsException.class)
                .hasMessageContaining("at least one column");
    }

    private static FormatWriter writer() {
        return ServiceLoader.load(FormatWriter.class).findFirst().orElseThrow();
    }

    private static Schema schema(String columns) {
        List<Field> fields = new ArrayList<>();
        for (String column : columns.split(",", -1)) {
            String[] parts = column.split(":", 2);
            fields.add(new Field(parts[0], DataTypeParser.parse(parts[1])));
        }
        return new Schema(fields);
    }

    private static Written write(Batch batch, Map<String, String> options) throws IOException {
        Memory output = new Memory();
        FileWriter writer = writer().create(output, batch.schema(), new FormatOptions(options));
        int[] rows = IntStream.range(0, batch.rows()).toArray();
        for (int from = 0; from < rows.length; from += 1000) {
            int[] piece =
                    IntStream.range(from, Math.min(rows.length, from + 1000)).toArray();
            writer.append(batch, piece, piece.length);
        }
        writer.finish();
        return Written.of(output.toArray());
    }
}
