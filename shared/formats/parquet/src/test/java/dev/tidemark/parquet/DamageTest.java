package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.RecordConsumer;
import org.junit.jupiter.api.Test;

/// PQ-06: whatever is wrong in a file, it ends in other values where nothing protects them, or in an error that
/// names the file; never in another kind of error, and never in fewer rows.
class DamageTest {

    private static final int FILES = 60;
    private static final int DAMAGES = 150;

    private static final List<String> TYPES = List.of(
            "boolean",
            "smallint",
            "int",
            "bigint",
            "double",
            "string",
            "binary",
            "timestamp",
            "decimal(9,2)",
            "decimal(38,0)",
            "array<string>",
            "array<array<bigint>>",
            "map<string,array<string>>",
            "struct<a:struct<b:struct<c:string,d:int>>>",
            "struct<l:array<map<string,bigint>>>");

    private final Random random = Seeded.of("DamageTest").random();
    private final Values values = new Values(random);

    @Test
    void damageOfAnyKindIsATypedError() throws IOException {
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            Schema schema = schema();
            byte[] file = drawn(false).write(ParquetJavaRows.message(schema), rows(schema));
            for (int damage = 0; damage < DAMAGES; damage++) {
                refused += isRefused(damaged(file)) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(FILES * DAMAGES / 4);
    }

    /// What a checksum covers, which is a page but for its header, is never read with a wrong bit.
    @Test
    void noWrongBitUnderAChecksumIsRead() throws IOException {
        for (int i = 0; i < 30; i++) {
            Schema schema = schema();
            byte[] file = drawn(true).write(ParquetJavaRows.message(schema), rows(schema));
            for (Written.Page page : pages(Written.of(file))) {
                int length = page.header().getCompressed_page_size();
                if (length == 0) {
                    continue;
                }
                byte[] wrong = file.clone();
                int place = (int) page.offset() + page.length() - 1 - random.nextInt(length);
                wrong[place] ^= (byte) (1 << random.nextInt(8));
                assertThatThrownBy(() -> Reading.rows(wrong))
                        .isInstanceOf(UnreadableObjectException.class)
                        .hasMessageContaining("file.parquet")
                        .hasMessageContaining("a page's checksum is");
            }
        }
    }

    private static List<Written.Page> pages(Written file) throws IOException {
        List<Written.Page> pages = new ArrayList<>();
        for (RowGroup group : Objects.requireNonNull(file.footer().getRow_groups())) {
            for (ColumnChunk chunk : Objects.requireNonNull(group.getColumns())) {
                pages.addAll(file.pages(chunk));
            }
        }
        return pages;
    }

    private Schema schema() {
        List<Field> fields = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            fields.add(new Field("c" + i, DataTypeParser.parse(TYPES.get(random.nextInt(TYPES.size())))));
        }
        return new Schema(fields);
    }

    private List<Consumer<RecordConsumer>> rows(Schema schema) {
        return ParquetJavaRows.rows(schema, values.rows(schema, random.nextInt(120)));
    }

    private ParquetJava drawn(boolean checksums) {
        List<CompressionCodecName> codecs = List.of(
                CompressionCodecName.UNCOMPRESSED,
                CompressionCodecName.SNAPPY,
                CompressionCodecName.GZIP,
                CompressionCodecName.ZSTD,
                CompressionCodecName.LZ4_RAW,
                CompressionCodecName.LZ4);
        return new ParquetJava(
                codecs.get(random.nextInt(codecs.size())),
                random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0,
                random.nextBoolean(),
                random.nextBoolean(),
                checksums,
                1 + random.nextInt(100),
                1 + random.nextInt(200));
    }

    /// One to three wrong bytes, mostly anywhere and often in the footer, or a piece copied to another place.
    private byte[] damaged(byte[] file) {
        byte[] wrong = file.clone();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int place = random.nextInt(3) == 0
                    ? wrong.length - 1 - random.nextInt(Math.min(wrong.length, 300))
                    : random.nextInt(wrong.length);
            wrong[place] =
                    random.nextBoolean() ? (byte) random.nextInt() : (byte) (wrong[place] ^ 1 << random.nextInt(8));
        }
        if (random.nextInt(10) == 0) {
            int from = random.nextInt(wrong.length);
            int to = random.nextInt(wrong.length);
            int length = Math.min(random.nextInt(30), wrong.length - Math.max(from, to));
            System.arraycopy(wrong, from, wrong, to, length);
        }
        return wrong;
    }

    private static boolean isRefused(byte[] file) throws IOException {
        try {
            Reading.rows(file);
            return false;
        } catch (TidemarkException told) {
            assertThat(told).hasMessageContaining("file.parquet");
            return true;
        }
    }
}
