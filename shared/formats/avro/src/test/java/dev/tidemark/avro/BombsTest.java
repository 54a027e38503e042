package dev.tidemark.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.MemoryInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/// Small files that claim what no memory holds, made by hand.
class BombsTest {

    private static final String LOCATION = "s3://b/bomb.avro";
    private static final byte[] SYNC = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    /// Bytes of a file or of a block.
    private static final class Bytes {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Bytes number(long value) {
            long rest = (value << 1) ^ (value >> 63);
            while ((rest & ~0x7FL) != 0) {
                out.write((int) ((rest & 0x7F) | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
            return this;
        }

        Bytes raw(byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        Bytes sized(byte[] bytes) {
            return number(bytes.length).raw(bytes);
        }

        Bytes sized(String text) {
            return sized(text.getBytes(StandardCharsets.UTF_8));
        }

        byte[] all() {
            return out.toByteArray();
        }
    }

    private static Bytes header(String schema) {
        return new Bytes()
                .raw(new byte[] {'O', 'b', 'j', 1})
                .number(1)
                .sized("avro.schema")
                .sized(schema)
                .number(0)
                .raw(SYNC);
    }

    private static byte[] file(String schema, long records, byte[] block) {
        return header(schema).number(records).sized(block).raw(SYNC).all();
    }

    private static void sample(byte[] file) throws IOException {
        new AvroFormatReader().sample(new MemoryInput(LOCATION, file), 1 << 20, FormatOptions.NONE, Set.of());
    }

    private static void read(byte[] file, String type) throws IOException {
        ReadTask task = new ReadTask(
                new MemoryInput(LOCATION, file),
                0,
                ReadTask.END,
                List.of(ColumnSpec.of("v", DataTypeParser.parse(type))),
                FormatOptions.NONE,
                ZoneOffset.UTC,
                null,
                ReadTask.Notices.NONE);
        try (BatchReader batches = new AvroFormatReader().open(task, _ -> {})) {
            while (batches.next() != null) {
                assertThat(batches).isNotNull();
            }
        }
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static String record(String name, String fields) {
        return "{\"type\":\"record\",\"name\":\"" + name + "\",\"fields\":[" + fields + "]}";
    }

    private static String field(String name, String type) {
        return "{\"name\":\"" + name + "\",\"type\":" + type + "}";
    }

    @Test
    void aSchemaWhoseRecordsDoubleIsRefused() {
        String schema = record("r22", field("a", "\"int\""));
        for (int i = 21; i >= 0; i--) {
            schema = record("r" + i, field("a", schema) + "," + field("b", "\"r" + (i + 1) + "\""));
        }
        byte[] file = header(schema).all();
        assertThat(file.length).isLessThan(4_000);
        assertThatThrownBy(() -> sample(file))
                .isInstanceOf(AvroTypeRefusedException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("more than 100000 types");
    }

    @Test
    void aChainOfRecordsWithoutEndIsRefused() {
        String chain = IntStream.range(1, 1_000)
                .mapToObj(i -> record("r" + i, field("a", "\"r" + (i - 1) + "\"")))
                .collect(Collectors.joining(","));
        byte[] file = header("[" + record("r0", field("a", "\"int\"")) + "," + chain + "]")
                .all();
        assertThatThrownBy(() -> sample(file))
                .isInstanceOf(AvroTypeRefusedException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("nested more than 100 deep");
    }

    @Test
    void aHundredRecordsInsideEachOtherThatMayBeNullAreRead() throws IOException {
        String schema = "\"int\"";
        for (int i = 0; i < 98; i++) {
            schema = "[\"null\"," + record("r" + i, field("a", schema)) + "]";
        }
        sample(header(record("top", field("v", schema))).all());
    }

    /// Nulls for which there are bytes, but which do not take them.
    @Test
    void itemsWithoutBytesAreNotAsManyAsTheBlockHasBytes() {
        String schema = record("r", field("v", "{\"type\":\"array\",\"items\":\"null\"}"));
        byte[] file = file(
                schema, 1, new Bytes().number(300_000).raw(new byte[300_000]).all());
        for (String type : List.of("array<string>", "string")) {
            assertThatThrownBy(() -> read(file, type))
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining(LOCATION)
                    .hasMessageContaining("items without a byte");
        }
    }

    @Test
    void arraysOfOneRecordShareTheBudgetOfItemsWithoutBytes() {
        String nulls = record("n", field("x", "\"null\"") + "," + field("y", "\"null\""));
        String schema = record("r", field("v", "{\"type\":\"array\",\"items\":" + nulls + "}"));
        Bytes block = new Bytes();
        for (int i = 0; i < 4; i++) {
            block.number(10_000);
        }
        byte[] file = file(schema, 1, block.number(0).all());
        assertThatThrownBy(() -> read(file, "array<struct<x:string,y:string>>"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("claims 40000 items");
        byte[] fewer = file(schema, 1, new Bytes().number(30_000).number(0).all());
        assertThatCode(() -> read(fewer, "array<struct<x:string,y:string>>")).doesNotThrowAnyException();
    }

    @Test
    void aBlockClaimsNoMoreRecordsThanItHasRoomFor() {
        String two = record("r", field("v", "\"double\"") + "," + field("w", "[\"null\",\"int\"]"));
        byte[] file = file(two, 3, new byte[18]);
        assertThatThrownBy(() -> read(file, "double"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("claims 3 records");
        byte[] nulls = file(record("r", field("v", "\"null\"")), Integer.MAX_VALUE, new byte[0]);
        assertThatThrownBy(() -> read(nulls, "string"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("claims 2147483647 records");
    }

    @Test
    void aDecimalOfMegabytesIsABadValueAndMakesNoNumber() {
        Schema bytes = LogicalTypes.decimal(38, 0).addToSchema(Schema.create(Schema.Type.BYTES));
        ColumnVector numbers = ColumnVector.of(new DataType.Decimal(38, 0));
        List<String> problems = new ArrayList<>();
        Decoder decoder = new Decoders((_, reason) -> problems.add(reason), new Times(ZoneOffset.UTC, _ -> {}))
                .of(bytes, numbers, "v");
        byte[] large = new byte[4 << 20];
        large[1] = 1;
        byte[] signed = new byte[1000];
        Arrays.fill(signed, (byte) -1);
        byte[] block = new Bytes().sized(large).sized(signed).sized(new byte[0]).all();
        AvroBytes in = new AvroBytes();
        in.reset(block, block.length);
        long before = allocatedBytes();
        decoder.next(in);
        decoder.next(in);
        decoder.next(in);
        assertThat(allocatedBytes() - before).isLessThan(1 << 20);
        assertThat(problems).singleElement().asString().contains("too many digits");
        assertThat(numbers.isNull(0)).isTrue();
        assertThat(((DecimalVector) numbers).get(1)).isEqualTo(BigInteger.ONE.negate());
        assertThat(((DecimalVector) numbers).get(2)).isEqualTo(BigInteger.ZERO);
    }

    @Test
    void metadataThatNobodyNeedsIsNotKept() throws IOException {
        byte[] file = new Bytes()
                .raw(new byte[] {'O', 'b', 'j', 1})
                .number(2)
                .sized("x".repeat(4 << 20))
                .sized(new byte[8 << 20])
                .sized("avro.schema")
                .sized("\"int\"")
                .number(0)
                .raw(SYNC)
                .all();
        MemoryInput input = new MemoryInput(LOCATION, file);
        long before = allocatedBytes();
        try (ContainerFile open = ContainerFile.open(input)) {
            assertThat(open.schema().getType()).isEqualTo(Schema.Type.INT);
        }
        assertThat(allocatedBytes() - before).isLessThan(4 << 20);
    }
}
