package dev.tidemark.ion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.FormatDamageContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Judge: the document model of ion-java 1.12.1. Ion files are read as a whole, so there are no ranges to ask about.
class IonContractTest extends FormatDamageContract {

    @Override
    protected FormatReader reader() {
        return new IonFormatReader();
    }

    @Override
    protected FormatWriter writer() {
        return new IonFormatWriter();
    }

    @Override
    protected byte[] writtenByOther(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        return OtherIon.datagram(schema, rows).getBytes();
    }

    @Override
    protected List<List<@Nullable Object>> readByOther(byte[] file, Schema schema) throws IOException {
        return OtherIon.read(file, schema);
    }

    @Override
    protected byte[] writtenWithNames(List<String> names) throws IOException {
        Schema schema = Schema.of(new Field("x", DataType.INT), new Field("y", DataType.INT));
        byte[] file =
                OtherIon.datagram(schema, List.of(List.of(1, 2))).toString().getBytes(StandardCharsets.UTF_8);
        String text = new String(file, StandardCharsets.UTF_8);
        return text.replace("x:", names.get(0) + ":")
                .replace("y:", names.get(1) + ":")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected List<Long> wholePrefixes(byte[] file) throws IOException {
        return OtherIon.ends(file);
    }

    /// Ion has one type of whole numbers and one of floating ones; decimals have a scale each; structs and maps
    /// are one.
    @Override
    protected DataType stored(DataType type) {
        return switch (type) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case TINYINT, SMALLINT, INT -> DataType.BIGINT;
                    case FLOAT -> DataType.DOUBLE;
                    case BOOLEAN, BIGINT, DOUBLE, STRING, BINARY, DATE, TIMESTAMP -> primitive;
                };
            case DataType.Decimal _ -> DataType.STRING;
            case DataType.Array array -> new DataType.Array(stored(array.element()));
            case DataType.Map map -> map;
            case DataType.Struct struct ->
                new DataType.Struct(struct.fields().stream()
                        .map(field -> new Field(field.name(), stored(field.type())))
                        .sorted(Comparator.comparing(Field::name))
                        .toList());
        };
    }

    /// Names of a map are fields to a sample: as many as there are.
    @Override
    protected void assertSampled(byte[] file, Schema written) throws IOException {
        if (written.toString().contains("map<")) {
            assertThat(sampled(file).names()).containsExactlyElementsOf(written.names());
        } else {
            super.assertSampled(file, written);
        }
    }

    /// A record names its fields itself: none, no columns.
    @Override
    @Test
    protected void aFileWithoutRowsHasItsColumns() throws IOException {
        Schema schema = wide();
        byte[] file = writtenByOther(schema, List.of());
        assertThat(sampled(file).fields()).isEmpty();
        assertThat(read(file, schema)).isEmpty();
        byte[] own = written(schema, List.of());
        assertThat(own).isNotEmpty();
        assertThat(OtherIon.read(own, schema)).isEmpty();
        assertThat(read(own, schema)).isEmpty();
    }

    /// One record has both: it is bad, and others are not.
    @Override
    @Test
    protected void namesThatAreEqualButForCaseAreRefused() throws IOException {
        byte[] file = writtenWithNames(List.of("Id", "ID"));
        List<BadRecord> bad = new ArrayList<>();
        Schema asked = Schema.of(new Field("id", DataType.INT));
        assertThat(read(file, asked, 0, ReadTask.END, new Told(), bad)).isEmpty();
        assertThat(bad)
                .singleElement()
                .satisfies(
                        record -> assertThat(record.reason()).contains("'Id'").contains("'ID'"));
        assertThat(sampled(file).names()).hasSize(1);
    }

    /// Values differ record by record, so that it is records that are refused.
    @Override
    @Test
    protected void aTypeThatIsNeverReadAsTheAskedOneIsRefusedWithBothNamed() throws IOException {
        Schema schema = Schema.of(new Field("v", type("array<int>")));
        byte[] file = writtenByOther(schema, List.of(List.of(List.of(1)), List.of(List.of())));
        List<BadRecord> bad = new ArrayList<>();
        Schema asked = Schema.of(new Field("v", DataType.INT));
        assertThat(read(file, asked, 0, ReadTask.END, new Told(), bad)).isEmpty();
        assertThat(bad).hasSize(2).allSatisfy(record -> {
            assertThat(record.column()).isEqualTo("v");
            assertThat(record.reason()).contains("an Ion list").contains("int is expected");
        });
    }

    /// An object without bytes is Ion text without values.
    @Override
    @Test
    protected void anEmptyObjectAndOneOfAnotherFormatAreNamed() {
        List<BadRecord> bad = new ArrayList<>();
        byte[] csv = "id,v\n1,a\n2,b\n".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(csv, wide(), 0, ReadTask.END, new Told(), bad))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("byte 2");
        assertThatThrownBy(() -> sampled(csv))
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining(LOCATION);
    }

    @Test
    void anObjectWithoutBytesHasNoRows() throws IOException {
        assertThat(read(new byte[0], wide())).isEmpty();
        assertThat(sampled(new byte[0]).fields()).isEmpty();
    }

    @Test
    void objectsAreNeverSplit() {
        assertThat(reader().splittable("a.ion", readOptions())).isFalse();
    }
}
