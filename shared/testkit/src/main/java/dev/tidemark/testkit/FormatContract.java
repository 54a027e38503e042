package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What every format with types of its own must do. For each type a file of ours is read by another library,
/// and a file of another library is read by us; then names, projection, damage and ranges. The other library
/// is the judge: no expected value comes from the format under test.
public abstract class FormatContract {

    private static final String LOCATION = "s3://test/in/file";
    private static final int ROWS = 200;

    /// Types by which the contract asks, in Hive's words.
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

    private final Seeded seeded = Seeded.of(getClass().getSimpleName());
    private final Random random = seeded.random();
    private final Values values = new Values(random);

    protected abstract FormatReader reader();

    protected abstract FormatWriter writer();

    /// A file of these rows made by another library. Its types are [#stored] of the schema's.
    protected abstract byte[] writtenByOther(Schema schema, List<List<@Nullable Object>> rows) throws IOException;

    /// The rows of a file as another library reads them, in [Values]' form of the stored types.
    protected abstract List<List<@Nullable Object>> readByOther(byte[] file, Schema schema) throws IOException;

    /// The type that a column of `type` has in a file: the nearest that the format knows.
    protected DataType stored(DataType type) {
        return type;
    }

    /// Where blocks that can be read by themselves begin, in a file made by [#writtenByOther].
    protected abstract List<Long> blocks(byte[] file) throws IOException;

    protected FormatOptions readOptions() {
        return FormatOptions.NONE;
    }

    private static Schema one(DataType type) {
        return Schema.of(new Field("id", DataType.INT), new Field("v", type));
    }

    private static DataType type(String text) {
        return DataTypeParser.parse(text);
    }

