package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tidemark.data.Batch;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Values of every type. For each a file of ours is read by another library, and a file of another library is read
/// by us.
public abstract class FormatValuesContract extends FormatFixture {

    /// Types by which the contract asks, in Hive's words.
    /// A header that waits for the first row, a first buffer.
    private static final long HELD_WHEN_FLUSHED = 64 << 10;

    private static final List<String> TYPES = List.of(
            "boolean",
            "tinyint",
            "smallint",
            "int",
            "bigint",
            "float",
            "double",
            "string",
            "binary",
            "date",
            "timestamp",
            "decimal(1,0)",
            "decimal(9,2)",
            "decimal(18,18)",
            "decimal(38,0)",
            "decimal(38,10)",
            "array<int>",
            "array<string>",
            "array<array<bigint>>",
            "array<struct<a:int,b:string>>",
            "map<string,int>",
            "map<string,array<string>>",
            "map<string,struct<a:decimal(20,2),b:timestamp>>",
            "struct<a:int>",
            "struct<a:boolean,b:double,c:date>",
            "struct<a:struct<b:struct<c:string,d:int>>>",
            "struct<l:array<map<string,bigint>>>");

    @TestFactory
    protected Stream<DynamicTest> anotherLibraryReadsWhatIsWritten() {
        return TYPES.stream()
                .map(text -> dynamicTest(text, () -> {
                    Schema schema = one(type(text));
                    List<List<@Nullable Object>> rows = values.rows(schema, ROWS);
                    assertThat(readByOther(written(schema, rows), schema)).isEqualTo(rows);
                }));
    }

    @TestFactory
    protected Stream<DynamicTest> filesOfAnotherLibraryAreRead() {
        return TYPES.stream()
                .map(text -> dynamicTest(text, () -> {
                    Schema schema = one(type(text));
                    List<List<@Nullable Object>> rows = values.rows(schema, ROWS);
                    byte[] file = writtenByOther(schema, rows);
                    assertSampled(file, schema);
                    assertThat(read(file, schema)).isEqualTo(rows);
                }));
    }

    /// The schema that a file's sample gives.
    protected void assertSampled(byte[] file, Schema written) throws IOException {
        assertThat(sampled(file)).isEqualTo(stored(written));
    }

    @TestFactory
    protected Stream<DynamicTest> whatIsWrittenIsReadBack() {
        return IntStream.range(0, 5)
                .mapToObj(i -> dynamicTest("all types, " + i, () -> {
                    List<Field> fields = new ArrayList<>();
                    for (String text : TYPES) {
                        fields.add(new Field("c" + fields.size(), type(text)));
                    }
                    Schema schema = new Schema(fields);
                    List<List<@Nullable Object>> rows = values.rows(schema, random.nextInt(3000));
                    assertThat(read(written(schema, rows), schema)).isEqualTo(rows);
                }));
    }

    @Test
    protected void aFileWithoutRowsHasItsColumns() throws IOException {
        Schema schema = one(DataType.STRING);
        byte[] file = writtenByOther(schema, List.of());
        assertThat(sampled(file)).isEqualTo(schema);
        assertThat(read(file, schema)).isEmpty();
        assertThat(read(written(schema, List.of()), schema)).isEmpty();
    }

    @Test
    protected void onlyNullsAreRead() throws IOException {
        Schema schema = new Schema(TYPES.stream()
                .map(text -> new Field("c" + TYPES.indexOf(text), type(text)))
                .toList());
        List<@Nullable Object> row = new ArrayList<>();
        schema.fields().forEach(_ -> row.add(null));
        List<List<@Nullable Object>> rows = List.of(row, row, row);
        assertThat(read(writtenByOther(schema, rows), schema)).isEqualTo(rows);
        assertThat(readByOther(written(schema, rows), schema)).isEqualTo(rows);
    }

    @Test
    protected void onlyTheSelectedRowsAreWritten() throws IOException {
        Schema schema = wide();
        List<List<@Nullable Object>> rows = values.rows(schema, 100);
        int[] selected = random.ints(60, 0, 100).toArray();
        MemoryOutput output = new MemoryOutput();
        FileWriter file = writer().create(output, schema, FormatOptions.NONE);
        file.append(Values.batch(schema, rows), selected, 40);
        file.flush();
        file.append(Values.batch(schema, rows), selected, 60);
        file.finish();
        List<List<@Nullable Object>> expected = new ArrayList<>();
        IntStream.range(0, 40).forEach(i -> expected.add(rows.get(selected[i])));
        IntStream.range(0, 60).forEach(i -> expected.add(rows.get(selected[i])));
        assertThat(readByOther(output.toBytes(), schema)).isEqualTo(expected);
    }

    /// What is buffered is told, and given back by a flush: the sink's byte budget rests on it. A writer that keeps
    /// the room of its largest block for the next one is found: hundreds of files are open at a time.
    @Test
    protected void buffersAreToldAndGivenBack() throws IOException {
        Schema schema = wide();
        FileWriter file = writer().create(new MemoryOutput(), schema, FormatOptions.NONE);
        int[] rows = IntStream.range(0, 2000).toArray();
        Batch batch = Values.batch(schema, values.rows(schema, rows.length));
        long before = file.bufferedBytes();
        for (int i = 0; i < 20; i++) {
            file.append(batch, rows, rows.length);
        }
        assertThat(file.bufferedBytes()).isGreaterThanOrEqualTo(before);
        long full = file.bufferedBytes();
        file.flush();
        assertThat(file.bufferedBytes()).isLessThanOrEqualTo(full);
        assertThat(file.heldBytes()).as("held after a flush").isLessThanOrEqualTo(HELD_WHEN_FLUSHED);
        file.finish();
    }

    @Test
    protected void optionsAreNamedOnceAndDescribed() {
        for (List<FormatOption> options : List.of(reader().options(), writer().options())) {
            assertThat(options)
                    .extracting(option -> option.name().toLowerCase(Locale.ROOT))
                    .doesNotHaveDuplicates();
            assertThat(options)
                    .allSatisfy(option -> assertThat(option.description()).isNotBlank());
        }
    }

    /// The broken twin: a file whose last row is lost is found by the comparison that all of this rests on.
    @Test
    protected void aTwinThatLosesARowIsFound() throws IOException {
        Schema schema = wide();
        List<List<@Nullable Object>> rows = values.rows(schema, 30);
        byte[] fewer = written(schema, rows.subList(0, 29));
        assertThat(readByOther(fewer, schema)).isNotEqualTo(rows);
        assertThat(read(fewer, schema)).isNotEqualTo(rows);
    }
}
