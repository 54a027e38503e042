package dev.tidemark.orc;

import com.sun.management.OperatingSystemMXBean;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.MemoryOutput;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;
import org.jspecify.annotations.Nullable;

/// Prints how fast a table of orders (benchmarks/README.md) is written and read, beside orc-core 2.3.1's own API with
/// its
/// batches, in turns: megabytes of the same rows as CSV a CPU second.
///
/// Run its main method on the test class path; arguments: rows, rounds.
final class OrcSpeed {

    private static final int BATCH = 4096;
    private static final String WORDS =
            "please leave at the door, ring \"twice\" and call again before noon today thanks ";
    private static final Schema SCHEMA = new Schema(((dev.tidemark.data.DataType.Struct) Reading.one(
                            "struct<order_id:bigint,customer_id:string,product:string,quantity:int,price:decimal(10,2),"
                                    + "order_ts:timestamp,country:string,comment:string>")
                    .field(0)
                    .type())
            .fields());
    private static final TypeDescription TYPE = TypeDescription.fromString(SCHEMA.toString());

    private final List<Batch> batches = new ArrayList<>();
    private final List<VectorizedRowBatch> others = new ArrayList<>();
    private long csvBytes;

    private OrcSpeed() {}

    static void main(String[] arguments) throws IOException {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 700_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 9;
        OrcSpeed speed = new OrcSpeed();
        speed.draw(rows, Seeded.of("OrcSpeed").random());
        for (CompressionKind kind : List.of(CompressionKind.ZSTD, CompressionKind.SNAPPY, CompressionKind.NONE)) {
            speed.compare(kind, rounds);
        }
    }

    private void compare(CompressionKind kind, int rounds) throws IOException {
        byte[] ours = write(kind);
        byte[] theirs = writeOther(kind);
        double[][] figures = new double[6][rounds];
        // Two rounds for the compiler.
        for (int round = -2; round < rounds; round++) {
            double[] seconds = {
                seconds(() -> write(kind)),
                seconds(() -> writeOther(kind)),
                seconds(() -> read(theirs)),
                seconds(() -> readOther(theirs)),
                seconds(() -> read(ours)),
                seconds(() -> readOther(ours))
            };
            for (int i = 0; round >= 0 && i < seconds.length; i++) {
                figures[i][round] = csvBytes / 1e6 / seconds[i];
            }
        }
        System.out.printf(
                "%s: %.1f MB of CSV, %.1f MB by Tidemark, %.1f MB by orc-core%n",
                kind, csvBytes / 1e6, ours.length / 1e6, theirs.length / 1e6);
        print("write", figures[0], figures[1]);
        print("read orc-core's file", figures[2], figures[3]);
        print("read Tidemark's file", figures[4], figures[5]);
    }

    private static void print(String what, double[] ours, double[] theirs) {
        double[] ratios = new double[ours.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = ours[i] / theirs[i];
        }
        for (double[] all : new double[][] {ours, theirs, ratios}) {
            Arrays.sort(all);
        }
        int middle = ours.length / 2;
        System.out.printf(
                "  %s: Tidemark %.0f MB/s (%.0f to %.0f), orc-core %.0f (%.0f to %.0f), ratio %.2f (%.2f to %.2f)%n",
                what,
                ours[middle],
                ours[0],
                ours[ours.length - 1],
                theirs[middle],
                theirs[0],
                theirs[theirs.length - 1],
                ratios[middle],
                ratios[0],
                ratios[ratios.length - 1]);
    }

    @FunctionalInterface
    private interface Work {
        Object run() throws IOException;
    }

    private static double seconds(Work work) throws IOException {
        long before = cpu();
        if (work.run() == null) {
            throw new IllegalStateException("nothing was done");
        }
        return (cpu() - before) / 1e9;
    }

    /// CPU time of the process, its collector and compiler included: the machine may be shared.
    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private byte[] write(CompressionKind kind) throws IOException {
        MemoryOutput output = new MemoryOutput();
        FormatOptions options = new FormatOptions(Map.of("compression", kind.name()));
        FileWriter file = new OrcFormatWriter().create(output, SCHEMA, options);
        int[] rows = IntStream.range(0, BATCH).toArray();
        for (Batch batch : batches) {
            file.append(batch, rows, batch.rows());
        }
        file.finish();
        return output.toBytes();
    }

