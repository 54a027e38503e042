package dev.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.partition.HivePath;
import dev.tidemark.partition.Partition;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionedSinkTest {

    private static final long AMPLE = 1 << 20;

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());
    private final RowsFormat format = new RowsFormat();

    @Test
    void specialCharactersAreEscapedInThePathAndRawInTheValue() throws IOException {
        List<@Nullable String> values = List.of(
                "a/b", "a=b", "100%", "x:y", "/lead", ":lead", "it's", "[z]", "q?", "t\tb", " sp ", "ü", "a+b", ".",
                "..");
        List<StagedFile> files = writeOneEach(values);
        assertThat(files)
                .extracting(file -> file.target().split("/", 4)[3].replaceFirst("/[^/]*$", ""))
                .containsExactly(
                        "k=a%2Fb",
                        "k=a%3Db",
                        "k=100%25",
                        "k=x%3Ay",
                        "k=%2Flead",
                        "k=%3Alead",
                        "k=it%27s",
                        "k=%5Bz%5D",
                        "k=q%3F",
                        "k=t%09b",
                        "k= sp ",
                        "k=ü",
                        "k=a+b",
                        "k=.",
                        "k=..");
        assertThat(files)
                .extracting(file -> file.partition().values().getFirst())
                .isEqualTo(values);
        assertThat(files)
                .allSatisfy(file -> assertThat(HivePath.partition(file.target().substring("s3://".length())))
                        .isEqualTo(file.partition()));
    }

    @Test
    void nullAndEmptyTextAreTheDefaultPartitionAndTheWordNullIsText() throws IOException {
        List<StagedFile> files = writeOneEach(Arrays.asList(null, "", "NULL", "null", null, "", "NULL"));
        assertThat(files)
                .extracting(file -> file.partition().values().getFirst())
                .containsExactly(null, "NULL", "null");
        assertThat(files).extracting(StagedFile::rows).containsExactly(4L, 2L, 1L);
        assertThat(files.getFirst().target()).contains("/k=__HIVE_DEFAULT_PARTITION__/");
        Schema schema = schema("k:int,n:int");
        List<ColumnVector> columns = columns(schema);
        columns.get(0).appendNull();
        ((IntVector) columns.get(1)).append(1);
        PartitionedSink sink = sink(schema, List.of("k"), AMPLE);
        sink.write(new Batch(schema, columns, 1, null));
        assertThat(sink.finish(() -> {}).getFirst().target()).contains("/k=__HIVE_DEFAULT_PARTITION__/");
    }

    private List<StagedFile> writeOneEach(List<@Nullable String> values) throws IOException {
        Schema schema = schema("k:string,n:int");
        List<ColumnVector> columns = columns(schema);
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            if (value == null) {
                columns.get(0).appendNull();
            } else {
                ((BytesVector) columns.get(0)).append(value);
            }
            ((IntVector) columns.get(1)).append(i);
        }
        PartitionedSink sink = sink(schema, List.of("k"), AMPLE);
        sink.write(new Batch(schema, columns, values.size(), null));
        return sink.finish(() -> {});
    }

    @Test
    void valuesAreTheTextThatHiveWrites() throws IOException {
        Schema schema = schema("b:boolean,d:date,t:timestamp,m:decimal(10,2),w:decimal(30,3),l:bigint,n:int");
        List<ColumnVector> columns = columns(schema);
        long[] micros = {1_772_323_200_000_000L, 1_772_323_200_120_000L, -1L};
        for (int i = 0; i < micros.length; i++) {
            ((BooleanVector) columns.get(0)).append(i == 0);
            ((IntVector) columns.get(1)).append(20_513 + i);
            ((LongVector) columns.get(2)).append(micros[i]);
            ((LongVector) columns.get(3)).append(-5 + i * 1005L);
            ((DecimalVector) columns.get(4)).append(BigInteger.TEN.pow(25).negate());
            ((LongVector) columns.get(5)).append(Long.MIN_VALUE + i);
            ((IntVector) columns.get(6)).append(i);
        }
        PartitionedSink sink = sink(schema, List.of("b", "d", "t", "m", "w", "l"), AMPLE);
        sink.write(new Batch(schema, columns, micros.length, null));
        assertThat(sink.dataSchema().names()).containsExactly("n");
        assertThat(sink.finish(() -> {}))
                .extracting(file -> file.partition().values())
                .containsExactly(
                        List.of(
                                "true",
                                "2026-03-01",
                                "2026-03-01 00:00:00",
                                "-0.05",
                                "-10000000000000000000000.000",
                                "-9223372036854775808"),
                        List.of(
                                "false",
                                "2026-03-02",
                                "2026-03-01 00:00:00.12",
                                "10.00",
                                "-10000000000000000000000.000",
                                "-9223372036854775807"),
                        List.of(
                                "false",
                                "2026-03-03",
                                "1969-12-31 23:59:59.999999",
                                "20.05",
                                "-10000000000000000000000.000",
                                "-9223372036854775806"));
    }

    @Test
    void everyRowIsInTheOneFileOfItsPartitionInItsOrder() throws IOException {
        System.out.println("PartitionedSinkTest seed " + seed);
        Random random = new Random(seed);
        Schema schema = schema("n:int,k1:string,v:string,k2:int");
        PartitionedSink sink = sink(schema, List.of("k1", "k2"), 2_000);
        Map<List<@Nullable String>, List<String>> expected = new HashMap<>();
        int next = 0;
        for (int batches = 0; batches < 60; batches++) {
            List<ColumnVector> columns = columns(schema);
            int rows = random.nextInt(200);
            String k1 = "";
            int k2 = 0;
            for (int i = 0; i < rows; i++) {
                // Runs of the same partition and single strays.
                if (random.nextInt(3) == 0) {
                    k1 = "key " + random.nextInt(12);
                    k2 = random.nextInt(6);
                }
                ((IntVector) columns.get(0)).append(next);
                ((BytesVector) columns.get(1)).append(k1);
                ((BytesVector) columns.get(2)).append("v" + next);
                ((IntVector) columns.get(3)).append(k2);
                expected.computeIfAbsent(
                                Arrays.asList(k1.isEmpty() ? null : k1, String.valueOf(k2)), _ -> new ArrayList<>())
                        .add(next + "|v" + next + "|");
                next++;
            }
            sink.write(new Batch(schema, columns, rows, null));
            assertThat(format.bufferedBytes()).as("seed %d", seed).isLessThanOrEqualTo(2_000);
        }
        assertThat(format.flushes).isNotEmpty().allMatch(flush -> flush.bytes() >= flush.largestOther());
        List<StagedFile> files = sink.finish(() -> {});
        Map<List<@Nullable String>, List<String>> found = new HashMap<>();
        for (StagedFile file : files) {
            RowsFormat.Upload upload = Objects.requireNonNull(format.uploads.get(file.target()));
            assertThat(file.sizeBytes()).isEqualTo(upload.position());
            assertThat(file.rows()).isEqualTo(upload.lines().size());
            assertThat(found.put(file.partition().values(), upload.lines())).isNull();
        }
        assertThat(found).as("seed %d", seed).isEqualTo(expected);
        assertThat(sink.rows()).isEqualTo(next);
    }

    /// A sink that counts rows alone holds the encoders of all partitions: 200 of bzip2 are two gigabytes.
    @Test
    void whatCompressesAFileCountsToTheBudget() throws IOException {
        Schema schema = schema("n:int,k:string");
        format.encoderBytes = 300;
        PartitionedSink sink = sink(schema, List.of("k"), 2_000);
        for (int batches = 0; batches < 20; batches++) {
            List<ColumnVector> columns = columns(schema);
            for (int i = 0; i < 50; i++) {
                ((IntVector) columns.get(0)).append(i);
                ((BytesVector) columns.get(1)).append("key " + i);
            }
            sink.write(new Batch(schema, columns, 50, null));
            assertThat(format.heldBytes()).isLessThanOrEqualTo(2_000);
        }
        assertThat(sink.finish(() -> {})).hasSize(50).allMatch(file -> file.rows() == 20);
    }

    @Test
    void aSinkWithoutKeysHasOneFileBelowItsRoot() throws IOException {
        Schema schema = schema("n:int");
        List<ColumnVector> columns = columns(schema);
        ((IntVector) columns.get(0)).append(7);
        PartitionedSink sink = sink(schema, List.of(), AMPLE);
        sink.write(new Batch(schema, columns, 1, null));
        StagedFile file = sink.finish(() -> {}).getFirst();
        assertThat(file.target()).isEqualTo("s3://out/part-r-0-a-0.rows");
        assertThat(file.partition()).isEqualTo(Partition.NONE);
    }

    @Test
    void aSinkWithoutRowsHasNoFile() throws IOException {
        assertThat(sink(schema("k:string,n:int"), List.of("k"), AMPLE).finish(() -> {}))
                .isEmpty();
        assertThat(format.uploads).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"float", "double", "binary", "array<int>", "map<string,int>", "struct<a:int>"})
    void typesWithoutOneTextAreRefusedAsKeys(String type) {
        Schema schema = schema("k:" + type + ";n:int");
        assertThatThrownBy(() -> sink(schema, List.of("k"), AMPLE))
                .isInstanceOf(PartitionKeyException.class)
                .hasMessageContaining("Partition key 'k' of sink s3://out/ has type " + type)
                .hasMessageContaining("cast it");
    }

    @Test
    void aKeyThatIsNoColumnAndKeysThatAreAllColumnsAreRefused() {
        assertThatThrownBy(() -> sink(schema("n:int"), List.of("k"), AMPLE))
                .isInstanceOf(PartitionKeyException.class)
                .hasMessageContaining("'k'")
                .hasMessageContaining("columns are n");
        assertThatThrownBy(() -> sink(schema("k:int"), List.of("k"), AMPLE))
                .isInstanceOf(PartitionKeyException.class)
                .hasMessageContaining("All columns of sink s3://out/ are partition keys");
    }

    private PartitionedSink sink(Schema schema, List<String> keys, long budget) {
        return new PartitionedSink(
                new PartitionedSink.Target(0, "s3://out/", "part-r-0-a-", keys, PartitionedSink.Target.ANY_SIZE),
                schema,
                format,
                FormatOptions.NONE,
                format::open,
                new PartitionedSink.NumberSource(),
                budget);
    }

    private static List<ColumnVector> columns(Schema schema) {
        return schema.fields().stream()
                .map(field -> ColumnVector.of(field.type()))
                .toList();
    }

    private static Schema schema(String columns) {
        List<Field> fields = new ArrayList<>();
        for (String column : columns.split(columns.contains(";") ? ";" : ",(?![0-9])", -1)) {
            String[] parts = column.split(":", 2);
            fields.add(new Field(parts[0], DataTypeParser.parse(parts[1])));
        }
        return new Schema(fields);
    }
}
