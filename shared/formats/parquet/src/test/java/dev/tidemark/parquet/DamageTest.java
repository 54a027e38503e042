package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
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

    /// With checksums no wrong byte of a page is read as data.
    @Test
    void noWrongByteOfAPageWithAChecksumIsRead() throws IOException {
        int inPages = 0;
        for (int i = 0; i < 20; i++) {
            Schema schema = schema();
            ParquetJava made = drawn(true);
            List<List<@Nullable Object>> rows = values.rows(schema, 100);
            byte[] file = made.write(ParquetJavaRows.message(schema), ParquetJavaRows.rows(schema, rows));
            int end = Math.toIntExact(lastPage(file));
            for (int damage = 0; damage < 100; damage++) {
                byte[] wrong = file.clone();
                wrong[4 + random.nextInt(end - 4)] ^= (byte) (1 << random.nextInt(8));
                try {
                    assertThat(Reading.rows(wrong)).isEqualTo(rows);
                } catch (TidemarkException told) {
                    inPages++;
                }
            }
        }
        assertThat(inPages).isGreaterThan(1000);
    }

    private static long lastPage(byte[] file) throws IOException {
        long end = 0;
        for (var group :
                java.util.Objects.requireNonNull(Written.of(file).footer().getRow_groups())) {
            for (var chunk : java.util.Objects.requireNonNull(group.getColumns())) {
                var metadata = java.util.Objects.requireNonNull(chunk.getMeta_data());
                end = Math.max(end, Footer.start(metadata) + metadata.getTotal_compressed_size());
            }
        }
        return end;
    }

    private Schema schema() {
        List<Field> fields = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            fields.add(new Field("c" + i, DataTypeParser.parse(TYPES.get(random.nextInt(TYPES.size())))));
        }
        return new Schema(fields);
    }

    private List<java.util.function.Consumer<org.apache.parquet.io.api.RecordConsumer>> rows(Schema schema) {
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