    private Schema stored(Schema schema) {
        return new Schema(schema.fields().stream()
                .map(field -> new Field(field.name(), stored(field.type())))
                .toList());
    }

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
                    assertThat(sampled(file)).isEqualTo(stored(schema));
                    assertThat(read(file, schema)).isEqualTo(rows);
                }));
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
    protected void columnsAreFoundByNameInAnyCaseAndOrder() throws IOException {
        Schema schema = wide();
        List<List<@Nullable Object>> rows = values.rows(schema, 50);
        byte[] file = writtenByOther(schema, rows);
        Schema asked = Schema.of(
                new Field("C", schema.field(2).type()),
                new Field("A", schema.field(0).type()));
        assertThat(read(file, asked)).isEqualTo(Values.projected(schema, rows, asked));
    }

    @Test
    protected void aColumnThatTheFileLacksIsNullAndTold() throws IOException {
        Schema schema = wide();
        List<List<@Nullable Object>> rows = values.rows(schema, 20);
        byte[] file = writtenByOther(schema, rows);
        Told told = new Told();
        Schema asked = Schema.of(new Field("a", schema.field(0).type()), new Field("zz", DataType.DATE));
        assertThat(read(file, asked, 0, ReadTask.END, told)).isEqualTo(Values.projected(schema, rows, asked));
        assertThat(told.missing).containsExactly("zz");
        assertThat(told.found).containsExactly("b", "c");
    }

    @Test
    protected void rowsAreCountedWhereNoColumnIsAskedFor() throws IOException {
        Schema schema = wide();
        byte[] file = writtenByOther(schema, values.rows(schema, 777));
        assertThat(read(file, Schema.of(new Field("other", DataType.INT)))).hasSize(777);
    }

    @Test
    protected void fieldsOfStructsAreFoundByName() throws IOException {
        Schema schema =
                Schema.of(new Field("s", type("struct<a:int,b:struct<c:string,d:int>,e:array<struct<f:int,g:int>>>")));
        List<List<@Nullable Object>> rows = values.rows(schema, 60);
        byte[] file = writtenByOther(schema, rows);
        Told told = new Told();
        Schema asked = Schema.of(new Field("S", type("struct<B:struct<D:int,x:date>,e:array<struct<g:int>>>")));
        List<List<@Nullable Object>> read = read(file, asked, 0, ReadTask.END, told);
        assertThat(read).isEqualTo(Values.projected(schema, rows, asked));
        assertThat(told.nested).contains("s.a", "s.b.c");
    }

    @Test
    protected void aNullableStructWithoutAnyAskedFieldStaysNullWhereItIs() throws IOException {
        Schema schema = Schema.of(new Field("s", type("struct<a:int,b:string>")));
        List<List<@Nullable Object>> rows = values.rows(schema, 60);
        Schema asked = Schema.of(new Field("s", type("struct<z:int>")));
        assertThat(read(writtenByOther(schema, rows), asked)).isEqualTo(Values.projected(schema, rows, asked));
    }

    @Test
    protected void namesThatAreEqualButForCaseAreRefused() throws IOException {
        byte[] file = writtenWithNames(List.of("Id", "ID"));
        assertThatThrownBy(() -> read(file, Schema.of(new Field("id", DataType.INT))))
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("'Id'")
                .hasMessageContaining("'ID'");
        assertThatThrownBy(() -> sampled(file))
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("'ID'");
    }

    /// A file of another library with int columns of these names, which no [Schema] may have.
    protected abstract byte[] writtenWithNames(List<String> names) throws IOException;

    @Test
    protected void numbersAreWidenedAndThoseThatDoNotFitAreBadRecords() throws IOException {
        Schema schema = one(DataType.BIGINT);
        List<List<@Nullable Object>> rows = values.rows(schema, 300);
        byte[] file = writtenByOther(schema, rows);
        List<BadRecord> bad = new ArrayList<>();
        Schema asked = Schema.of(new Field("v", DataType.INT));
        List<List<@Nullable Object>> read = read(file, asked, 0, ReadTask.END, new Told(), bad);
        List<Integer> wrong = IntStream.range(0, rows.size())
                .filter(i -> rows.get(i).get(1) instanceof Long value && value != value.intValue())
                .boxed()
                .toList();
        assertThat(bad).extracting(record -> (int) record.recordNumber() - 1).isEqualTo(wrong);
        assertThat(bad).allSatisfy(record -> {
            assertThat(record.column()).isEqualTo("v");
            assertThat(record.object()).isEqualTo(LOCATION);
            assertThat(new String(record.raw(), StandardCharsets.UTF_8)).contains("\"v\":");
        });
        assertThat(read).hasSize(rows.size() - wrong.size());
        assertThat(read(file, Schema.of(new Field("v", type("decimal(38,2)"))))).hasSize(rows.size());
    }

    @Test
    protected void aTypeThatIsNeverReadAsTheAskedOneIsRefusedWithBothNamed() throws IOException {
        Schema schema = one(type("array<int>"));
        byte[] file = writtenByOther(schema, values.rows(schema, 3));
        assertThatThrownBy(() -> read(file, one(DataType.INT)))
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("'v'")
                .hasMessageContaining("array<int>")
                .hasMessageContaining("read as int");
    }

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

    /// Lengths at which a file may be cut and is still whole: where nothing says that more was to come.
    protected List<Long> wholePrefixes(byte[] file) throws IOException {
        return List.of();
    }

    /// Every prefix of a file, the empty one too.
    @Test
    protected void aTruncatedFileIsNeverReadAsFewerRows() throws IOException {
        Schema schema = wide();
        byte[] file = writtenByOther(schema, values.rows(schema, 40));
        List<Long> whole = wholePrefixes(file);
        List<String> silent = new ArrayList<>();
        for (int length = 0; length < file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            try {
                int rows = read(cut, schema).size();
                if (whole.contains((long) length)) {
                    continue;
                }
                silent.add(length + " of " + file.length + " bytes gave " + rows + " rows");
            } catch (TidemarkException told) {
                assertThat(told).hasMessageContaining(LOCATION);
            }
        }
        assertThat(silent).isEmpty();
    }

    /// Whatever byte is wrong: a typed error, bad records, or (where nothing protects values) other values;
    /// never another kind of error.
    @Test
    protected void aByteThatIsWrongNeverEndsInAnUntypedError() throws IOException {
        Schema schema = wide();
        byte[] file = writtenByOther(schema, values.rows(schema, 40));
        for (int i = 0; i < 1500; i++) {
            byte[] wrong = file.clone();
            int place = random.nextInt(wrong.length);
            wrong[place] ^= (byte) (1 << random.nextInt(8));
            try {
                read(wrong, schema, 0, ReadTask.END, new Told(), new ArrayList<>());
                sampled(wrong);
            } catch (TidemarkException told) {
                assertThat(told).hasMessageContaining(LOCATION);
            } catch (RuntimeException | Error untyped) {
                throw new AssertionError("bit flipped in byte " + place + " of " + wrong.length, untyped);
            }
        }
    }

    @Test
    protected void anEmptyObjectAndOneOfAnotherFormatAreNamed() {
        Schema schema = wide();
        byte[] text = "id,v\n1,a\n2,b\n3,ccccccccccccccccccccccccccccccccccc\n".getBytes(StandardCharsets.UTF_8);
        for (byte[] file : List.of(new byte[0], text)) {
            assertThatThrownBy(() -> read(file, schema))
                    .isInstanceOf(TidemarkException.class)
                    .hasMessageContaining(LOCATION);
            assertThatThrownBy(() -> sampled(file))
                    .isInstanceOf(TidemarkException.class)
                    .hasMessageContaining(LOCATION);
        }
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

    /// What is buffered is told, and given back by a flush: the sink's byte budget rests on it.
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

    private static Schema wide() {
        return Schema.of(
                new Field("a", DataType.BIGINT),
                new Field("b", DataType.STRING),
                new Field("c", new DataType.Array(DataType.DOUBLE)));
    }

    protected final byte[] written(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        MemoryOutput output = new MemoryOutput();
        writer().check(schema, FormatOptions.NONE);
        FileWriter file = writer().create(output, schema, FormatOptions.NONE);
        file.append(Values.batch(schema, rows), IntStream.range(0, rows.size()).toArray(), rows.size());
        file.finish();
        return output.toBytes();
    }

    protected final Schema sampled(byte[] file) throws IOException {
        return reader().sample(new MemoryInput(LOCATION, file), 1 << 20, readOptions(), Set.of())
                .schema();
    }

    protected final List<List<@Nullable Object>> read(byte[] file, Schema asked) throws IOException {
        return read(file, asked, 0, ReadTask.END, new Told());
    }

    protected final List<List<@Nullable Object>> read(byte[] file, Schema asked, long from, long to, Told told)
            throws IOException {
        return read(file, asked, from, to, told, null);
    }

    /// @param bad where bad records go; null: there must be none
    protected final List<List<@Nullable Object>> read(
            byte[] file, Schema asked, long from, long to, Told told, @Nullable List<BadRecord> bad)
            throws IOException {
        List<ColumnSpec> columns = asked.fields().stream()
                .map(field -> ColumnSpec.of(field.name(), field.type()))
                .toList();
        int piece = 1 + random.nextInt(5000);
        ReadTask task = new ReadTask(
                new MemoryInput(LOCATION, file, piece),
                from,
                to,
                columns,
                readOptions(),
                ZoneOffset.UTC,
                told.found::add,
                told);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (BatchReader batches = reader().open(task, record -> {
            if (bad == null) {
                throw new AssertionError(record.column() + ": " + record.reason());
            }
            bad.add(record);
        })) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                assertThat(batch.rows()).isPositive();
                rows.addAll(Values.rows(batch));
            }
        }
        return rows;
    }

    /// What a reader told about a file.
    protected static final class Told implements ReadTask.Notices {

        private final List<String> found = new ArrayList<>();
        private final List<String> missing = new ArrayList<>();
        private final List<String> nested = new ArrayList<>();

        @Override
        public void missingColumns(List<String> columns) {
            missing.addAll(columns);
        }

        @Override
        public void unknownNestedField(String path) {
            nested.add(path);
        }
    }
}
