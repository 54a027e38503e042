package dev.tidemark.parquet;

import static dev.tidemark.testkit.Values.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnCryptoMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.EncryptionWithFooterKey;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.VariantType;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/// What is right and not read: refused with file, column and a way out. Footers are those of parquet-java
/// with one thing changed.
class RefusalsTest {

    private static final Schema BOTH = Schema.of(new Field("a", DataType.INT), new Field("b", DataType.INT));

    private static byte[] file(Consumer<FileMetaData> change) throws IOException {
        List<Consumer<RecordConsumer>> rows = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int value = i;
            rows.add(out -> {
                for (String name : List.of("a", "b")) {
                    int index = name.equals("a") ? 0 : 1;
                    out.startField(name, index);
                    out.addInteger(value);
                    out.endField(name, index);
                }
            });
        }
        byte[] file = ParquetJava.USUAL.write(
                MessageTypeParser.parseMessageType("message m { required int32 a; required int32 b; }"), rows);
        return Footers.changed(file, change);
    }

    private static ColumnChunk chunk(FileMetaData footer, int column) {
        return Objects.requireNonNull(Objects.requireNonNull(footer.getRow_groups())
                        .getFirst()
                        .getColumns())
                .get(column);
    }

    private static void refused(byte[] file, Schema schema, String... words) {
        assertThatThrownBy(() -> Reading.rows("s3://b/k.parquet", file, schema, ZoneOffset.UTC))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("s3://b/k.parquet")
                .hasMessageContainingAll(words);
    }

    @Test
    void lzoIsRefusedWithItsColumn() throws IOException {
        byte[] file = file(footer ->
                Objects.requireNonNull(chunk(footer, 1).getMeta_data()).setCodec(CompressionCodec.LZO));
        refused(file, BOTH, "column 'b' is compressed with LZO", "zstd, snappy or gzip");
        assertThat(Reading.rows("f", file, Schema.of(BOTH.field(0)), ZoneOffset.UTC))
                .hasSize(6);
    }

    @Test
    void encryptedFilesAndColumnsAreRefused() throws IOException {
        byte[] file = file(footer -> chunk(footer, 0)
                .setCrypto_metadata(ColumnCryptoMetaData.ENCRYPTION_WITH_FOOTER_KEY(new EncryptionWithFooterKey())));
        refused(file, BOTH, "column 'a' is encrypted");
        assertThat(Reading.rows("f", file, Schema.of(BOTH.field(1)), ZoneOffset.UTC))
                .hasSize(6);
        byte[] whole = file.clone();
        whole[whole.length - 1] = 'E';
        refused(whole, BOTH, "encrypted footer");
    }

    @Test
    void chunksInOtherFilesAreRefused() throws IOException {
        refused(file(footer -> chunk(footer, 0).setFile_path("other.parquet")), BOTH, "'a' lies in another file");
    }

    @Test
    void aVariantIsRefused() throws IOException {
        byte[] file = file(footer -> {
            var root = Objects.requireNonNull(footer.getSchema()).getFirst();
            var group = new org.apache.parquet.format.SchemaElement("v")
                    .setNum_children(2)
                    .setRepetition_type(org.apache.parquet.format.FieldRepetitionType.REQUIRED)
                    .setLogicalType(LogicalType.VARIANT(new VariantType()));
            root.setNum_children(1);
            Objects.requireNonNull(footer.getSchema()).add(1, group);
        });
        refused(file, Schema.of(new Field("v", DataType.BINARY)), "column 'v' is a VARIANT", "schema without it");
    }

    /// PQ-02, repeated_no_annotation: the footer counts no rows, its row group does.
    @Test
    void theRowGroupsCountTheRows() throws IOException {
        byte[] file = file(footer -> footer.setNum_rows(0));
        assertThat(Reading.rows(file)).hasSize(6).first().isEqualTo(row(0, 0));
    }

    /// More or fewer rows than there are values are never passed over.
    @Test
    void rowsThatDoNotAddUpAreDamage() throws IOException {
        for (long rows : new long[] {5, 7, 1L << 40}) {
            byte[] file = file(footer ->
                    Objects.requireNonNull(footer.getRow_groups()).getFirst().setNum_rows(rows));
            refused(file, BOTH, "column 'a' is damaged", rows < 6 ? "more values" : "fewer values");
        }
    }

    /// A row group that no range owns would be read by nobody.
    @Test
    void aRowGroupThatBeginsNowhereOrClaimsNoRowsIsDamage() throws IOException {
        byte[] nowhere = file(footer ->
                Objects.requireNonNull(chunk(footer, 1).getMeta_data()).setData_page_offset(-5));
        refused(nowhere, Schema.of(BOTH.field(0)), "row group 1 claims to begin at byte -5");
        byte[] none = file(footer ->
                Objects.requireNonNull(footer.getRow_groups()).getFirst().setNum_rows(0));
        refused(none, BOTH, "row group 1 claims no rows and has values");
    }
}