    private byte[] writeOther(CompressionKind kind) throws IOException {
        return OtherOrc.USUAL
                .with(kind)
                .with(options -> {
                    OrcConf.COMPRESSION_ZSTD_LEVEL.setInt(options.getConfiguration(), 1);
                    return options;
                })
                .write(TYPE, writer -> {
                    for (VectorizedRowBatch batch : others) {
                        writer.addRowBatch(batch);
                    }
                });
    }

    private static long read(byte[] file) throws IOException {
        ReadTask task = new ReadTask(
                new MemoryInput("file", file),
                0,
                ReadTask.END,
                SCHEMA.fields().stream()
                        .map(field -> ColumnSpec.of(field.name(), field.type()))
                        .toList(),
                FormatOptions.NONE,
                ZoneOffset.UTC,
                null);
        long rows = 0;
        try (BatchReader reader = new OrcFormatReader().open(task, record -> {
            throw new IllegalStateException(record.reason());
        })) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows += batch.rows();
            }
        }
        return rows;
    }

    private static long readOther(byte[] file) throws IOException {
        return OtherOrc.open(file, reader -> {
            VectorizedRowBatch batch = TYPE.createRowBatch();
            long rows = 0;
            try (RecordReader records = reader.rows()) {
                while (records.nextBatch(batch)) {
                    rows += batch.size;
                }
            }
            return rows;
        });
    }

    private void draw(int rows, Random random) {
        for (int from = 0; from < rows; from += BATCH) {
            int count = Math.min(BATCH, rows - from);
            List<dev.tidemark.data.ColumnVector> columns = new ArrayList<>(SCHEMA.fields().stream()
                    .map(field -> dev.tidemark.data.ColumnVector.of(field.type()))
                    .toList());
            VectorizedRowBatch other = TYPE.createRowBatch(BATCH);
            for (int i = 0; i < count; i++) {
                draw(columns, other, i, from + i, random);
            }
            other.size = count;
            others.add(other);
            batches.add(new Batch(SCHEMA, columns, count, null));
        }
    }

    private void draw(
            List<dev.tidemark.data.ColumnVector> to, VectorizedRowBatch other, int at, int row, Random random) {
        long id = 1_000_000L + row;
        ((LongVector) to.get(0)).append(id);
        ((LongColumnVector) other.cols[0]).vector[at] = id;
        text(to, other, 1, at, new UUID(random.nextLong(), random.nextLong()).toString());
        String product = "product number " + random.nextInt(1000);
        text(to, other, 2, at, product);
        int quantity = 1 + random.nextInt(20);
        ((IntVector) to.get(3)).append(quantity);
        ((LongColumnVector) other.cols[3]).vector[at] = quantity;
        int price = random.nextInt(1_000_000);
        ((LongVector) to.get(4)).append(price);
        ((DecimalColumnVector) other.cols[4])
                .set(at, org.apache.hadoop.hive.common.type.HiveDecimal.create(BigDecimal.valueOf(price, 2)));
        long second = 1_780_000_000L + random.nextInt(2_592_000);
        ((LongVector) to.get(5)).append(second * 1_000_000);
        TimestampColumnVector times = (TimestampColumnVector) other.cols[5];
        times.setIsUTC(true);
        times.time[at] = second * 1000;
        times.nanos[at] = 0;
        text(to, other, 6, at, "C" + random.nextInt(10));
        int from = random.nextInt(40);
        String comment = WORDS.substring(from, from + random.nextInt(40)) + random.nextInt(1000);
        text(to, other, 7, at, comment);
        csvBytes += 7L + 36 + product.length() + 2 + 7 + 20 + 2 + comment.length() + 2 + 8;
    }

    private static void text(
            List<dev.tidemark.data.ColumnVector> to,
            VectorizedRowBatch other,
            int column,
            int at,
            @Nullable String value) {
        String text = String.valueOf(value);
        ((BytesVector) to.get(column)).append(text);
        ((BytesColumnVector) other.cols[column]).setVal(at, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
