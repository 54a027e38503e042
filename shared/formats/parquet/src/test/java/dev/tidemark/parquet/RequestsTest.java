package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/// What is fetched of a file, request by request.
class RequestsTest {

    private static final int GROUPS = 3;
    private static final int ROWS = 3_000;
    /// Bytes of a text: each column of a row group has two megabytes.
    private static final int WIDTH = 2_000;

    private final Random random = Seeded.of("RequestsTest").random();
    private final byte[] large = file(GROUPS * ROWS);

    /// Columns id, a, b, c in three row groups; b is twice the gap that is read over.
    private byte[] file(int rows) {
        ParquetJava made = new ParquetJava(
                CompressionCodecName.UNCOMPRESSED,
                org.apache.parquet.column.ParquetProperties.WriterVersion.PARQUET_1_0,
                false,
                false,
                false,
                500,
                ROWS);
        List<Consumer<RecordConsumer>> writers = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int id = row;
            writers.add(out -> {
                out.startField("id", 0);
                out.addInteger(id);
                out.endField("id", 0);
                text(out, "a", 1, 10);
                text(out, "b", 2, WIDTH);
                text(out, "c", 3, 10);
            });
        }
        try {
            return made.write(
                    MessageTypeParser.parseMessageType("message m { required int32 id; required binary a (UTF8);"
                            + " required binary b (UTF8); required binary c (UTF8); }"),
                    writers);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void text(RecordConsumer out, String name, int index, int length) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) ('a' + random.nextInt(26));
        }
        out.startField(name, index);
        out.addBinary(Binary.fromConstantByteArray(text));
        out.endField(name, index);
    }

    private static MemoryInput read(byte[] file, String... columns) throws IOException {
        List<Field> fields = new ArrayList<>();
        for (String column : columns) {
            fields.add(new Field(column, column.equals("id") ? DataType.INT : DataType.STRING));
        }
        MemoryInput input = new MemoryInput("file.parquet", file);
        assertThat(Reading.rows(input, new Schema(fields), ZoneOffset.UTC, ReadTask.Notices.NONE))
                .isNotEmpty();
        return input;
    }

    private List<Long> starts(int column) throws IOException {
        List<Long> starts = new ArrayList<>();
        for (var group :
                java.util.Objects.requireNonNull(Written.of(large).footer().getRow_groups())) {
            var chunk = java.util.Objects.requireNonNull(group.getColumns()).get(column);
            starts.add(Footer.start(java.util.Objects.requireNonNull(chunk.getMeta_data())));
        }
        return starts;
    }

    @Test
    void aSmallFileCostsOneRequest() throws IOException {
        assertThat(read(file(100), "id", "a", "b", "c").opened()).containsExactly(0L);
    }

    /// The end, and once for each row group: its columns lie side by side.
    @Test
    void aLargeFileCostsOneRequestARowGroup() throws IOException {
        List<Long> expected = new ArrayList<>(List.of(large.length - 65_536L));
        expected.addAll(starts(0));
        assertThat(read(large, "id", "a", "b", "c").opened()).isEqualTo(expected);
    }

    /// Columns that are far from each other are fetched apart, and those between them not at all; what lies in the
    /// file's end is there already.
    @Test
    void whatIsNotAskedForIsNotFetched() throws IOException {
        List<Long> expected = new ArrayList<>(List.of(large.length - 65_536L));
        for (int group = 0; group < GROUPS; group++) {
            expected.add(starts(0).get(group));
            long last = starts(3).get(group);
            if (last < large.length - 65_536) {
                expected.add(last);
            }
        }
        assertThat(read(large, "id", "c").opened()).isEqualTo(expected);
    }

    @Test
    void rowsAreCountedFromTheFooterAlone() throws IOException {
        assertThat(read(large, "other").opened()).containsExactly(large.length - 65_536L);
    }

    /// What is too large to be held together is fetched in windows, and is the same.
    @Test
    void windowsGiveTheSameBytes() throws IOException {
        FileBytes file = new FileBytes(new MemoryInput("file.parquet", large, 1000));
        file.keepEnd();
        for (int window : List.of(1, 1_000, 100_000)) {
            List<ChunkBytes.Region> regions =
                    List.of(new ChunkBytes.Region(100, 700_100), new ChunkBytes.Region(700_100, 900_100));
            ChunkBytes chunk = new ChunkBytes(file, regions, window);
            int at = 100;
            while (chunk.more()) {
                int wanted = (int) Math.min(chunk.left(), 1 + random.nextInt(50_000));
                chunk.ensure(wanted);
                assertThat(chunk.available()).isGreaterThanOrEqualTo(wanted);
                assertThat(java.util.Arrays.equals(
                                chunk.bytes(), chunk.at(), chunk.at() + wanted, large, at, at + wanted))
                        .isTrue();
                chunk.skip(wanted);
                at += wanted;
            }
            assertThat(at).isEqualTo(900_100);
        }
    }

    /// A row group larger than what is held at once is read in windows of its columns, to the same rows.
    @Test
    void rowGroupsThatAreTooLargeToHoldAreReadInWindows() throws IOException {
        Schema schema = Reading.schema(large);
        MemoryInput input = new MemoryInput("file.parquet", large, 3_000);
        assertThat(Reading.rows(new ParquetFormatReader(100_000), input, schema, ZoneOffset.UTC, ReadTask.Notices.NONE))
                .isEqualTo(Reading.rows(large));
        assertThat(input.opened()).hasSizeGreaterThan(20);
    }
}
